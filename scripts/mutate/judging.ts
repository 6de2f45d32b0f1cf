import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

async function run(vitest: Vitest, file: string, ids: readonly string[] | undefined, task: Task) {
  const [project] = vitest.projects
  if (!project) throw new Error('no project')
  vitest.provide('mutation', task)
  const specification = project.createSpecification(file, ids ? { testIds: [...ids] } : undefined)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  // The others are left from runs before.
  const module = testModules.find(({ moduleId }) => moduleId === file)
  return { module, unhandledErrors }
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

/** Runs the tests that reach a mutant with the mutant switched on, until the first of them fails. */
export async function judge(vitest: Vitest, mutant: Numbered, reaches: readonly Reach[]): Promise<Verdict> {
  for (const { file, ids, ms } of nearest(mutant, reaches)) {
    const patience = STARTING_MS + TIMES_SLOWER * ms
    const started = performance.now()
    const { module, unhandledErrors } = await run(vitest, file, ids, {
      kind: 'one',
      mutant: mutant.id,
      patience,
    })
    if (unhandledErrors.length > 0) {
      const verdict = performance.now() - started > STARTING_MS ? 'timeout' : 'caught'
      return { verdict, by: String(unhandledErrors[0]) }
    }
    if (!module?.ok()) return { verdict: 'caught', by: module ? firstFault(module) : 'nothing ran' }
  }
  return { verdict: 'survived' }
}

/** Mutants that each test of a file reaches, by the test's id. */
export type Tests = ReadonlyMap<string, readonly number[]>

const STUCK = join(tmpdir(), `mutate-${process.pid}-`)
let sweeps = 0

/**
 * Tries all mutants of a file of pure tests in one worker: much quicker than a worker each. What it says is caught is;
 * what it says nothing of may have survived, or been hidden by something that a test before it left behind.
 */
export async function sweep(
  vitest: Vitest,
  file: string,
  tests: Tests,
  ms: number,
): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>()
  sweeps += 1
  const stuck = `${STUCK}${sweeps}`
  const task = () => ({
    kind: 'many' as const,
    mutants: Object.fromEntries(
      [...tests].map(([id, all]) => [id, all.filter((mutant) => !verdicts.has(mutant))]),
    ),
    patience: STARTING_MS + TIMES_SLOWER * ms,
    stuck,
  })
  for (;;) {
    const { module } = await run(vitest, file, [...tests.keys()], task())
    for (const [mutant, by] of module?.meta().caught ?? []) verdicts.set(mutant, { verdict: 'caught', by })
    if (!existsSync(stuck)) return verdicts
    verdicts.set(Number(readFileSync(stuck, 'utf8')), { verdict: 'timeout' })
    rmSync(stuck)
  }
}
