import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import type { Vitest } from 'vitest/node'
import { firstFault, type Reach } from './runs.ts'
import type { Numbered } from './schemata.ts'
import type { Task } from './worker.ts'

/** `by`: the first failure. */
export type Verdict = { readonly verdict: 'caught' | 'timeout' | 'survived'; readonly by?: string }

/** A run counts as endless after this time plus a multiple of its time without a mutant. */
const STARTING_MS = 20_000
const TIMES_SLOWER = 10
/** Of the tests that merely load a constant, only the nearest run, up to this time. */
const ENOUGH_MS = 180_000

/** Runs only these tests of some files. */
async function run(vitest: Vitest, of: readonly Pick<Reach, 'file' | 'ids'>[], task: Task) {
  const [project] = vitest.projects
  if (!project) throw new Error('no project')
  vitest.provide('mutation', task)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    of.map(({ file, ids }) => project.createSpecification(file, ids ? { testIds: [...ids] } : undefined)),
  )
  // The others remain from earlier runs.
  const files = new Set(of.map(({ file }) => file))
  return { modules: testModules.filter(({ moduleId }) => files.has(moduleId)), unhandledErrors }
}

/** Returns a mutant's own tests first, then its neighbors', then the fastest, up to ENOUGH_MS. */
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

/** Groups files by worker: the nearest file on its own; the others together if the tests share no state. */
function portions([first, ...others]: readonly Reach[], pure: boolean): Reach[][] {
  if (!first) return []
  if (!pure) return [first, ...others].map((reach) => [reach])
  // After a sweep, survivors need a fresh worker only if values are kept between tests.
  const swept = first.ids !== undefined && others.every(({ ids }) => ids)
  return swept || others.length === 0 ? [[first]] : [[first], others]
}

/** Runs the tests that reach a mutant with it switched on, until the first one fails. */
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
 * Tries all mutants of a file of pure tests in one worker, which is much faster than a worker each. Mutants reported as
 * caught are; the others may have survived, or been hidden by the state left by an earlier test.
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
    // Endless, or out of memory: the next worker continues with the other mutants.
    verdicts.set(last, { verdict: 'timeout', by: inspect(unhandledErrors[0], { depth: 0 }) })
  }
}
