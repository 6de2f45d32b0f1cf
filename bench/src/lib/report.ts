import { percentile } from './statistics.ts'

type Target = { readonly atMost: number } | { readonly atLeast: number }
export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Explains the value, or gives the range of its rounds. */
  readonly note?: string
  readonly target?: Target
}

const NAME_WIDTH = 44
const VALUE_WIDTH = 22

/** Rounds to three significant digits, from 100 on to integers. */
const rounded = (value: number) =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))

function verdict(value: number, target: Target) {
  const met = 'atMost' in target ? value <= target.atMost : value >= target.atLeast
  const wanted = 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`
  return `${wanted}: ${met ? 'met' : 'MISSED'}`
}

function line({ name, value, unit, note, target }: Figure) {
  const parts = [target && verdict(value, target), note].filter((part) => part !== undefined)
  const amount = `${rounded(value)} ${unit}`
  return `  ${name.padEnd(NAME_WIDTH)}${amount.padEnd(VALUE_WIDTH)}${parts.join('; ')}`.trimEnd()
}

/** Prints the block of one benchmark. */
export function report(title: string, figures: readonly Figure[], remarks: readonly string[] = []): void {
  console.log([`\n${title}`, ...figures.map(line), ...remarks.map((remark) => `  ${remark}`)].join('\n'))
}

/** Returns the percentile of a share from 0 to 1 of times in ms. */
export const timeFigure = (
  name: string,
  times: readonly number[],
  share: number,
  atMost?: number,
): Figure => ({
  name: `${name}, p${share * 100}`,
  value: percentile(times, share),
  unit: 'ms',
  ...(atMost === undefined ? {} : { target: { atMost } }),
})

/** Returns the range of some numbers as "12.3 to 45.6". */
export const spread = (values: readonly number[]) =>
  `${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}`
