import { signInAs } from '../lib/owner.ts'
import { READING_MS, reading } from '../lib/reading.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { freePorts } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { type ColdLoad, loadCold } from './cold-load.ts'
import { serveFloorPage } from './floor-page.ts'
import { serveOwnedFleet } from './owned-fleet.ts'

const SYSTEMS = 3
const RUNS = 5
/** Too small to notice. */
const SHIFT = 0.02

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
  const { url, email, units } = await serveOwnedFleet(stage, SYSTEMS)
  const floorUrl = await serveFloorPage((await freePorts()).http, stage)
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
      ...figures('dashboard again', again, floor, { wire: 3, lcp: 800 }),
    ],
    [
      `scripts of the sign-in page: ${signIn[0]?.scripts.join(', ')}`,
      `scripts of the dashboard: ${dashboard[0]?.scripts.join(', ')}`,
    ],
  )
})
