import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser, presetSession } from '../lib/browser.ts'
import type { Tokens } from '../lib/owner.ts'

const CPU_SLOWDOWN = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const QUIET_MS = 2000
const POLL_MS = 200
const BLOCKING_MS = 50

/** Metrics of a page load with an empty cache on a slow phone. kB of 1000 bytes; ms since navigation. */
export type ColdLoad = {
  readonly wire: number
  readonly fcp: number
  readonly lcp: number
  /** Time beyond 50 ms of each long task after the first paint. */
  readonly blocking: number
  readonly cls: number
  readonly scripts: readonly string[]
}
type Task = { readonly start: number; readonly duration: number }
type Noted = { lcp: number; cls: number; tasks: Task[] }
type Noting = Window & { noted?: Noted }

/** Runs in the page before anything else. */
function notePerformance() {
  const noted: Noted = { lcp: 0, cls: 0, tasks: [] }
  Object.assign(window, { noted })
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.lcp = startTime
  })
  observe('longtask', ({ startTime, duration }) => {
    noted.tasks.push({ start: startTime, duration })
  })
  observe('layout-shift', (entry) => {
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
      noted.cls += Number(entry.value)
  })
}

/** Counts transferred bytes and tracks open requests. */
async function followNetwork(session: CDPSession) {
  const scripts = new Set<string>()
  const open = new Set<string>()
  let bytes = 0
  let last = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return
    if (type !== 'EventSource' && type !== 'Fetch') open.add(requestId)
    last = Date.now()
  })
  session.on('Network.responseReceived', ({ response, type }) => {
    if (type === 'Script') scripts.add(new URL(response.url).pathname.split('/').at(-1) ?? '')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    bytes += encodedDataLength
    last = Date.now()
  })
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  return {
    scripts,
    bytes: () => bytes,
    quiet: () => open.size === 0 && Date.now() - last > QUIET_MS,
  }
}

const taken = (page: Page) =>
  page.evaluate(() => ({
    noted: (window as Noting).noted ?? { lcp: Number.NaN, cls: Number.NaN, tasks: [] },
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    now: performance.now(),
  }))

/** Loads a page in a new tab until `shows` is visible and the network is idle. */
async function measure(context: BrowserContext, url: string, shows: string): Promise<ColdLoad> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const network = await followNetwork(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(url, { waitUntil: 'commit' })
  // Do not query the page while it loads: at this speed every query costs it tens of ms.
  while (!network.quiet()) await sleep(POLL_MS)
  await page.locator(shows).first().waitFor()
  for (;;) {
    await sleep(POLL_MS)
    const { noted, fcp, now } = await taken(page)
    const busyUntil = Math.max(0, ...noted.tasks.map(({ start, duration }) => start + duration))
    if (!network.quiet() || now - busyUntil < QUIET_MS) continue
    const blocked = noted.tasks.map(
      ({ start, duration }) => start + duration - Math.max(start, fcp) - BLOCKING_MS,
    )
    return {
      wire: network.bytes() / 1000,
      fcp,
      lcp: noted.lcp,
      blocking: blocked.reduce((sum, ms) => sum + Math.max(0, ms), 0),
      cls: noted.cls,
      scripts: [...network.scripts].sort(),
    }
  }
}

/** Makes an earlier visit, until the portal can be opened offline. */
async function visit(context: BrowserContext, url: string) {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
}

type Visit = { readonly tokens?: Tokens; readonly again?: boolean }

/** Loads a page once in a new browser; `again`: in one that has shown it before. */
export async function loadCold(
  url: string,
  shows: string,
  { tokens, again = false }: Visit = {},
): Promise<ColdLoad> {
  const browser = await launchBrowser()
  try {
    const serviceWorkers = again ? 'allow' : 'block'
    const context = await browser.newContext({ ...PHONE, locale: 'de-DE', serviceWorkers })
    if (tokens) await presetSession(context, tokens)
    await context.addInitScript(notePerformance)
    if (again) await visit(context, url)
    return await measure(context, url, shows)
  } finally {
    await browser.close()
  }
}
