import ModbusRTU from 'modbus-serial'
import { type Figure, spread } from '../lib/report.ts'
import { median } from '../lib/statistics.ts'
import { openDevices, profile, REGISTERS } from './devices.ts'

const ROUNDS = 40
const REPEATS = 25
const MS_A_US = 1e-3

type Cost = { readonly ms: number; readonly cpuMs: number }

/** Measures one round: how long it takes, and the CPU time of this process. */
async function costOf(round: () => Promise<unknown>): Promise<Cost> {
  const began = performance.now()
  const before = process.cpuUsage()
  for (let i = 0; i < REPEATS; i += 1) await round()
  const { user, system } = process.cpuUsage(before)
  return { ms: (performance.now() - began) / REPEATS, cpuMs: ((user + system) * MS_A_US) / REPEATS }
}

async function openClients(ports: readonly number[]) {
  return Promise.all(
    ports.map(async (port) => {
      const client = new ModbusRTU()
      await client.connectTCP('127.0.0.1', { port })
      client.setID(1)
      return client
    }),
  )
}

/** Rounds over all devices at once, by the bare library and by the gateway, in turn. */
export async function roundFigures(ports: readonly number[]): Promise<Figure[]> {
  const clients = await openClients(ports)
  const devices = openDevices(ports)
  const bare = () => Promise.all(clients.map((client) => client.readHoldingRegisters(0, REGISTERS)))
  const own = () => Promise.all(devices.map((device) => device.poll()))
  await costOf(bare)
  await costOf(own)
  const [floors, ours]: [Cost[], Cost[]] = [[], []]
  for (let i = 0; i < ROUNDS; i += 1) {
    floors.push(await costOf(bare))
    ours.push(await costOf(own))
  }
  const known = devices.every((device) => device.status().values.size === Object.keys(profile.values).length)
  if (!known) throw new Error('a device does not know all of its values')
  for (const client of clients) client.close(() => undefined)
  await Promise.all(devices.map((device) => device.close()))
  const [floor, round] = [floors.map(({ ms }) => ms), ours.map(({ ms }) => ms)]
  const [floorCpu, roundCpu] = [floors.map(({ cpuMs }) => cpuMs), ours.map(({ cpuMs }) => cpuMs)]
  return [
    { name: 'floor: bare modbus-serial', value: median(floor), unit: 'ms', note: spread(floor) },
    {
      name: `round: 10 devices, ${REGISTERS} registers each`,
      value: median(round),
      unit: 'ms',
      note: spread(round),
    },
    { name: 'ratio', value: median(round) / median(floor), unit: '', target: { atMost: 1.3 } },
    { name: 'CPU time of the floor', value: median(floorCpu), unit: 'ms', note: spread(floorCpu) },
    { name: 'CPU time of a round', value: median(roundCpu), unit: 'ms', note: spread(roundCpu) },
    { name: 'ratio of CPU times', value: median(roundCpu) / median(floorCpu), unit: '' },
  ]
}
