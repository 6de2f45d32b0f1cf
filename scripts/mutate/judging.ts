import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import type { Vitest } from 'vitest/node'
import { firstFault, type Reach } from './runs.ts'
import type { Numbered } from './schemata.ts'
import type { Task } from './worker.ts'

/** `by`: what went wrong first. */
export type Verdict = { readonly verdict: 'caught' | 'timeout' | 'survived'; readonly by?: string }

/** A run that takes this long and these times longer than without a mutant is endless. */
const STARTING_MS = 20_000
const TIMES_SLOWER = 10
/** Of all the tests that merely load a constant, the nearest will do. */
const ENOUGH_MS = 180_000

/** Runs these tests of some files, and nothing else. */
async function run(vitest: Vitest, of: readonly Pick<Reach, 'file' | 'ids'>[], task: Task) {
  const [project] = vitest.projects
  if (!project) throw new Error('no project')
  vitest.provide('mutation', task)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    of.map(({ file, ids }) => project.createSpecification(file, ids ? { testIds: [...ids] } : undefined)),
  )
  // The others are left from runs before.
  const files = new Set(of.map(({ file }) => file))
  return { modules: testModules.filter(({ moduleId }) => files.has(moduleId)), unhandledErrors }
}

/** Its own tests first, then its neighbours', then the quickest, until it is enough. */
function nearest({ file }: Numbered, reaches: readonly Reach[]): Reach[] {
  const stem = file.replace(/\.ts$/, '')
  const near = [`${stem}.`, stem.replace(/-.*/, ''), dirname(file), '']
  const rank = (reach: Reach) => near.findIndex((part) => reach.file.includes(part))
  let sum = 0
  return [...reaches]
    .sort((a, b) => rank(a) - rank(b) || a.ms - b.ms)
    .filter(({ ms }, i) => {
      sum += ms
      return i === 0 || sum <= ENOUGH_MS
    })
}

/** What is run in one worker: the nearest file by itself, and where tests share nothing, the others together. */
function portions([first, ...others]: readonly Reach[], pure: boolean): Reach[][] {
  if (!first) return []
  if (!pure) return [first, ...others].map((reach) => [reach])
  // What a sweep has not found needs a worker of its own only where values are kept.
  const swept = first.ids !== undefined && others.every(({ ids }) => ids)
  return swept || others.length === 0 ? [[first]] : [[first], others]
}

/** Runs the tests that reach a mutant with the mutant switched on, until the first of them fails. */
export async function judge(
  vitest: Vitest,
  mutant: Numbered,
  reaches: readonly Reach[],
  pure: boolean,
): Promise<Verdict> {
  for (const portion of portions(nearest(mutant, reaches), pure)) {
    const patience = STARTING_MS + TIMES_SLOWER * portion.reduce((sum, { ms }) => sum + ms, 0)
    const started = performance.now()
    const task: Task = { kind: 'one', mutant: mutant.id, patience }
    const { modules, unhandledErrors } = await run(vitest, portion, task)
    if (unhandledErrors.length > 0) {
      const verdict = performance.now() - started > STARTING_MS ? 'timeout' : 'caught'
      return { verdict, by: inspect(unhandledErrors[0], { depth: 0 }) }
    }
    const red = modules.find((module) => !module.ok())
    if (red) return { verdict: 'caught', by: firstFault(red) }
    if (modules.length < portion.length) throw new Error(`${mutant.file}: tests did not run`)
  }
  return { verdict: 'survived' }
}

/** Mutants that each test of a file reaches, by the test's id. */
export type Tests = ReadonlyMap<string, readonly number[]>

let sweeps = 0

/**
 * Tries all mutants of a file of pure tests in one worker: much quicker than a worker each. What it reports as caught is;
 * what it leaves out may have survived, or been hidden by the state that an earlier test left behind.
 */
export async function sweep(
  vitest: Vitest,
  file: string,
  tests: Tests,
  ms: number,
): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>()
  sweeps += 1
  const current = join(tmpdir(), `mutate-${process.pid}-${sweeps}`)
  const task = () => ({
    kind: 'many' as const,
    mutants: Object.fromEntries(
      [...tests].map(([id, all]) => [id, all.filter((mutant) => !verdicts.has(mutant))]),
    ),
    patience: STARTING_MS + TIMES_SLOWER * ms,
    current,
  })
  for (;;) {
    const { modules, unhandledErrors } = await run(vitest, [{ file, ids: [...tests.keys()] }], task())
    for (const [mutant, by] of modules.flatMap((module) => module.meta().caught ?? []))
      verdicts.set(mutant, { verdict: 'caught', by })
    const last = existsSync(current) ? Number(readFileSync(current, 'utf8')) : 0
    rmSync(current, { force: true })
    if (unhandledErrors.length === 0 || last === 0) return verdicts
    // Endless, or more than the memory holds: what else there is to find, the next worker finds.
    verdicts.set(last, { verdict: 'timeout', by: inspect(unhandledErrors[0], { depth: 0 }) })
  }
}
