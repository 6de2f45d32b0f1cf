// npm test: runs the selected parts, and prints a summary line at the end.
import { statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startLoad } from './load.ts'
import { watchMemory } from './memory.ts'
import { type Options, readOptions, usage } from './options.ts'
import { check, type Outcome } from './outcome.ts'
import { ensurePackages } from './packages/packages.ts'
import { type Part, partsOf } from './parts.ts'
import { failureReport, failureSummary, partReport } from './report.ts'
import { beginRun, clearFormerRuns } from './run.ts'
import { type Selection, selectionOf } from './selection.ts'
import { processesOf } from './sweep.ts'
import { temporaryPlace } from './temporary.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NEEDED_BYTES = 2e9
const UNUSABLE = 2
const LOOK_MS = 500

function refuse(fault: unknown): never {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exit(UNUSABLE)
}

function read(args: readonly string[]): { readonly options: Options; readonly selection: Selection } {
  try {
    const options = readOptions(args)
    return { options, selection: selectionOf(root, options) }
  } catch (fault) {
    refuse(`${fault instanceof Error ? fault.message : fault}\n\n${usage}`)
  }
}

function refuseFullDisks(temporary: string) {
  for (const folder of [root, temporary]) {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < NEEDED_BYTES)
      refuse(
        `The tests need ${NEEDED_BYTES / 1e9} GB in ${folder}, and ${((bavail * bsize) / 1e9).toFixed(1)} GB are free.`,
      )
  }
}

async function runPart({ name, run }: Part): Promise<readonly Outcome[]> {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const outcomes = await run()
  console.log(`\n${partReport(name, performance.now() - began, outcomes)}`)
  return outcomes
}

/** Runs parts in order, as many at once as there are cores. */
async function runSideBySide(parts: readonly Part[]) {
  const waiting = parts.values()
  async function work() {
    for (const part of waiting) outcomes.push(...(await runPart(part)))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

/** Ends when the parent process has ended, so that an abandoned run leaves nothing behind. */
function followParent() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(1), LOOK_MS).unref()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1))
}

const { options, selection } = read(process.argv.slice(2))
const temporary = temporaryPlace()
refuseFullDisks(temporary)
await clearFormerRuns()
const run = beginRun(temporary)
followParent()
if (!process.stdout.isTTY) process.env['NO_COLOR'] = '1'
process.env['TEST_SEED'] = String(options.seed)
// Servers are started a hundred times, so compiled code is cached.
process.env['NODE_COMPILE_CACHE'] = `${root}.cache/node`
const began = performance.now()

const parts = partsOf(selection, { root, folder: run.folder, options })
const needs = new Set(parts.flat().flatMap((part) => part.needs))
if (options.load) needs.add('stress-ng')
await ensurePackages([...needs]).catch(refuse)
console.log(`Seed ${options.seed}. Reports: ${run.folder}`)
const mostMemory = watchMemory(run.folder, temporary)
const load = options.load ? startLoad() : null
const outcomes: Outcome[] = []
for (const row of parts) await runSideBySide(row)
await load?.stop()

const left = processesOf(run.folder)
for (const { pid, command } of left) console.error(`left behind: ${pid} ${command}`)
if (selection.whole) outcomes.push(check('nothing is left behind', left.length === 0, 0))

const failed = outcomes.filter(({ passed }) => !passed)
for (const outcome of failed) console.log(`\n${failureReport(outcome, options, root)}`)
if (options.outcomes !== null) writeFileSync(options.outcomes, JSON.stringify(outcomes))
if (!selection.whole) console.log('\nThis was a part of the tests; npm test runs everything.')
if (failed.length > 0) console.log(`\n${failed.map(failureSummary).join('\n')}`)
const minutes = (performance.now() - began) / 60_000
console.log(`\n${minutes.toFixed(1)} min, ${mostMemory()}`)
console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 && outcomes.length > 0 ? 0 : 1)
