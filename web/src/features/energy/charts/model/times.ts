import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Resolution } from '@kellersonne/core/energy/charts'
import { type Day, dayOf, timeOfDay } from '@kellersonne/core/time/days'
import type { Period } from '@kellersonne/core/time/periods'
import type { Formats } from '../../../../platform/i18n/format.ts'
import { stepTicks, timeTicks } from '../../../../ui/chart/axis/ticks.ts'
import { createWallClock } from '../../../../ui/chart/axis/wallClock.ts'
import type { Plotted, Tick } from '../../../../ui/chart/lane.ts'
import { comparedDate } from './comparing.ts'
import { isoWithOffset } from './dates.ts'
import { MOST_COLUMNS } from './layers.ts'
import type { Selection } from './selection.ts'

/** In ranges longer than this, day labels include the month. */
const MANY_DAYS = 40 * 86_400_000

type Shown = { readonly data: GraphData; readonly period: Period; readonly resolution: Resolution }

const noon = (day: Day) => new Date(`${day}T12:00:00Z`)

/** Formats a period: "Di, 09.06.2026", "Juni 2026", "2026". */
export function periodText(period: Period, day: Day, f: Formats): string {
  if (period === 'day') return f.date(noon(day), 'UTC')
  return period === 'month' ? f.month(day, 'long', 'numeric') : day.slice(0, 4)
}

/** Names the period that a selection is compared with; null if with none. */
export function comparedText({ period, date, comparison }: Selection, f: Formats): string | null {
  const compared = comparedDate(period, date, comparison)
  return compared && periodText(period, compared, f)
}

/** Formats a step's time: a day or a month by its name, shorter ones by their start. */
export function stepText(at: number, { data: { timeZone }, period, resolution }: Shown, f: Formats): string {
  const day = dayOf(new Date(at), timeZone)
  if (resolution === 'month') return f.month(day, 'long', 'numeric')
  if (resolution === 'day') return f.date(noon(day), 'UTC')
  const time = [f.time(new Date(at), timeZone), ...repeated(at, timeZone)].join(' ')
  return period === 'day' ? time : `${f.date(new Date(at), timeZone)}, ${time}`
}

const HOUR_MS = 3_600_000

/** A time's UTC offset if it occurs twice on its day. */
function repeated(at: number, timeZone: string): string[] {
  const shows = (instant: number) => timeOfDay(new Date(instant), timeZone)
  const twice = shows(at) === shows(at - HOUR_MS) || shows(at) === shows(at + HOUR_MS)
  return twice ? [`(${isoWithOffset(createWallClock(timeZone)(at)).slice(19)})`] : []
}

/** Axis labels: names of days and months below their columns, other times at their position. */
export function ticksOf({ data, period, resolution }: Shown, f: Formats): Plotted['ticks'] {
  const { edges, timeZone } = data
  const long = (edges.at(-1) ?? 0) - (edges[0] ?? 0) > MANY_DAYS
  const dayName = (day: Day) => (long ? f.dayAndMonth(noon(day), 'UTC') : String(Number(day.slice(8))))
  const named = (resolution === 'day' || resolution === 'month') && edges.length - 1 <= MOST_COLUMNS
  if (named)
    return (view, most) =>
      stepTicks(edges, view, resolution === 'month' ? most * 2 : most * 2.4).map(({ at, start }): Tick => {
        const day = dayOf(new Date(start), timeZone)
        return { at, label: resolution === 'month' ? f.month(day, 'short') : dayName(day) }
      })
  return (view, most) =>
    timeTicks(view, most, timeZone).map(({ at, unit, day }): Tick => {
      if (unit === 'month') return { at, label: f.month(day, 'short') }
      if (unit === 'time') return { at, label: f.clock(new Date(at), timeZone) }
      if (period !== 'day')
        return { at, label: long ? f.dayAndMonth(noon(day), 'UTC') : `${Number(day.slice(8))}.` }
      return { at, label: at === edges.at(-1) ? '24:00' : '00:00' }
    })
}
