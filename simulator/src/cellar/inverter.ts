import { once } from 'node:events'
import { ServerTCP } from 'modbus-serial'
import type { Sample } from '../plant/plant.ts'

const UNIT = 3
const POWER = 30_775
const VOLTAGE = 30_783
const YIELD = 30_513
const BYTES_A_WORD = 2

/** Returns the registers of a value from its bytes, the highest first. */
function words(address: number, bytes: Buffer): [number, number][] {
  return Array.from({ length: bytes.length / BYTES_A_WORD }, (_, i) => [
    address + i,
    bytes.readUInt16BE(i * BYTES_A_WORD),
  ])
}

/** As an SMA inverter without a battery has them: powers in W, voltages in 0.01 V, the yield in Wh. */
function registersOf({ pv, voltage, energies }: Sample): Map<number, number> {
  const power = Buffer.alloc(4)
  power.writeInt32BE(Math.round(pv))
  const volts = Buffer.alloc(4)
  volts.writeUInt32BE(Math.round(voltage * 100))
  const total = Buffer.alloc(8)
  total.writeBigUInt64BE(BigInt(Math.round(energies.pv)))
  return new Map([...words(POWER, power), ...words(VOLTAGE, volts), ...words(YIELD, total)])
}

/** Resolves once a Modbus server on this machine answers for the inverter. */
export async function openInverter(port: number, now: () => Sample): Promise<{ close: () => Promise<void> }> {
  const registerAt = (address: number) => registersOf(now()).get(address) ?? 0
  const server = new ServerTCP(
    { getHoldingRegister: registerAt, getInputRegister: registerAt },
    { host: '127.0.0.1', port, unitID: UNIT },
  )
  await once(server, 'initialized')
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
