import type { Figure } from '../../lib/report.ts'
import { bias, coverage, interval, pinballRatio, ratio, sumCoverage, sumRatio } from './summary.ts'
import type { IssueName, Judged } from './walk.ts'

export type Walked = ReadonlyMap<IssueName, readonly Judged[]>

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const between = ([low, high]: readonly [number, number]) => `${low.toFixed(3)} to ${high.toFixed(3)}`

function methodsOf(days: readonly Judged[]) {
  const counts = Map.groupBy(days, ({ method }) => method)
  return [...counts].map(([method, of]) => `${method} ${percent(of.length / days.length)}`).join(', ')
}

/** Figures of one recording and kind, for each time of issue. */
export const figuresOf = (kind: string, walked: Walked): Figure[] =>
  [...walked].flatMap(([issue, days]) => {
    if (days.length === 0) return []
    const { within, below, above } = coverage(days)
    const about = `${kind} ${issue}`
    return [
      {
        name: `${about}: to the better rule`,
        value: ratio(days),
        unit: '',
        target: { atMost: 1 },
        note: `95 % ${between(interval(days, ratio))}; bias ${percent(bias(days))}; ${days.length} days; ${methodsOf(days)}`,
      },
      { name: `${about}: day energies`, value: sumRatio(days), unit: '', note: 'to the mean of 7 days' },
      ...(kind === 'load'
        ? [{ name: `${about}: usually`, value: ratio(days, 'usual'), unit: '', note: 'the median' }]
        : []),
      {
        name: `${about}: within the band`,
        value: within,
        unit: '',
        target: { atLeast: 0.72 },
        note: `${percent(below)} below, ${percent(above)} above; day energies ${percent(sumCoverage(days))}`,
      },
      { name: `${about}: pinball to 30 days`, value: pinballRatio(days), unit: '' },
    ]
  })

const meanOf = (all: readonly Walked[], issue: IssueName, of: (days: readonly Judged[]) => number) => {
  const values = all.flatMap((walked) => {
    const days = walked.get(issue) ?? []
    return days.length === 0 ? [] : [of(days)]
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

type Wanted = readonly [IssueName, string, (days: readonly Judged[]) => number, number]
const most: Readonly<Record<'pv' | 'load', readonly Wanted[]>> = {
  pv: [
    ['midnight', 'error', ratio, 0.905],
    ['12:00', 'error', ratio, 0.7],
    ['15:00', 'error', ratio, 0.75],
    ['midnight', 'pinball', pinballRatio, 0.98],
    ['12:00', 'pinball', pinballRatio, 0.88],
  ],
  load: [
    ['midnight', 'error', ratio, 0.935],
    ['midnight', 'bias, either way', (days) => Math.abs(bias(days)), 0.05],
    ['midnight', 'day energies', sumRatio, 0.93],
    ['midnight', 'usually', (days) => ratio(days, 'usual'), 0.91],
  ],
}

/** Means over recordings, with what is wanted of them. */
export const means = (kind: 'pv' | 'load', all: readonly Walked[]): Figure[] => [
  ...most[kind].map(([issue, name, of, atMost]) => ({
    name: `${kind} ${issue}: ${name}, mean`,
    value: meanOf(all, issue, of),
    unit: '',
    target: { atMost },
  })),
  ...(['midnight', '12:00'] as const).map((issue) => {
    const within = meanOf(all, issue, (days) => coverage(days).within)
    return {
      name: `${kind} ${issue}: within the band, mean`,
      value: within,
      unit: '',
      target: within > 0.8 ? { atMost: 0.84 } : { atLeast: 0.76 },
    }
  }),
]
