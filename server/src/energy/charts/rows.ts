import type { ApexRow, SocRow } from '@kellersonne/contract/energy/charts-rows'
import { stepsOf, unitOf } from '@kellersonne/core/energy/charts'
import { type Day, dayAfter, dayOf, QUARTER_MS, zoneOffset } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readGrids } from './grid.ts'
import { columnsFor, measureOn, PER, quarterly } from './measure.ts'

/** Maps the wire names of the rows' values to core's. */
const measures = { m2: 'grid', m4: 'pv', m5: 'battery', m6: 'soc' } as const
export type Name = keyof typeof measures

/** Formats a time in a zone, as `2026-06-09T09:15:00+02:00`. */
function zoned(ms: number, timeZone: string): string {
  const offset = zoneOffset(new Date(ms), timeZone)
  const wall = new Date(ms + offset * 60_000).toISOString().slice(0, 19)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${wall}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

/**
 * Resolves to the last `days` days including today: one row per measured quarter, and a row with only the date for a
 * day without any.
 */
export async function rowsOf(
  sql: Sql,
  system: OwnedSystem,
  names: readonly Name[],
  days: number,
  now: Date,
): Promise<(ApexRow & Partial<SocRow>)[]> {
  const { time_zone: timeZone } = system
  const today = dayOf(now, timeZone)
  const range = { from: dayAfter(today, 1 - days), until: dayAfter(today), timeZone }
  const wanted = names.flatMap((name) => columnsFor(measures[name], 'mean'))
  const [grid] = await readGrids(
    sql,
    [system],
    range,
    { measures: wanted, extremes: false, energies: false },
    now,
  )
  if (!grid) return []
  const own = quarterly(grid, { energies: false, flows: false }, undefined)
  const columns = names.map((name) => ({
    name,
    per: PER[unitOf(measures[name], 'mean')],
    values: measureOn(own, measures[name], 'mean'),
  }))
  const row = (dm_time: string, of: (values: Float64Array) => number | undefined) => ({
    dm_time,
    ...Object.fromEntries(columns.map(({ name, per, values }) => [name, rounded(of(values), per)])),
  })
  const isMeasured = (i: number) => columns.some(({ values }) => !Number.isNaN(values[i] ?? Number.NaN))
  return daySlots(range, grid.start).flatMap(({ day, slots }) => {
    const measured = slots.filter(isMeasured)
    if (measured.length === 0) return [row(day, () => undefined)]
    return measured.map((i) => row(zoned(grid.start + i * QUARTER_MS, timeZone), (values) => values[i]))
  })
}

const rounded = (value: number | undefined, per: number) =>
  value === undefined || Number.isNaN(value) ? null : Math.round(value * per) / per

/** Returns the days of a range, each with the indices of its quarters. */
function daySlots(range: { from: Day; until: Day; timeZone: string }, start: number) {
  return stepsOf(range, 'day').flatMap(({ from, ms, count }) =>
    Array.from({ length: count }, (_, i) => {
      const begins = from + i * ms
      const first = (begins - start) / QUARTER_MS
      return {
        day: dayOf(new Date(begins), range.timeZone),
        slots: Array.from({ length: ms / QUARTER_MS }, (__, slot) => first + slot),
      }
    }),
  )
}
