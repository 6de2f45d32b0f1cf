// npm run mutate: plants bugs one at a time and reports those that no test catches.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensurePackages } from '../suite/packages/packages.ts'
import { explain, readExplained } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import { type Outcome, survivors, table } from './report.ts'
import type { Numbered } from './schemata.ts'
import { type Project, session } from './session.ts'
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
function keep(outcomes: readonly Outcome[]) {
  const rows = outcomes.map(({ edit: _, anchor: __, ...row }) => row)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
}
const bounds = {
  root,
  keep,
  workers: Number(values.workers),
  deadline: Date.now() + Number(values.minutes) * 60_000,
}

const PROJECTS: Project[] = [
  { name: 'pure', tests: /\/(core|contract)\/src\//, pure: true },
  { name: 'real', tests: /\/server\/src\//, pure: false },
]
const projectOf = ({ file }: Numbered) => PROJECTS[file.startsWith('server/') ? 1 : 0]

const files = targets(positionals, values.base)
const found = files.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
const entries = readExplained(`${root}scripts/mutate/equivalent.json`)
const { open: unexplained, explained, stale } = explain(found, files, entries)
const drawn = values.sample ? sample(unexplained, Number(values.sample), Number(values.seed)) : unexplained
const numbered = drawn.map((mutant, i) => ({ ...mutant, id: i + 1 }))
console.log(`${files.length} files, ${found.length} mutants, of which ${numbered.length} are planted`)

if (numbered.some((mutant) => projectOf(mutant)?.name === 'real'))
  await ensurePackages(['rabbitmq', 'swupdate'])
const outcomes: Outcome[] = []
for (const [project, mutants] of Map.groupBy(numbered, projectOf))
  if (project) outcomes.push(...(await session(project, mutants, bounds)))

for (const line of survivors(outcomes)) console.log(line)
console.log(`\n${table(outcomes)}`)
const unjudged = outcomes.filter(({ verdict }) => verdict === 'unjudged').length
if (unjudged > 0) console.log(`\n${unjudged} were not judged: the time was over`)
if (explained.length > 0) console.log(`\n${explained.length} explained in scripts/mutate/equivalent.json`)
for (const { file, original, mutated } of stale)
  console.log(`matches nothing any more: ${file}  ${original} → ${mutated}`)
keep(outcomes)
process.exit(stale.length > 0 ? 1 : 0)
