// Frames missed by a browser that shows twelve systems, all of which report every second.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser, presetSession } from '../lib/browser.ts'
import { signInAs } from '../lib/owner.ts'
import { reading } from '../lib/reading.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { serveOwnedFleet } from './owned-fleet.ts'

const SYSTEMS = 12
const EVERY_MS = 1000
const ROUNDS = 4
const PHASE_MS = 3000
const SLOWER = 4
const TOTAL = '-1'

/** Of one phase: the share of 60 frames a second that were missed, and the main thread's CPU time per second in ms. */
type Run = { readonly missed: number; readonly busy: number }
type Phase = { readonly values: boolean; readonly scrolling: boolean }
const phases = {
  idle: { values: false, scrolling: false },
  'with values': { values: true, scrolling: false },
  'idle, scrolling': { values: false, scrolling: true },
  'with values, scrolling': { values: true, scrolling: true },
} satisfies Record<string, Phase>

/** Runs in the page: resolves to the share of frames missed during `ms`, scrolling a few pixels with each if wanted. */
function missedFrames({ ms, scrolling }: { ms: number; scrolling: boolean }): Promise<number> {
  const frameMs = 1000 / 60
  return new Promise((resolve) => {
    let begun = 0
    let last = 0
    let missed = 0
    function onFrame(at: number) {
      begun ||= at
      // A frame that comes half a frame late has missed its turn.
      missed += Math.max(0, Math.round((at - (last || at)) / frameMs) - 1)
      last = at
      if (scrolling) {
        const most = document.documentElement.scrollHeight - window.innerHeight
        const way = ((at - begun) / 2) % (2 * most)
        window.scrollTo({ top: Math.min(way, 2 * most - way), behavior: 'instant' })
      }
      if (at - begun < ms) requestAnimationFrame(onFrame)
      else resolve(missed / ((at - begun) / frameMs))
    }
    requestAnimationFrame(onFrame)
  })
}

/** Resolves to the main thread's CPU time so far, in ms; other load on the machine does not count. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function measure(page: Page, session: CDPSession, scrolling: boolean): Promise<Run> {
  const before = await busyMs(session)
  const missed = await page.evaluate(missedFrames, { ms: PHASE_MS, scrolling })
  return { missed, busy: ((await busyMs(session)) - before) / (PHASE_MS / 1000) }
}

await onStage(async (stage) => {
  const { url, email, units } = await serveOwnedFleet(stage, SYSTEMS)
  let sent = 0
  const publish = () => {
    for (const unit of units) {
      unit.publish(JSON.stringify(reading(sent, Date.now())), () => undefined)
      sent += 17
    }
  }
  publish()

  const browser = await launchBrowser()
  stage.onEnd(() => browser.close())
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } })
  await presetSession(context, await signInAs(email, url))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${url}/dashboard`)
  await page.getByRole('combobox').selectOption(TOTAL)
  await page.getByRole('region', { name: 'Energie heute' }).waitFor()

  async function measureAll(rate: number): Promise<Figure[]> {
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    const runs = new Map(Object.keys(phases).map((name): [string, Run[]] => [name, []]))
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [name, { values, scrolling }] of Object.entries(phases)) {
        const beat = setInterval(() => values && publish(), EVERY_MS)
        await sleep(EVERY_MS)
        const run = await measure(page, session, scrolling)
        clearInterval(beat)
        if (round >= 0) runs.get(name)?.push(run)
      }
    const slower = rate === 1 ? '' : `, ${rate}x slower`
    return [...runs].flatMap(([name, all]): Figure[] => {
      const missed = all.map((run) => 100 * run.missed)
      return [
        { name: `${name}${slower}: missed`, value: median(missed), unit: '%', note: spread(missed) },
        { name: `${name}${slower}: busy`, value: median(all.map(({ busy }) => busy)), unit: 'ms/s' },
      ]
    })
  }

  report(`frames: ${SYSTEMS} systems that report every second`, [
    ...(await measureAll(1)),
    ...(await measureAll(SLOWER)),
  ])
})
