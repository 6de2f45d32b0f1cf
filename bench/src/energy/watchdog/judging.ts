import { judgeQuarters, type Limits } from '@kellersonne/core/energy/findings/judge'
import type { Judgement } from '@kellersonne/core/energy/findings/judgement'
import { judgePv } from '@kellersonne/core/energy/findings/pv'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { curtailedQuarters } from '@kellersonne/core/energy/forecast/curtailed'
import { sunDays } from '@kellersonne/core/energy/forecast/sun/sun-past'
import { type Day, dayAfter, dayOf, QUARTER_MS, quartersByDay, startOfDay } from '@kellersonne/core/time/days'
import { type Watts, watts } from '@kellersonne/core/units/units'
import { DAY_QUARTERS } from './house.ts'

/** Days that the product hands over. */
export const READ_DAYS = 66
const SUN_DAYS = 84

export const cut = (all: WatchedQuarters, from: number, until: number): WatchedQuarters => {
  const part = (column: Float64Array) => column.subarray(from, until)
  return {
    start: all.start + from * QUARTER_MS,
    ...{
      soc: part(all.soc),
      lowest: part(all.lowest),
      charge: part(all.charge),
      discharge: part(all.discharge),
    },
    ...{ pv: part(all.pv), import: part(all.import), feedIn: part(all.feedIn) },
    excused: all.excused.subarray(from, until),
  }
}

function judgeSun(all: WatchedQuarters, until: number, timeZone: string, limit: number | null): Judgement {
  const q = cut(all, Math.max(0, until - SUN_DAYS * DAY_QUARTERS), until)
  const history = new Map<Day, (Watts | null)[]>()
  const end = q.start + q.pv.length * QUARTER_MS
  for (let day = dayOf(new Date(q.start), timeZone), from = 0; from < q.pv.length; day = dayAfter(day)) {
    const until = Math.round(
      (Math.min(end, startOfDay(dayAfter(day), timeZone).getTime()) - q.start) / QUARTER_MS,
    )
    // Of the first day, the beginning may be missing.
    if (from > 0 || until - from >= DAY_QUARTERS - 4)
      history.set(
        day,
        Array.from(q.pv.subarray(from, until), (wh) => (Number.isNaN(wh) ? null : watts(4 * wh))),
      )
    from = until
  }
  const now = new Date(end + 60_000)
  const power = (column: Float64Array) => column.map((wh) => 4 * wh)
  const grid = q.import.map((wh, i) => 4 * (wh - (q.feedIn[i] ?? Number.NaN)))
  const flows = { start: new Date(q.start), pv: power(q.pv), grid, soc: q.soc, battery: q.charge }
  const curtailed = quartersByDay(curtailedQuarters(flows), flows.start, timeZone)
  return judgePv(sunDays({ history, now, timeZone, curtailed }), limit)
}

/** Judges a house at the end of a day, as the product does each night. */
export function judgeAt(
  all: WatchedQuarters,
  until: number,
  { timeZone, stated, limits }: { timeZone: string; stated: number; limits: Limits },
): readonly Judgement[] {
  const quarters = cut(all, Math.max(0, until - READ_DAYS * DAY_QUARTERS), until)
  const pv = limits.pv === undefined ? null : limits.pv / 100
  return [...judgeQuarters(quarters, { stated, limits }), judgeSun(all, until, timeZone, pv)]
}
