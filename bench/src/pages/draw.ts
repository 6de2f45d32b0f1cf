// How fast a year is drawn and zoomed, compared with two other libraries in the same page.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { launchBrowser } from '../lib/browser.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { median, percentile } from '../lib/statistics.ts'
import type { Library } from './draw-page.ts'

const POINTS = 35_040
const ROUNDS = 7
const STEPS = 120
const FRAMES_MS = 33
const libraries: readonly Library[] = ['ours', 'echarts', 'chartJs']

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Bundles the page's program into one script. */
async function script(): Promise<string> {
  const build = await rolldown({ input: pathOf('draw-page.ts'), platform: 'browser' })
  const { output } = await build.generate({ format: 'iife', name: 'page', minify: true })
  return output[0].code
}

const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<!doctype html><html data-color-scheme="dark"><body></body></html>')
  await page.addStyleTag({ content: await readFile(pathOf('../../../web/src/ui/styles/tokens.css'), 'utf8') })
  await page.addScriptTag({ content: await script() })

  const taken: Record<Library, number[]> = { ours: [], echarts: [], chartJs: [] }
  for (let round = -1; round < ROUNDS; round += 1)
    for (const name of libraries) {
      const ms = await page.evaluate(
        ([library, count]) => window.drawing?.firstDraw(library, count) ?? Number.NaN,
        [name, POINTS] as const,
      )
      // The first round parses and compiles each library's code, and does not count.
      if (round >= 0) taken[name].push(ms)
    }
  const steps = await page.evaluate(([count, many]) => window.drawing?.zoomSteps(count, many) ?? [], [
    POINTS,
    STEPS,
  ] as const)

  const times = (name: Library, atLeast: number): Figure => ({
    name: `first draw, ${name} to ours`,
    value: median(taken[name]) / median(taken.ours),
    unit: 'times',
    target: { atLeast },
    note: `${spread(taken[name])} ms`,
  })
  report(`draw: 4 x ${POINTS} points, one page, one run`, [
    { name: 'first draw, ours', value: median(taken.ours), unit: 'ms', note: `${spread(taken.ours)} ms` },
    times('echarts', 5),
    times('chartJs', 3),
    { name: 'zoom step, p50', value: percentile(steps, 0.5), unit: 'ms' },
    { name: 'zoom step, p95', value: percentile(steps, 0.95), unit: 'ms', target: { atMost: FRAMES_MS } },
  ])
} finally {
  await browser.close()
}
