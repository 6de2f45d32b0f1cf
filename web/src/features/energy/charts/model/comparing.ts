import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Day } from '@kellersonne/core/time/days'
import type { Period } from '@kellersonne/core/time/periods'
import { createWallClock } from '../../../../ui/chart/axis/wallClock.ts'
import { stepped } from './dates.ts'
import type { Comparison } from './selection.ts'

/** A day of the period that `date`'s is compared with; null if there is no comparison. */
export function comparedDate(period: Period, date: Day, comparison: Comparison): Day | null {
  if (comparison === 'none') return null
  return comparison === 'previous' ? stepped(period, date, -1) : stepped('year', date, -1)
}

/** Positions in local time that are the same in every period. */
const placeIn: Record<Period, (wall: Date) => number> = {
  day: (wall) => wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  month: (wall) => wall.getUTCDate() * 1440 + placeIn.day(wall),
  year: (wall) => wall.getUTCMonth() * 50_000 + placeIn.month(wall),
}

const placesOf = ({ edges, timeZone }: GraphData, period: Period) => {
  const clock = createWallClock(timeZone)
  return edges.slice(0, -1).map((at) => placeIn[period](new Date(clock(at).wall)))
}

/**
 * Aligns another period's values to this one's steps by local time; a missing step is a gap, and the first one of a
 * repeated hour counts.
 */
export function alignTo(data: GraphData, other: GraphData, period: Period): GraphData {
  const found = new Map<number, number>()
  placesOf(other, period).forEach((place, i) => {
    if (!found.has(place)) found.set(place, i)
  })
  const sources = placesOf(data, period).map((place) => found.get(place) ?? -1)
  const moved = (series: MeasuredSeries): MeasuredSeries => ({
    ...series,
    values: sources.map((source) => series.values[source] ?? null),
  })
  return {
    ...data,
    series: new Map([...other.series].map(([measure, series]) => [measure, moved(series)])),
    energies: null,
    flows: null,
    gaps: [],
    energyGaps: [],
    jumps: [],
    disagreements: [],
  }
}
