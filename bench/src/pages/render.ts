// CPU time that a live event takes on the main thread of a browser showing the total of ten systems.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser, presetSession } from '../lib/browser.ts'
import { signInAs } from '../lib/owner.ts'
import { reading } from '../lib/reading.ts'
import { type Figure, report } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { median, percentile } from '../lib/statistics.ts'
import { applyQueued, noteChanges, queueChanges, takeChanges } from './changes.ts'
import { serveOwnedFleet } from './owned-fleet.ts'

const SYSTEMS = 10
const EVENTS = 60
const WARM_UP = 20
/** Long enough for an event to arrive and be painted on a four times slower CPU. */
const WINDOW_MS = 400
const SLOWER = 4
const TARGETS_MS: Record<number, number> = { 1: 8, [SLOWER]: 32 }
const TOTAL = '-1'

/** Opens a page and a session that measures its main thread. */
async function watched(context: BrowserContext) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // CPU time, so that other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session }
}

/** Resolves to the main thread's CPU time so far, in ms. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Resolves to the CPU time that `act` causes on the main thread, in ms. */
async function costOf(session: CDPSession, act: () => Promise<unknown> | unknown): Promise<number> {
  const before = await busyMs(session)
  await act()
  await sleep(WINDOW_MS)
  return (await busyMs(session)) - before
}

/** Copies the document without its program. */
async function bareCopy(page: Page, bare: Page) {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true)
    if (copy instanceof Element)
      for (const script of copy.querySelectorAll('script, link[rel=modulepreload]')) script.remove()
    return copy instanceof Element ? copy.outerHTML : ''
  })
  await bare.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html>${html}` }),
  )
  await bare.goto(new URL('/bare', page.url()).href)
}

type Cost = {
  readonly events: number[]
  readonly floor: number[]
  readonly idle: number[]
  readonly changes: number[]
}

await onStage(async (stage) => {
  const { url, email, units } = await serveOwnedFleet(stage, SYSTEMS)
  let sent = 0
  const publish = () => {
    units[sent % SYSTEMS]?.publish(JSON.stringify(reading(sent, Date.now())), () => undefined)
    sent += 1
  }
  for (const _ of units) publish()

  const browser = await launchBrowser()
  stage.onEnd(() => browser.close())
  // Animations also run between events and are not part of an event's cost.
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await presetSession(context, await signInAs(email, url))
  const { page, session } = await watched(context)
  await page.goto(`${url}/dashboard`)
  await page.getByRole('combobox').selectOption(TOTAL)
  await page.getByRole('region', { name: 'Energie heute' }).waitFor()
  await page.evaluate(noteChanges)
  const bare = await watched(context)
  await bareCopy(page, bare.page)

  async function measure(slower: number): Promise<Cost> {
    const cost: Cost = { events: [], floor: [], idle: [], changes: [] }
    for (const one of [session, bare.session])
      await one.send('Emulation.setCPUThrottlingRate', { rate: slower })
    for (let i = 0; i < WARM_UP + EVENTS; i += 1) {
      await takeChanges(page)
      const event = await costOf(session, publish)
      const changes = await takeChanges(page)
      await queueChanges(bare.page, changes)
      const floor = await costOf(bare.session, () => applyQueued(bare.session))
      const idle = await costOf(session, () => undefined)
      if (i < WARM_UP) continue
      cost.events.push(event)
      cost.floor.push(floor)
      cost.idle.push(idle)
      cost.changes.push(changes.length)
    }
    return cost
  }

  function figures(slower: number, { events, floor, idle, changes }: Cost): Figure[] {
    const name = slower === 1 ? 'live event' : `live event, ${slower}x slower`
    const atMost = TARGETS_MS[slower] ?? Number.NaN
    return [
      {
        name: `${name}, p50`,
        value: median(events),
        unit: 'ms',
        target: { atMost },
        note: `${median(changes)} changes in the document`,
      },
      { name: `${name}, p95`, value: percentile(events, 0.95), unit: 'ms' },
      { name: 'floor: the same without a program, p50', value: median(floor), unit: 'ms' },
      { name: 'ratio to the floor, p50', value: median(events) / median(floor), unit: '' },
      { name: 'as long without an event, p50', value: median(idle), unit: 'ms' },
    ]
  }

  report(`render: main thread for a live event, the total of ${SYSTEMS} systems`, [
    ...figures(1, await measure(1)),
    ...figures(SLOWER, await measure(SLOWER)),
  ])
})
