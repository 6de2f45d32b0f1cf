import type { ForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import { type Day, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { byQuarter } from './coarse-band.ts'
import { excludedOf } from './excluded.ts'
import { recordStore } from './store.ts'
import { sunDaysOf } from './sun-days.ts'

const PERCENT = 100
const HOUR_MS = 3_600_000

const numbers = (course: Float64Array) =>
  Array.from(course, (power) => (Number.isNaN(power) ? null : Math.round(power)))

/** Resolves to what was expected of a day, and what it brought. */
export async function recordOf(sql: Sql, system: OwnedSystem, day: Day, now: Date): Promise<ForecastRecord> {
  const start = startOfDay(day, system.time_zone)
  const [found] =
    start < system.visible_from ? [] : await recordStore(sql).find([{ system: system.id, start }])
  if (!found) return nothing(day, start)
  const { issues, judgement, reissued } = found
  const spoilt = judgement ? ((await sunDaysOf(sql, system, now)).get(day)?.spoilt ?? null) : null
  const [pv, load] = [byQuarter(issues.pv), byQuarter(issues.load)]
  const at = (ms: number) => new Date(start.getTime() + ms).toISOString()
  return {
    day,
    start: start.toISOString(),
    issued_at: at(issues.first * QUARTER_MS),
    methods: { pv: issues.pv.method, load: issues.load.method },
    ...{ weather: issues.weather, reissued },
    pv: numbers(issues.pv.course),
    pv_low: numbers(pv.low),
    pv_high: numbers(pv.high),
    load: numbers(issues.load.course),
    load_low: numbers(load.low),
    load_high: numbers(load.high),
    sums: issues.sums,
    issues: issues.hours.flatMap((sums, hour) => (sums ? [{ at: at(hour * HOUR_MS), ...sums }] : [])),
    outcome: judgement && {
      pv: judgement.pv.came,
      load: judgement.load.came,
      measured: PERCENT * judgement.measured,
      excluded: { pv: excludedOf(found, 'pv', spoilt), load: excludedOf(found, 'load', null) },
    },
  }
}

const nothing = (day: Day, start: Date): ForecastRecord => ({
  ...{ day, start: start.toISOString(), issued_at: null, methods: null, weather: false, reissued: false },
  ...{ pv: [], pv_low: [], pv_high: [], load: [], load_low: [], load_high: [] },
  ...{ sums: { pv: null, load: null }, issues: [], outcome: null },
})
