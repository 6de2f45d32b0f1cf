import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Plotted, Span } from '../../../../ui/chart/lane.ts'
import { lanesOf } from './drawing.ts'
import type { Localizer } from './layers.ts'
import { isForecast } from './series.ts'
import { ticksOf } from './times.ts'
import type { Shown } from './useGraph.ts'

/** Shorter gaps are drawn without a label. */
const NAMED_MS = 30 * 60_000

/** Periods without any of the measured values shown, with the reason; not those in the future. */
export function spansOf({ edges, series, gaps }: GraphData, { t }: Localizer): Span[] {
  const columns = [...series].flatMap(([measure, { values }]) => (isForecast(measure) ? [] : [values]))
  const isGap = (step: number) => columns.every((values) => (values[step] ?? null) === null)
  const spans: Span[] = []
  for (let step = 0; step < edges.length - 1; step += 1) {
    const first = step
    while (step < edges.length - 1 && isGap(step)) step += 1
    const [from = 0, until = 0] = [edges[first], edges[step]]
    const middle = (from + until) / 2
    const reason = gaps.find((gap) => gap.from <= middle && gap.until > middle)?.reason ?? 'not_measured'
    if (until - from < NAMED_MS || reason === 'future') continue
    // What was imported is shown; what is missing here has no energy, such as a voltage.
    spans.push({ range: [from, until], label: t(`gaps.${reason === 'imported' ? 'not_measured' : reason}`) })
  }
  return spans
}

/** True if no value is known at all. */
export const isEmpty = ({ series }: GraphData) =>
  [...series.values()].every(({ values }) => values.every((value) => value === null))

/** True if no series has two values, between which a line could be drawn. */
export const isTooShort = ({ series }: GraphData) =>
  [...series.values()].every(({ values }) => values.filter((value) => value !== null).length < 2)

/** Converts a graph for drawing. */
export function plottedOf(shown: Shown, now: number, speech: Localizer): Plotted {
  const { data, selection } = shown
  const { period, resolution } = selection
  return {
    lanes: lanesOf(shown, speech),
    edges: data.edges,
    ticks: ticksOf({ data, period, resolution }, speech.f),
    spans: spansOf(data, speech),
    now: resolution === 'quarter' || resolution === 'hour' ? now : null,
  }
}
