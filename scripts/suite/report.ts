import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Options } from './options.ts'
import type { Outcome } from './outcome.ts'

const SLOWEST = 10
const MESSAGE_LINES = 30
const LOG_LINES = 20

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const nameOf = ({ file, title }: Outcome) => [file, title].filter((text) => text !== '').join(' › ')
/** Quotes a text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the duration of a part, and its slowest tests. */
export function partReport(name: string, ms: number, outcomes: readonly Outcome[]): string {
  const slowest = outcomes
    .filter(({ file }) => file !== '')
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
  const rows = slowest.map((outcome) => `  ${seconds(outcome.ms).padStart(8)}  ${nameOf(outcome)}`)
  return [`${name}: ${seconds(ms)}`, ...rows].join('\n')
}

/** Returns the command that runs the test alone with the same values. */
export function repeatCommand({ file, title }: Outcome, { seed, shuffle }: Options): string {
  if (file === '') return 'npm run check'
  const words = [file, ...(title === '' ? [] : ['--title', quoted(title)])]
  return ['npm test --', ...words, `--seed ${seed}`, ...(shuffle ? ['--shuffle'] : [])].join(' ')
}

const head = (text: string, lines: number) => text.split('\n').slice(0, lines).join('\n')
const tail = (text: string, lines: number) => text.trimEnd().split('\n').slice(-lines).join('\n')
const indented = (text: string) => text.replaceAll(/^/gm, '    ')

/** Describes a failure: its message, how to repeat it, the end of the product's log, and the paths of further files. */
export function failureReport(outcome: Outcome, options: Options, root: string): string {
  const messages = outcome.messages.map((text) => head(stripVTControlCharacters(text), MESSAGE_LINES))
  const logs = outcome.evidence.filter((path) => path.endsWith('.log'))
  return [
    `✗ ${nameOf(outcome)}`,
    ...messages.map(indented),
    `  again: ${repeatCommand(outcome, options)}`,
    ...outcome.evidence.map((path) => `  more:  ${relative(root, path)}`),
    ...logs.map((path) => indented(tail(readFileSync(path, 'utf8'), LOG_LINES))),
  ].join('\n')
}

const LINE_CHARACTERS = 300
const lineOf = (text: string) =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, LINE_CHARACTERS)

/** Names a failure and what it said, in a line each: of a long output, often only the end is kept. */
export const failureSummary = (outcome: Outcome): string =>
  [`✗ ${nameOf(outcome)}`, ...outcome.messages.map(lineOf).map(indented)].join('\n')
