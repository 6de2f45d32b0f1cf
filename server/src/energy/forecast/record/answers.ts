import type { ForecastQuality, ForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import { type JudgedDay, type Score, scoreOf } from '@kellersonne/core/energy/forecast-record/score'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { byQuarter } from './coarse-band.ts'
import { FEWEST_MEASURED } from './judge.ts'
import { EARLY_QUARTERS } from './keep.ts'
import { type DayRecord, recordStore } from './store.ts'

const PERIODS = [30, 365]
const PERCENT = 100
const HOUR_MS = 3_600_000
type Kind = 'pv' | 'load'

const numbers = (course: Float64Array) =>
  Array.from(course, (power) => (Number.isNaN(power) ? null : Math.round(power)))

/** Returns why a judged day does not count; null if it does. */
function excludedOf({ issues, judgement }: DayRecord, kind: Kind): 'gap' | 'not_forecast' | null {
  if (issues.first >= EARLY_QUARTERS || issues.sums[kind] === null) return 'not_forecast'
  return (judgement?.[kind].came ?? null) === null ? 'gap' : null
}

/** Resolves to what was expected of a day, and what it brought. */
export async function recordOf(sql: Sql, system: OwnedSystem, day: Day): Promise<ForecastRecord> {
  const start = startOfDay(day, system.time_zone)
  const [found] =
    start < system.visible_from ? [] : await recordStore(sql).find([{ system: system.id, start }])
  if (!found) return nothing(day, start)
  const { issues, judgement } = found
  const [pv, load] = [byQuarter(issues.pv), byQuarter(issues.load)]
  const at = (ms: number) => new Date(start.getTime() + ms).toISOString()
  return {
    day,
    start: start.toISOString(),
    issued_at: at(issues.first * QUARTER_MS),
    methods: { pv: issues.pv.method, load: issues.load.method },
    weather: issues.weather,
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
      excluded: { pv: excludedOf(found, 'pv'), load: excludedOf(found, 'load') },
    },
  }
}

const nothing = (day: Day, start: Date): ForecastRecord => ({
  ...{ day, start: start.toISOString(), issued_at: null, methods: null, weather: false },
  ...{ pv: [], pv_low: [], pv_high: [], load: [], load_low: [], load_high: [] },
  ...{ sums: { pv: null, load: null }, issues: [], outcome: null },
})

type Counted = JudgedDay & { readonly day: Day; readonly record: DayRecord }

function countedOf(record: DayRecord, kind: Kind, timeZone: string): Counted[] {
  const [sum, outcome] = [record.issues.sums[kind], record.judgement?.[kind]]
  if (!sum || !outcome || outcome.came === null || excludedOf(record, kind) !== null) return []
  const { came, yesterday, week } = outcome
  return [{ ...sum, outcome: came, yesterday, week, day: dayOf(record.start, timeZone), record }]
}

/** Returns what may explain a day; `isUsual`: whether weather was used on most days. */
function whyOf({ issues, judgement }: DayRecord, isUsual: boolean): 'gap' | 'weather_missing' | null {
  if ((judgement?.measured ?? 1) < (1 + FEWEST_MEASURED) / 2) return 'gap'
  return isUsual && !issues.weather ? 'weather_missing' : null
}

const dayToWire = (one: Counted, isUsual: boolean) => ({
  ...{ day: one.day, low: one.low, expected: one.expected, high: one.high, outcome: one.outcome },
  why: whyOf(one.record, isUsual),
})

function scoreToWire(score: Score<Counted>, isUsual: boolean) {
  return {
    ...{ days: score.days, error: score.error, bias: score.bias, within_band: score.withinBand },
    ...{ to_yesterday: score.toYesterday, to_week: score.toWeek, no_better: score.noBetter },
    best: score.best && dayToWire(score.best, isUsual),
    worst: score.worst && dayToWire(score.worst, isUsual),
  }
}

/** Whether weather was used on most days. */
const isUsualIn = (counted: readonly Counted[]) =>
  2 * counted.filter(({ record }) => record.issues.weather).length > counted.length

function kindQuality(records: readonly DayRecord[], kind: Kind, timeZone: string) {
  const excluded = records.map((record) => excludedOf(record, kind))
  const counted = records.flatMap((record) => countedOf(record, kind, timeZone))
  const score = scoreOf(counted)
  return {
    excluded: {
      gap: excluded.filter((reason) => reason === 'gap').length,
      not_forecast: excluded.filter((reason) => reason === 'not_forecast').length,
    },
    score: score && scoreToWire(score, isUsualIn(counted)),
  }
}

/** Resolves to how right forecasts were in the last 30 and 365 days before today. */
export async function qualityOf(sql: Sql, system: OwnedSystem, now: Date): Promise<ForecastQuality> {
  const { id, time_zone: timeZone, visible_from } = system
  const today = dayOf(now, timeZone)
  const since = (length: number) => startOfDay(dayAfter(today, -length), timeZone)
  const store = recordStore(sql)
  const longest = since(Math.max(...PERIODS))
  const from = longest > visible_from ? longest : visible_from
  const records = await store.between(id, from, startOfDay(today, timeZone))
  const first = await store.first(id, visible_from)
  const judgedIn = (length: number) =>
    records.filter(({ start, judgement }) => start >= since(length) && judgement !== null)
  const recent = (kind: Kind) => {
    const counted = judgedIn(Math.min(...PERIODS)).flatMap((record) => countedOf(record, kind, timeZone))
    return counted.map((one) => dayToWire(one, isUsualIn(counted)))
  }
  return {
    since: first ? dayOf(first.start, timeZone) : null,
    periods: PERIODS.map((length) => {
      const judged = judgedIn(length)
      return {
        length,
        days: judged.length,
        pv: kindQuality(judged, 'pv', timeZone),
        load: kindQuality(judged, 'load', timeZone),
      }
    }),
    recent: { pv: recent('pv'), load: recent('load') },
  }
}
