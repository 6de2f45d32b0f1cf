import type { ForecastQuality, ForecastScore } from '@kellersonne/contract/energy/forecast-record'
import { type JudgedDay, type Score, scoreOf } from '@kellersonne/core/energy/forecast-record/score'
import { type Day, dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import { openSlices } from '../../../platform/slices.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { excludedOf } from './excluded.ts'
import { FEWEST_MEASURED } from './judge.ts'
import { type DayRecord, recordStore } from './store.ts'
import { type SunDay, sunDaysOf } from './sun-days.ts'

const PERIODS = [30, 365]
const NOTHING_KNOWN: SunDay = { spoilt: null, isCurtailed: false }
type Kind = 'pv' | 'load'
type Why = NonNullable<ForecastScore['best']>['why']

/** A day that is over and judged. */
type Judged = { readonly day: Day; readonly record: DayRecord; readonly sun: SunDay }
type Counted = JudgedDay & Judged

const reasonOf = ({ record, sun }: Judged, kind: Kind) => excludedOf(record, kind, sun.spoilt)

function countedOf(judged: Judged, kind: Kind): Counted[] {
  const { issues, judgement } = judged.record
  const [sum, outcome] = [issues.sums[kind], judgement?.[kind]]
  if (!sum || !outcome || outcome.came === null || reasonOf(judged, kind) !== null) return []
  const { came, yesterday, week } = outcome
  return [{ ...judged, ...sum, outcome: came, yesterday, week }]
}

/** Returns what may explain a day; `isUsual`: whether weather was used on most days. */
function whyOf({ record: { issues, judgement }, sun }: Judged, kind: Kind, isUsual: boolean): Why {
  if ((judgement?.measured ?? 1) < (1 + FEWEST_MEASURED) / 2) return 'gap'
  if (kind === 'pv' && sun.isCurtailed) return 'curtailed'
  return isUsual && !issues.weather ? 'weather_missing' : null
}

/** Whether weather was used on most days. */
const isUsualIn = (counted: readonly Counted[]) =>
  2 * counted.filter(({ record }) => record.issues.weather).length > counted.length

/** Writes days of a kind for the wire. */
const dayToWire = (kind: Kind, isUsual: boolean) => (one: Counted) => ({
  ...{ day: one.day, low: one.low, expected: one.expected, high: one.high, outcome: one.outcome },
  why: whyOf(one, kind, isUsual),
})

function scoreToWire(score: Score<Counted>, write: ReturnType<typeof dayToWire>) {
  return {
    ...{ days: score.days, error: score.error, bias: score.bias, within_band: score.withinBand },
    ...{ to_yesterday: score.toYesterday, to_week: score.toWeek, no_better: score.noBetter },
    best: score.best && write(score.best),
    worst: score.worst && write(score.worst),
  }
}

function kindQuality(days: readonly Judged[], kind: Kind) {
  const reasons = days.map((day) => reasonOf(day, kind))
  const count = (reason: string) => reasons.filter((one) => one === reason).length
  const counted = days.flatMap((day) => countedOf(day, kind))
  const score = scoreOf(counted)
  const [gap, not_forecast] = [count('gap'), count('not_forecast')]
  const [curtailed, snow, faulty] = [count('curtailed'), count('snow'), count('faulty')]
  return {
    excluded: { gap, not_forecast, curtailed, snow, faulty },
    score: score && scoreToWire(score, dayToWire(kind, isUsualIn(counted))),
  }
}

/** Resolves to how right forecasts were in the last 30 and 365 days before today; in slices. */
export async function qualityOf(sql: Sql, system: OwnedSystem, now: Date): Promise<ForecastQuality> {
  const { id, time_zone: timeZone, visible_from } = system
  const today = dayOf(now, timeZone)
  const since = (length: number) => startOfDay(dayAfter(today, -length), timeZone)
  const store = recordStore(sql)
  const longest = since(Math.max(...PERIODS))
  const from = longest > visible_from ? longest : visible_from
  const records = await store.between(id, from, startOfDay(today, timeZone))
  const first = await store.first(id, visible_from)
  const sunDays = await sunDaysOf(sql, system, now)
  const slices = openSlices()
  await slices.next()
  const judged = records.flatMap((record): Judged[] => {
    const day = dayOf(record.start, timeZone)
    return record.judgement === null ? [] : [{ day, record, sun: sunDays.get(day) ?? NOTHING_KNOWN }]
  })
  const judgedIn = (length: number) => {
    const earliest = since(length)
    return judged.filter(({ record: { start } }) => start >= earliest)
  }
  const recent = (kind: Kind) => {
    const counted = judgedIn(Math.min(...PERIODS)).flatMap((day) => countedOf(day, kind))
    return counted.map(dayToWire(kind, isUsualIn(counted)))
  }
  return {
    since: first ? dayOf(first.start, timeZone) : null,
    periods: await slices.map(PERIODS, (length) => {
      const days = judgedIn(length)
      return {
        ...{ length, days: days.length },
        reissued: days.filter(({ record }) => record.reissued).length,
        pv: kindQuality(days, 'pv'),
        load: kindQuality(days, 'load'),
      }
    }),
    recent: { pv: recent('pv'), load: recent('load') },
  }
}
