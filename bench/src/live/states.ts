// The time from a unit's state to the pixels of its owner's dashboard, while twelve systems report every second.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StateMessage } from '@kellersonne/contract/telemetry/device'
import { launchBrowser, presetSession } from '../lib/browser.ts'
import { signInAs } from '../lib/owner.ts'
import { reading } from '../lib/reading.ts'
import { report, timeFigure } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { serveOwnedFleet } from '../pages/owned-fleet.ts'
import { notePaints, paintsOf } from './paints.ts'

const SYSTEMS = 12
const EVERY_MS = 1000
const WARM_UP = 10
const CHANGES = 70
/** What the dashboard says of the system in each state. */
const shown = { on: 'Alles in Ordnung', off: 'Ausgeschaltet' } as const
type Status = keyof typeof shown

const now = () => performance.timeOrigin + performance.now()
const message = (status: Status): StateMessage => ({
  ...{ at: new Date().toISOString(), status, message1: [], message2: [], errors: [] },
  ...{ battery_status: status === 'on' ? 'idle' : 'off', versions: { bms: '2.4.0' } },
})
const atRest = () => ({
  at: new Date().toISOString(),
  grid_v: 231,
  grid_w: 300,
  pv_w: 0,
  battery_w: 0,
  soc: 50,
})

await onStage(async (stage) => {
  const { url, email, units } = await serveOwnedFleet(stage, SYSTEMS)
  const [watched, ...others] = units
  if (!watched) throw new Error('there is no unit')
  const browser = await launchBrowser()
  stage.onEnd(() => browser.close())
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } })
  await presetSession(context, await signInAs(email, url))
  await context.addInitScript(notePaints)
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  watched.publish(JSON.stringify(atRest()), () => undefined)
  await page.getByRole('banner').getByRole('combobox').selectOption(watched.sn)

  const changes: { status: Status; at: number }[] = []
  const acknowledged: number[] = []
  for (let i = 0; i < CHANGES; i += 1) {
    for (const [k, unit] of others.entries())
      unit.publish(JSON.stringify(reading(SYSTEMS * i + k, Date.now())), () => undefined)
    const status = i % 2 === 0 ? 'off' : 'on'
    const at = now()
    changes.push({ status, at })
    watched.publish(JSON.stringify(message(status)), () => acknowledged.push(now() - at), 'state')
    await sleep(EVERY_MS)
  }
  const painted = await paintsOf(page)
  const counted = changes.slice(WARM_UP)
  const toPixel = counted.flatMap(({ status, at }) => {
    const hit = painted.find(
      ([text, when]) => when >= at && when < at + EVERY_MS && text.includes(shown[status]),
    )
    return hit ? [hit[1] - at] : []
  })
  const floor = acknowledged.slice(WARM_UP)
  report(
    `states: a system of ${SYSTEMS} that changes its state, each publishing every ${EVERY_MS / 1000} s`,
    [
      timeFigure('floor: state to PUBACK', floor, 0.5),
      timeFigure('floor: state to PUBACK', floor, 0.95),
      timeFigure('state to pixel in Chromium', toPixel, 0.5),
      {
        ...timeFigure('state to pixel in Chromium', toPixel, 0.95, 300),
        note: `${toPixel.length} of ${counted.length} seen`,
      },
      {
        name: 'ratio to the floor, p95',
        value: percentile(toPixel, 0.95) / percentile(floor, 0.95),
        unit: '',
      },
    ],
  )
})
