import { dirname } from 'node:path'
import type { Verdict } from './judging.ts'
import type { Numbered } from './schemata.ts'

/** `unreached`: no test runs that code; `unjudged`: time ran out. `tests`: how many reach it. */
export type Outcome = Numbered & {
  readonly verdict: Verdict['verdict'] | 'unreached' | 'unjudged'
  readonly by?: string
  readonly tests: number
}

/** Returns the workspace and the folder below its `src`, such as `server/identity/sessions`. */
export const capabilityOf = (file: string): string => dirname(file).replace('/src', '')

const tokensOf = (text: string): string[] => text.match(/\w+|\s+|[<>=!&|?]+|[^\w\s]/g) ?? []

/** Merges two lines into one that shows the difference: `a [< → <=] b`. */
export function difference(original: string, mutated: string): string {
  const [a, b] = [tokensOf(original), tokensOf(mutated)]
  let from = 0
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from += 1
  let tail = 0
  while (tail < Math.min(a.length, b.length) - from && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const part = (tokens: string[]) => tokens.slice(from, tokens.length - tail).join('')
  return `${a.slice(0, from).join('')}[${part(a)} → ${part(b)}]${a.slice(a.length - tail).join('')}`
}

const is =
  (...verdicts: Outcome['verdict'][]) =>
  (outcome: Outcome) =>
    verdicts.includes(outcome.verdict)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function rowOf(name: string, outcomes: readonly Outcome[]): string[] {
  const judged = outcomes.filter((outcome) => outcome.verdict !== 'unjudged')
  const count = (...verdicts: Outcome['verdict'][]) => judged.filter(is(...verdicts)).length
  const caught = count('caught', 'timeout')
  const score = judged.length === 0 ? '–' : percent(caught / judged.length)
  return [name, ...[judged.length, caught, count('survived'), count('unreached')].map(String), score]
}

/** Returns the scores by capability, and the total. */
export function table(outcomes: readonly Outcome[]): string {
  const groups = [...Map.groupBy(outcomes, ({ file }) => capabilityOf(file))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const head = ['', 'mutants', 'caught', 'survived', 'no test', 'score']
  const rows = [head, ...groups.map(([name, own]) => rowOf(name, own)), rowOf('all', outcomes)]
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const pad = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

/** Returns one line for each surviving mutant. */
export const survivors = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(is('survived', 'unreached')).map(({ file, line, original, mutated, tests }) => {
    const reached = tests === 0 ? 'no test reaches it' : `${tests} tests`
    return `${file}:${line}  ${difference(original, mutated)}  (${reached})`
  })
