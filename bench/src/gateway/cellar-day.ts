// A day of three devices of three makers, with its power and its network cut: the portal's day against their counters.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCalendar } from '@kellersonne/contract/energy/calendar'
import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import { startTicker } from '@kellersonne/device-kit/ticker'
import { openBattery } from '@kellersonne/simulator/cellar/battery'
import { openInverter } from '@kellersonne/simulator/cellar/inverter'
import { meterTopics, openMeter } from '@kellersonne/simulator/cellar/meter'
import { advance, initialPlant, STORAGE, siteOf } from '@kellersonne/simulator/plant/plant'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners, SECRET } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { report } from '../lib/report.ts'
import { freePorts, run, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'

const SN = 5_000_001
const TIME_ZONE = 'Europe/Berlin'
const FACTOR = 300
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const AROUND_MS = 10 * MINUTE_MS
/** Hours of the day without power, and without network. */
const POWER_CUT = [9.5, 10.1] as const
const NETWORK_CUT = [13, 16] as const
const LOOK_MS = 20
const MOST_MS = 120_000

type Sample = ReturnType<typeof advance>['sample']

/** Starts the devices. They change in the middle of a minute, and are read at its end. */
async function openCellar(stage: Stage, ports: readonly number[], clock: () => number) {
  const site = siteOf({ seed: 1, latitude: 47.66, longitude: 9.17, timeZone: TIME_ZONE })
  const plant = { site, phase: 1, battery: STORAGE } as const
  let state = initialPlant(1, clock() - MINUTE_MS)
  let sample: Sample
  const step = () => {
    const moved = advance(plant, state, Math.max(state.at + 1, clock()))
    state = moved.state
    sample = moved.sample
  }
  step()
  const [inverter = 0, battery = 0, meter = 0] = ports
  const head = await openMeter(meter)
  const devices = [await openInverter(inverter, () => sample), await openBattery(battery, () => sample), head]
  const tickers = [
    startTicker(MINUTE_MS, () => clock() + MINUTE_MS / 2, step),
    startTicker(MINUTE_MS / 6, clock, () => head.tell(sample)),
  ]
  stage.onEnd(async () => {
    for (const end of tickers) end()
    for (const device of devices) await device.close()
  })
  return () => sample.energies
}

/** A way to the broker that can be cut. */
async function openLine(stage: Stage, port: number, target: number) {
  const sockets = new Set<Socket>()
  let cut = false
  const server = createServer((socket) => {
    const on = connect(target, '127.0.0.1')
    for (const one of [socket, on]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => sockets.delete(one))
    }
    if (cut) socket.destroy()
    socket.pipe(on).pipe(socket)
  }).listen(port, '127.0.0.1')
  stage.onEnd(() => server.close())
  await once(server, 'listening')
  return {
    cut(is: boolean) {
      cut = is
      if (is) for (const socket of sockets) socket.destroy()
    },
  }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, SN, 1)
  const [email = ''] = await makeOwners(db, fleet, 1)
  const free = await freePorts()
  const server = await startServer({ ...env, ...free.env })
  stage.onEnd(() => stop(server))
  const ports = await freePorts()
  const line = await openLine(stage, Number(ports.env['METRICS_PORT']), free.mqtt)

  const day = dayAfter(dayOf(new Date(), TIME_ZONE), -2)
  const midnight = startOfDay(day, TIME_ZONE).getTime()
  const end = startOfDay(dayAfter(day), TIME_ZONE).getTime()
  const [start, began] = [midnight - AROUND_MS, Date.now()]
  const clock = () => start + FACTOR * (Date.now() - began)
  const until = async (at: number) => {
    while (clock() < at) await sleep(LOOK_MS)
  }
  const hour = (hours: number) => midnight + hours * HOUR_MS

  const given = [ports.http, ports.mqtt, ports.updates]
  const energies = await openCellar(stage, given, clock)
  const path = join(stage.folder, 'settings.json')
  const host = '127.0.0.1'
  writeFileSync(
    path,
    JSON.stringify({
      ...{ version: 1, interval_s: 60, capacity_wh: STORAGE.capacity },
      portal: {
        serial_number: String(SN),
        secret: SECRET,
        broker_url: `mqtt://127.0.0.1:${ports.env['METRICS_PORT']}`,
      },
      devices: [
        { name: 'inverter', profile: 'sma-pv', host, port: given[0] },
        { name: 'battery', profile: 'sonnen', host, port: given[1] },
        {
          ...{ name: 'meter', profile: 'generic-mqtt', host, port: given[2] },
          options: {
            grid_topic: meterTopics.grid,
            imported_topic: meterTopics.imported,
            exported_topic: meterTopics.exported,
          },
        },
      ],
    }),
  )
  let held = Number.POSITIVE_INFINITY
  function powerOn() {
    const program = ['bench/src/gateway/fast-gateway.ts', path, join(stage.folder, 'state.sqlite')]
    const child = run([...program, ...[start, began, FACTOR].map(String)])
    child.on('message', (count) => {
      held = Number(count)
    })
    stage.onEnd(() => stop(child, 'SIGKILL'))
    return child
  }
  const first = powerOn()
  await until(midnight - MINUTE_MS / 4)
  const atBegin = energies()
  await until(hour(POWER_CUT[0]))
  await stop(first, 'SIGKILL')
  await until(hour(POWER_CUT[1]))
  powerOn()
  await until(hour(NETWORK_CUT[0]))
  line.cut(true)
  await until(hour(NETWORK_CUT[1]))
  line.cut(false)
  await until(end - MINUTE_MS / 4)
  const atEnd = energies()
  await until(end + AROUND_MS)
  const late = Date.now() + MOST_MS
  while (held > 1 && Date.now() < late) await sleep(LOOK_MS)

  const { access } = await signInAs(email, `http://127.0.0.1:${free.http}`)
  const query = new URLSearchParams({ sn: String(SN), from_date: day })
  const answer = await fetch(`http://127.0.0.1:${free.http}${getCalendar.path}?${query}`, {
    headers: { authorization: `Bearer ${access}` },
  })
  const shown = getCalendar.response.parse(await answer.json()).days.find((one) => one.day === day)
  if (!shown) throw new Error('the portal does not know the day')
  const counted = [
    ['PV', 'pv', shown.pv],
    ['import', 'import', shown.import],
    ['feed-in', 'feedIn', shown.feed_in],
  ] as const
  report(
    'cellar-day: SMA by Modbus, sonnen by HTTP, a meter by MQTT; power cut for 36 minutes, network for 3 h',
    [
      ...counted.flatMap(([name, counter, wh]) => {
        const own = Math.round(atEnd[counter]) - Math.round(atBegin[counter])
        const difference = Math.abs((wh ?? Number.NaN) - own)
        return [
          { name: `${name} by the device`, value: own, unit: 'Wh' },
          {
            name: `${name}: portal and device differ by`,
            value: difference,
            unit: 'Wh',
            target: { atMost: 0 },
          },
        ]
      }),
      ...(['charge', 'discharge'] as const).map((name) => ({
        name: `${name}, summed by the gateway: portal to device`,
        value: (shown[name] ?? Number.NaN) / (atEnd[name] - atBegin[name]),
        unit: '',
      })),
      { name: 'quarters measured', value: shown.measured ?? Number.NaN, unit: '%' },
    ],
  )
})
