// npm run steady -- N [PATH …]: runs the suite N times with different seeds and orders, and lists every test that did
// not always pass. The last two of three or more whole runs share the machine with stress-ng.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { MOST_SEED } from './options.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
const UNUSABLE = 2
const LOADED = 2
const outcomes = z.array(z.object({ file: z.string(), title: z.string(), passed: z.boolean() }))

type Run = {
  readonly seed: number
  readonly loaded: boolean
  readonly minutes: number
  readonly passed: number
  /** Test names. */
  readonly failed: readonly string[]
}

async function repeat(paths: readonly string[], loaded: boolean): Promise<Run> {
  const seed = randomInt(MOST_SEED)
  const report = join(cache, `outcomes-${process.pid}.json`)
  rmSync(report, { force: true })
  const args = [
    '--seed',
    String(seed),
    '--shuffle',
    '--outcomes',
    report,
    ...(loaded ? ['--load'] : []),
    ...paths,
  ]
  const began = performance.now()
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code === UNUSABLE) process.exit(UNUSABLE)
  const all = outcomes.parse(JSON.parse(readFileSync(report, 'utf8')))
  rmSync(report)
  const failed = all.filter(({ passed }) => !passed).map(({ file, title }) => `${file} › ${title}`)
  return {
    ...{ seed, loaded, minutes: (performance.now() - began) / 60_000 },
    ...{ passed: all.length - failed.length, failed },
  }
}

function table(runs: readonly Run[]): string {
  const rows = runs.map(
    ({ seed, loaded, minutes, passed, failed }, i) =>
      `| ${i + 1} | ${seed} | ${loaded ? 'loaded' : 'quiet'} | ${minutes.toFixed(1)} | ${passed} | ${failed.length} |`,
  )
  const names = [...new Set(runs.flatMap(({ failed }) => failed))]
  const times = (name: string) => runs.filter(({ failed }) => failed.includes(name)).length
  const unsteady = names.map((name) => `| ${name} | ${times(name)} of ${runs.length} |`)
  return [
    ...['| run | seed | machine | minutes | passed | failed |', '|---|---|---|---|---|---|', ...rows, ''],
    ...(names.length === 0
      ? ['Every test passed each time.']
      : ['| did not pass each time | failed |', '|---|---|', ...unsteady]),
  ].join('\n')
}

const [count = '', ...paths] = process.argv.slice(2)
const times = Number(count)
if (!Number.isInteger(times) || times < 1) {
  console.error('npm run steady -- N [PATH …]: N is how often, a whole number from 1.')
  process.exit(UNUSABLE)
}
mkdirSync(cache, { recursive: true })
const runs: Run[] = []
for (let i = 0; i < times; i += 1) {
  const loaded = paths.length === 0 && times > LOADED && i >= times - LOADED
  runs.push(await repeat(paths, loaded))
  console.log(`\n${table(runs)}\n`)
}
process.exit(runs.every(({ failed }) => failed.length === 0) ? 0 : 1)
