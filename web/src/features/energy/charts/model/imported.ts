import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import { type Day, dayAfter, dayOf } from '@kellersonne/core/time/days'
import type { Period } from '@kellersonne/core/time/periods'
import type { Localizer } from './layers.ts'

/** Beyond these, a list would be longer than the chart. */
const MOST = 3

type Span = readonly [from: number, until: number]
type Data = Pick<GraphData, 'edges' | 'gaps' | 'timeZone'>

/** Returns when imported energies stand in for measured ones, in order and without overlaps; ms. */
function importedSpans({ edges, gaps }: Data): Span[] {
  const [first = 0, last = 0] = [edges[0], edges.at(-1)]
  const spans: Span[] = []
  const imported = gaps.filter(({ reason }) => reason === 'imported').toSorted((a, b) => a.from - b.from)
  for (const gap of imported) {
    const [from, until] = [Math.max(first, gap.from), Math.min(last, gap.until)]
    const before = spans.at(-1)
    if (until <= from) continue
    if (before && from <= before[1]) spans[spans.length - 1] = [before[0], Math.max(before[1], until)]
    else spans.push([from, until])
  }
  return spans
}

/** Returns the first and last days of the spans; those of neighbouring days are one. */
function daysOf(spans: readonly Span[], timeZone: string): [Day, Day][] {
  const all: [Day, Day][] = []
  for (const [from, until] of spans) {
    const [first, last] = [dayOf(new Date(from), timeZone), dayOf(new Date(until - 1), timeZone)]
    const before = all.at(-1)
    if (before && first <= dayAfter(before[1])) before[1] = last
    else all.push([first, last])
  }
  return all
}

/** True of a step that has imported energies. */
export const isImportedAt = ({ edges, gaps }: Data, step: number) =>
  gaps.some(
    ({ reason, from, until }) =>
      reason === 'imported' && from < (edges[step + 1] ?? 0) && until > (edges[step] ?? 0),
  )

/** "Importierte Werte: 3. Mai bis 9. Mai"; of a day, its times. null = nothing was imported. */
export function importedText(data: Data, period: Period, { t, f }: Localizer): string | null {
  const { timeZone } = data
  const spans = importedSpans(data)
  const time = (at: number) => f.time(new Date(at), timeZone)
  const date = (day: Day) => f.dayAndMonth(new Date(`${day}T12:00:00Z`), 'UTC')
  const named =
    period === 'day'
      ? spans.map(([from, until]) => [time(from), time(until)] as const)
      : daysOf(spans, timeZone).map(([first, last]) => [date(first), date(last)] as const)
  if (named.length === 0) return null
  const texts = named
    .slice(0, MOST)
    .map(([from, until]) => (from === until ? from : t('importedSpan', { from, until })))
  const list = f.list(named.length > MOST ? [...texts, t('importedMore')] : texts)
  return t('importedValues', { list })
}
