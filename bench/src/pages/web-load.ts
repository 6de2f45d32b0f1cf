import { statePayload } from '@kellersonne/contract/telemetry/device'
import { storeBatch } from '@kellersonne/server/app/roles/store-batch'
import { buildPortal } from '../lib/build.ts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { READING_MS, reading } from '../lib/reading.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { connectUnits, endUnits } from '../lib/unit.ts'
import { type ColdLoad, loadCold } from './cold-load.ts'
import { serveFloorPage } from './floor-page.ts'

const SYSTEMS = 3
const RUNS = 5
/** Too small to notice. */
const SHIFT = 0.02

const state = () =>
  statePayload.parse({
    at: new Date().toISOString(),
    status: 'on',
    battery_status: 'charging',
    calibration_days: 12,
    capacity_wh: 5760,
    versions: { bms: '2.4.0', inverter: '1.9.2', gateway: '3.1.0' },
  })

type Targets = { readonly wire?: number; readonly lcp?: number; readonly blocking?: number }

function figures(
  name: string,
  loads: readonly ColdLoad[],
  floor: readonly ColdLoad[],
  targets: Targets = {},
) {
  const figure = (what: 'wire' | 'fcp' | 'lcp' | 'blocking', unit: string): Figure => {
    const values = loads.map((load) => load[what])
    const atMost = what === 'fcp' ? undefined : targets[what]
    const target = atMost === undefined ? {} : { target: { atMost } }
    return { name: `${name}: ${what}`, value: median(values), unit, note: spread(values), ...target }
  }
  return [
    figure('wire', 'kB'),
    figure('fcp', 'ms'),
    figure('lcp', 'ms'),
    figure('blocking', 'ms'),
    {
      name: `${name}: layout shift`,
      value: median(loads.map(({ cls }) => cls)),
      unit: '',
      target: { atMost: SHIFT },
    },
    {
      name: `${name}: LCP to the floor's`,
      value: median(loads.map(({ lcp }) => lcp)) / median(floor.map(({ lcp }) => lcp)),
      unit: '',
    },
  ]
}

await onStage(async (stage) => {
  await buildPortal()
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, SYSTEMS)
  const [email = ''] = await makeOwners(db, fleet, 1)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const floorUrl = await serveFloorPage((await freePorts()).http, stage)
  await storeBatch(
    db,
    fleet.map(({ id }) => ({ kind: 'state', system: id, receivedAt: new Date(), state: state() })),
  )
  const units = await connectUnits(
    ports.mqtt,
    fleet.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))
  let sent = 0
  const publish = () => {
    for (const unit of units) unit.publish(JSON.stringify(reading(sent, Date.now())), () => undefined)
    sent += 1
  }
  publish()
  const beat = setInterval(publish, READING_MS)
  stage.onEnd(() => clearInterval(beat))

  const floor: ColdLoad[] = []
  const signIn: ColdLoad[] = []
  const dashboard: ColdLoad[] = []
  const again: ColdLoad[] = []
  for (let i = 0; i < RUNS; i += 1) {
    floor.push(await loadCold(floorUrl, 'p'))
    signIn.push(await loadCold(`${url}/login`, 'form'))
    const tokens = await signInAs(email, url)
    dashboard.push(await loadCold(`${url}/dashboard`, 'main', { tokens }))
    again.push(await loadCold(`${url}/dashboard`, 'main', { tokens, again: true }))
  }
  report(
    'web-load: 4x slower processor, 150 ms latency, 1.6 Mbit/s, phone',
    [
      ...figures('floor', floor, floor),
      ...figures('sign-in', signIn, floor, { wire: 170, lcp: 1200 }),
      ...figures('dashboard', dashboard, floor, { wire: 260, lcp: 2000, blocking: 150 }),
      ...figures('dashboard again', again, floor, { wire: 40, lcp: 800 }),
    ],
    [
      `scripts of the sign-in page: ${signIn[0]?.scripts.join(', ')}`,
      `scripts of the dashboard: ${dashboard[0]?.scripts.join(', ')}`,
    ],
  )
})
