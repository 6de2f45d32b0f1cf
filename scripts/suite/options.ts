import { parseArgs } from 'node:util'

export type Options = {
  /** Parts of paths of test files; empty: everything. */
  readonly words: readonly string[]
  /** The revision since which changes count; null: do not select by changes. */
  readonly changedSince: string | null
  /** A text that test titles must contain. */
  readonly title: string | null
  /** Determines the values of property tests, and the order of files if shuffled. */
  readonly seed: number
  readonly shuffle: boolean
  /** Records a trace of the browser, which is a third slower. */
  readonly trace: boolean
  /** Runs with other load on the machine. */
  readonly load: boolean
  /** A file for the outcome of each test; null: none. */
  readonly outcomes: string | null
}

export const MOST_SEED = 0x7fff_ffff

/** Always the same, so that the result depends on the tree alone. */
const USUAL_SEED = 1

export const usage = `npm test                      everything
npm test -- WORD …            the tests whose path contains a word: server, web/src/ui, e2e/charts.spec.ts
npm test -- --changed [REV]   the tests that load what has changed since REV (what is not committed)
  --title TEXT   only tests whose title contains it     --seed N    the values and the order of another run
  --shuffle      files in the order that the seed draws --trace     a recording of what the browser did
  --load         beside stress-ng, which keeps the machine busy`

/** Parses the arguments. Throws an explanation if they are invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      title: { type: 'string', short: 't' },
      seed: { type: 'string' },
      shuffle: { type: 'boolean' },
      trace: { type: 'boolean' },
      load: { type: 'boolean' },
      outcomes: { type: 'string' },
    },
  })
  const seed = values.seed === undefined ? USUAL_SEED : Number(values.seed)
  if (!Number.isInteger(seed) || seed < 0 || seed > MOST_SEED)
    throw new Error(`--seed takes a whole number from 0 to ${MOST_SEED}, not ${values.seed}`)
  const { changed = false, shuffle = false, trace = false, load = false } = values
  const { title = null, outcomes = null } = values
  if (changed && positionals.length > 1) throw new Error('--changed takes one revision')
  return {
    words: changed ? [] : positionals,
    changedSince: changed ? (positionals[0] ?? 'HEAD') : null,
    ...{ title, seed, shuffle, trace, load, outcomes },
  }
}
