/** A day that is over: what was expected at its beginning, what it brought, and what rules of thumb had predicted. Wh. */
export type JudgedDay = {
  readonly expected: number
  /** Null without a band. */
  readonly low: number | null
  readonly high: number | null
  readonly outcome: number
  /** What the day before had brought, and the mean of the seven days before; null if not known. */
  readonly yesterday: number | null
  readonly week: number | null
}

/** How right expectations were. Percentages are of the mean outcome. */
export type Score<D extends JudgedDay> = {
  readonly days: number
  /** Mean absolute error, %; null if nothing came on any day. */
  readonly error: number | null
  /** Mean error, %: above zero, too much was expected. */
  readonly bias: number | null
  /** Share of days within their band, of those that had one, %. */
  readonly withinBand: number | null
  /** Error divided by that of a rule of thumb on the same days; null without such days, or if the rule made no error. */
  readonly toYesterday: number | null
  readonly toWeek: number | null
  /** Whether a rule of thumb was as good; null with fewer than `FEWEST_DAYS` days to compare. */
  readonly noBetter: boolean | null
  /** The days with the smallest error, of those that brought at least half of the mean, and with the largest. */
  readonly best: D | null
  readonly worst: D | null
}

/** Fewer say nothing: a single day decides. */
const FEWEST_DAYS = 14
const PERCENT = 100

const sumOf = <D>(days: readonly D[], of: (day: D) => number) =>
  days.reduce((total, day) => total + of(day), 0)
const errorOf = ({ expected, outcome }: JudgedDay) => Math.abs(expected - outcome)

/** Compares with what a rule of thumb had predicted; how many days that is about, and the errors' ratio. */
function against(days: readonly JudgedDay[], rule: 'yesterday' | 'week') {
  const both = days.flatMap((day) => {
    const predicted = day[rule]
    return predicted === null ? [] : [{ own: errorOf(day), thumb: Math.abs(predicted - day.outcome) }]
  })
  const thumb = sumOf(both, (one) => one.thumb)
  return { days: both.length, ratio: thumb > 0 ? sumOf(both, ({ own }) => own) / thumb : null }
}

/** Scores days that are over; null without any. */
export function scoreOf<D extends JudgedDay>(days: readonly D[]): Score<D> | null {
  if (days.length === 0) return null
  const outcome = sumOf(days, (day) => day.outcome)
  const share = (error: number) => (outcome > 0 ? (PERCENT * error) / outcome : null)
  const banded = days.flatMap(({ low, high, outcome: came }) =>
    low === null || high === null ? [] : [came >= low && came <= high],
  )
  const [yesterday, week] = [against(days, 'yesterday'), against(days, 'week')]
  const compared = [yesterday, week].filter((one) => one.days >= FEWEST_DAYS && one.ratio !== null)
  const byError = days.toSorted((a, b) => errorOf(a) - errorOf(b))
  return {
    days: days.length,
    error: share(sumOf(days, errorOf)),
    bias: share(sumOf(days, ({ expected, outcome: came }) => expected - came)),
    withinBand: banded.length > 0 ? (PERCENT * banded.filter((one) => one).length) / banded.length : null,
    toYesterday: yesterday.ratio,
    toWeek: week.ratio,
    noBetter: compared.length > 0 ? compared.some(({ ratio }) => ratio !== null && ratio >= 1) : null,
    best: byError.find((day) => day.outcome >= outcome / days.length / 2) ?? null,
    worst: byError.at(-1) ?? null,
  }
}
