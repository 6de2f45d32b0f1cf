// npm run mutate: plants bugs one at a time and says which ones no test notices.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Vitest } from 'vitest/node'
import { explain, readExplained } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import { type Outcome, survivors, table } from './report.ts'
import { judge, look, open, type Reaches } from './runs.ts'
import type { Numbered } from './schemata.ts'
import { sample, targets } from './targets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: 'HEAD' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    workers: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
})
const root = new URL('../../', import.meta.url).pathname
process.chdir(root)
const PROGRESS = 100
const deadline = Date.now() + Number(values.minutes) * 60_000

/** The Vitest project that tests a file, and which of its tests may reach it. */
const projectOf = ({ file }: Numbered) => (file.startsWith('server/') ? 'real' : 'pure')
const TESTS = { pure: /\/(core|contract)\/src\//, real: /\/server\/src\// }

/** Looks with all runners at once: which tests reach which mutant. */
async function lookAll(runners: readonly Vitest[], tests: RegExp): Promise<Reaches> {
  const looks = runners.map(async (runner, nth) => {
    const all = await runner.globTestSpecifications()
    return look(
      runner,
      all.filter(({ moduleId }) => tests.test(moduleId)).filter((_, i) => i % runners.length === nth),
    )
  })
  const pairs = (await Promise.all(looks)).flatMap((reaches) => [...reaches])
  const groups = Map.groupBy(pairs, ([id]) => id)
  return new Map([...groups].map(([id, of]) => [id, of.flatMap(([, reaches]) => reaches)]))
}

async function judgeAll(project: keyof typeof TESTS, mutants: readonly Numbered[]): Promise<Outcome[]> {
  const count = Math.min(Number(values.workers), mutants.length)
  const runners = await Promise.all(Array.from({ length: count }, () => open(root, project, mutants)))
  const started = Date.now()
  const reaches = await lookAll(runners, TESTS[project])
  console.log(`${project}: without a mutant ${Math.round((Date.now() - started) / 1000)} s`)
  const queue = [...mutants]
  const outcomes: Outcome[] = []
  async function work(runner: Vitest) {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const reach = reaches.get(mutant.id) ?? []
      const tests = reach.reduce((sum, of) => sum + of.tests, 0)
      if (reach.length === 0) outcomes.push({ ...mutant, verdict: 'unreached', tests })
      else if (Date.now() > deadline) outcomes.push({ ...mutant, verdict: 'unjudged', tests })
      else outcomes.push({ ...mutant, ...(await judge(runner, mutant, reach)), tests })
      if (outcomes.length % PROGRESS === 0) console.log(`… ${outcomes.length} of ${mutants.length}`)
    }
  }
  await Promise.all(runners.map(work))
  await Promise.all(runners.map((runner) => runner.close()))
  return outcomes.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.edit.start - b.edit.start))
}

const files = targets(positionals, values.base)
const found = files.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
const entries = readExplained(`${root}scripts/mutate/equivalent.json`)
const { open: unexplained, explained, stale } = explain(found, files, entries)
const drawn = values.sample ? sample(unexplained, Number(values.sample), Number(values.seed)) : unexplained
const numbered = drawn.map((mutant, i) => ({ ...mutant, id: i + 1 }))
console.log(`${files.length} files, ${found.length} mutants, of which ${numbered.length} are planted`)

const outcomes: Outcome[] = []
for (const [project, mutants] of Map.groupBy(numbered, projectOf))
  outcomes.push(...(await judgeAll(project, mutants)))

for (const line of survivors(outcomes)) console.log(line)
console.log(`\n${table(outcomes)}`)
const unjudged = outcomes.filter(({ verdict }) => verdict === 'unjudged').length
if (unjudged > 0) console.log(`\n${unjudged} were not judged: the time was over`)
if (explained.length > 0) console.log(`\n${explained.length} explained in scripts/mutate/equivalent.json`)
for (const { file, original, mutated } of stale)
  console.log(`matches nothing any more: ${file}  ${original} → ${mutated}`)
if (values.json) {
  const rows = outcomes.map(({ edit: _, anchor: __, ...row }) => row)
  writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
process.exit(stale.length > 0 ? 1 : 0)
