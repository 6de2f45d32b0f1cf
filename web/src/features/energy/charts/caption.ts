import { TOTAL } from '@kellersonne/core/systems/systems'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import type { Lane, Range } from '../../../ui/chart/lane.ts'
import { type Mark, marksIn } from '../../../ui/chart/Marks.tsx'
import type { Caption } from '../../../ui/chart/picture/caption.ts'
import { isWhole } from '../../../ui/chart/view.ts'
import { importedText } from './model/imported.ts'
import type { Localizer } from './model/layers.ts'
import { legendOf } from './model/legend.ts'
import { comparedText, periodText, stepText } from './model/times.ts'
import type { Shown } from './model/useGraph.ts'

/** More events than these make a list that nobody reads. */
const MOST_EVENTS = 12

/** What the picture is of: a system's name or the total's, the names of all systems, events, and the part seen. */
export type Source = {
  readonly name: string
  readonly systems: readonly string[]
  readonly marks: readonly Mark[]
  readonly view: Range
  /** What is said of the forecasts shown. */
  readonly notes: readonly string[]
}

/** How the total is made: by balance, or by the one rule of the powers shown; of several, each axis names its own. */
function ruleOf({ data, shown, selection }: Shown, { t }: Localizer): string[] {
  const totals = shown.flatMap((measure) => {
    const series = data.series.get(measure)
    return series?.unit === 'W' && series.total ? [series.total] : []
  })
  const [rule, ...others] = new Set(totals)
  if (!rule) return []
  if (selection.balance) return [t('balance')]
  return others.length > 0 ? [] : [t(`total.${rule}`)]
}

function subtitleOf(shown: Shown, { systems, view, notes }: Source, speech: Localizer): string {
  const { t, f } = speech
  const { data, selection } = shown
  const { period, resolution, method, system } = selection
  const { edges } = data
  const text = (at: number) => stepText(at, { data, period, resolution: 'quarter' }, f)
  const part = isWhole(view, [edges[0] ?? 0, edges.at(-1) ?? 0])
    ? []
    : [t('zoomed', { from: text(view[0]), to: text(view[1]) })]
  const total = system === TOTAL ? [f.list(systems), ...ruleOf(shown, speech)] : []
  const imported = importedText(data, period, speech)
  return [t(`resolutions.${resolution}`), t(`methods.${method}`), ...total, ...part, ...notes, imported]
    .filter((text) => text !== null)
    .join(' · ')
}

/** The text around the chart's picture: all that is needed to read it elsewhere. */
export function captionOf(shown: Shown, lanes: readonly Lane[], source: Source, speech: Localizer): Caption {
  const { t, f } = speech
  const { data, selection } = shown
  const now = serverNow()
  const events = marksIn(source.marks, source.view)
  const more = events.length - MOST_EVENTS
  return {
    title: `${source.name} · ${periodText(selection.period, selection.date, f)}`,
    subtitle: subtitleOf(shown, source, speech),
    legend: legendOf(lanes, comparedText(selection, f)),
    eventsTitle: t('eventsHere'),
    events: events.slice(0, MOST_EVENTS),
    more: more > 0 ? t('moreEvents', { count: more }) : null,
    foot: `Kellersonne · ${data.timeZone} · ${f.date(now, data.timeZone)}, ${f.time(now, data.timeZone)}`,
  }
}
