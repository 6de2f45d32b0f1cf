import type { Vitest } from 'vitest/node'
import { judge, sweep, type Verdict } from './judging.ts'
import type { Outcome } from './report.ts'
import { look, open, type Reach, type Reaches } from './runs.ts'
import type { Numbered } from './schemata.ts'

/** `tests`: files that may reach the mutants; `pure`: they need no setup, so each may run repeatedly. */
export type Project = { readonly name: string; readonly tests: RegExp; readonly pure: boolean }
export type Bounds = {
  readonly root: string
  readonly workers: number
  readonly deadline: number
  /** Called from time to time with the results so far, because a run may take hours. */
  readonly keep: (outcomes: readonly Outcome[]) => void
}

const PROGRESS = 100

/** Finds out with all runners which tests reach which mutant. */
async function lookAll(runners: readonly Vitest[], tests: RegExp): Promise<Reaches> {
  const looks = runners.map(async (runner, nth) => {
    const all = await runner.getRelevantTestSpecifications()
    const own = all
      .filter(({ moduleId }) => tests.test(moduleId))
      .filter((_, i) => i % runners.length === nth)
    return look(runner, own)
  })
  const pairs = (await Promise.all(looks)).flatMap((reaches) => [...reaches])
  const groups = Map.groupBy(pairs, ([id]) => id)
  return new Map([...groups].map(([id, of]) => [id, of.flatMap(([, reaches]) => reaches)]))
}

/** Each runner takes the next item of `queue` as soon as it is free. */
const share = <T>(runners: readonly Vitest[], queue: T[], work: (runner: Vitest, item: T) => Promise<void>) =>
  Promise.all(
    runners.map(async (runner) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(runner, item)
    }),
  )

/** Groups mutants by the files and tests that reach them at run time. */
function byFile(reaches: Reaches) {
  const pairs = [...reaches].flatMap(([mutant, all]) => all.map((reach) => ({ mutant, ...reach })))
  const groups = [...Map.groupBy(pairs, ({ file }) => file)].map(([file, of]) => {
    const tests = new Map<string, number[]>()
    for (const { mutant, ids } of of)
      for (const id of ids ?? []) tests.set(id, [...(tests.get(id) ?? []), mutant])
    return { file, tests, ms: Math.max(...of.map(({ ms }) => ms)) }
  })
  return groups.filter(({ tests }) => tests.size > 0)
}

/** Judges all mutants of the files tested by one project. */
export async function session(
  project: Project,
  mutants: readonly Numbered[],
  bounds: Bounds,
): Promise<Outcome[]> {
  const count = Math.min(bounds.workers, mutants.length)
  const opened = () => open(bounds.root, project.name, mutants)
  const runners = await Promise.all(Array.from({ length: count }, opened))
  const started = Date.now()
  const reaches = await lookAll(runners, project.tests)
  console.log(`${project.name}: without a mutant ${Math.round((Date.now() - started) / 1000)} s`)

  const verdicts = new Map<number, Verdict>()
  // Files that run with the same mutant can share a worker.
  for (const { config } of runners.flatMap((runner) => runner.projects)) config.isolate = !project.pure
  if (project.pure)
    await share(runners, byFile(reaches), async (runner, { file, tests, ms }) => {
      const left = [...tests].map(([id, all]) => [id, all.filter((mutant) => !verdicts.has(mutant))] as const)
      for (const [mutant, verdict] of await sweep(runner, file, new Map(left), ms))
        verdicts.set(mutant, verdict)
    })
  if (project.pure) console.log(`${verdicts.size} of ${mutants.length} caught at once`)

  const outcomes: Outcome[] = []
  await share(runners, [...mutants], async (runner, mutant) => {
    const reach: readonly Reach[] = reaches.get(mutant.id) ?? []
    const tests = reach.reduce((sum, of) => sum + of.tests, 0)
    const known = verdicts.get(mutant.id)
    if (reach.length === 0) outcomes.push({ ...mutant, verdict: 'unreached', tests })
    else if (known) outcomes.push({ ...mutant, ...known, tests })
    else if (Date.now() > bounds.deadline) outcomes.push({ ...mutant, verdict: 'unjudged', tests })
    else outcomes.push({ ...mutant, ...(await judge(runner, mutant, reach, project.pure)), tests })
    if (outcomes.length % PROGRESS > 0) return
    console.log(`… ${outcomes.length} of ${mutants.length}`)
    bounds.keep(outcomes)
  })
  await Promise.all(runners.map((runner) => runner.close()))
  return outcomes.sort((a, b) => a.id - b.id)
}
