import type { Clock, History } from '@kellersonne/core/energy/forecast/days'
import type { DayForecast, Forecast, Known } from '@kellersonne/core/energy/forecast/forecast'
import type { Learnt } from '@kellersonne/core/energy/forecast/learnt'
import type { Memory } from '@kellersonne/core/energy/forecast/memory'
import type { Weather } from '@kellersonne/core/energy/forecast/weather'
import { finished, type Steps } from '@kellersonne/core/energy/steps'
import { type Day, dayAfter, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { naive, pinball, slotted, until } from './rules.ts'

/** When a day is forecast: `ahead` days before, with so many quarters over. */
const issues = {
  midnight: { ahead: 0, passed: 0 },
  '09:00': { ahead: 0, passed: 36 },
  '12:00': { ahead: 0, passed: 48 },
  '15:00': { ahead: 0, passed: 60 },
  tomorrow: { ahead: 1, passed: 0 },
} as const
export type IssueName = keyof typeof issues

/** A kind of forecast, as the product makes it. */
export type Kind = {
  readonly clock: Clock
  readonly forecast: (known: Known, count: number) => Forecast
  readonly learn: (known: Known, most: number) => Steps<Learnt>
  /** Of PV a band at night is no feat. */
  readonly isLit: (most: number, peak: number) => boolean
}

/** Sums over one day's quarters; the bands' over those that are judged. */
export type Judged = {
  readonly day: Day
  ours: number
  usual: number
  yesterday: number
  week: number
  actual: number
  forecast: number
  banded: number
  below: number
  above: number
  pinball: number
  naivePinball: number
  /** Energies of whole days: of the forecast, of the mean of seven days, and what came. */
  energy: readonly [number, number, number] | null
  sumHeld: boolean | null
  method: Forecast['method']
}

const DAYS = 366
const MOST_LEARNT = 100
/** Days before it are not judged: no model has anything to go by. */
const FIRST_DAY = 60

function judge(
  day: Day,
  actual: readonly (number | null)[],
  ours: DayForecast,
  rules: ReturnType<typeof naive>,
  passed: number,
  kind: Kind,
): Omit<Judged, 'method'> {
  const sums = { ours: 0, usual: 0, yesterday: 0, week: 0, actual: 0, forecast: 0 }
  const bands = { banded: 0, below: 0, above: 0, pinball: 0, naivePinball: 0 }
  const peak = Math.max(0, ...rules.map(({ band }) => band?.most ?? 0))
  let [quarters, whole] = [0, 0]
  actual.forEach((power, i) => {
    if (i < passed) return
    whole += 1
    const rule = rules[i]
    const [expected, usual] = [ours.quarters[i] ?? null, ours.usual[i] ?? null]
    if (power === null || !rule || rule.yesterday === null || rule.week === null) return
    if (expected === null || usual === null) return
    quarters += 1
    sums.ours += Math.abs(expected - power)
    sums.usual += Math.abs(usual - power)
    sums.yesterday += Math.abs(rule.yesterday - power)
    sums.week += Math.abs(rule.week - power)
    sums.actual += power
    sums.forecast += expected
    const [low, high] = [ours.low[i] ?? null, ours.high[i] ?? null]
    if (low === null || high === null || !rule.band || !kind.isLit(rule.band.most, peak)) return
    bands.banded += 1
    if (power < low) bands.below += 1
    if (power > high) bands.above += 1
    bands.pinball += pinball(0.1, low, power) + pinball(0.9, high, power)
    bands.naivePinball += pinball(0.1, rule.band.low, power) + pinball(0.9, rule.band.high, power)
  })
  const isWhole = quarters === whole && whole > 0
  const week = rules.slice(passed).reduce((sum, rule) => sum + (rule.week ?? 0), 0)
  const known = actual.slice(0, passed).every((power) => power !== null)
  const total = actual.reduce<number>((sum, power) => sum + (power ?? 0), 0) / 4
  return {
    ...{ day, ...sums, ...bands },
    energy: isWhole ? [sums.forecast, week, sums.actual] : null,
    sumHeld: isWhole && known && ours.sum !== null ? total >= ours.sum.low && total <= ours.sum.high : null,
  }
}

/** Forecasts each day of a recording with what was known then, learning as the product does, and judges it. */
export function walk(
  history: History,
  days: readonly Day[],
  kind: Kind,
  timeZone: string,
  more: (issued: Date) => Partial<Known> & { readonly weather?: Weather } = () => ({}),
): ReadonlyMap<IssueName, readonly Judged[]> {
  const slots = slotted(history, timeZone, kind.clock)
  const found = new Map<IssueName, Judged[]>(Object.keys(issues).map((name) => [name as IssueName, []]))
  let memory: Memory | null = null
  for (const issued of days.slice(FIRST_DAY - 1)) {
    const midnight = startOfDay(issued, timeZone)
    const past = new Map(
      Array.from({ length: DAYS }, (_, i) => dayAfter(issued, -1 - i)).flatMap((day) => {
        const quarters = history.get(day)
        return quarters ? [[day, quarters] as const] : []
      }),
    )
    const before: Known = { ...more(midnight), history: past, now: midnight, timeZone, memory }
    memory = finished(kind.learn(before, MOST_LEARNT)).memory
    const today = history.get(issued) ?? []
    for (const passed of new Set(Object.values(issues).map((issue) => issue.passed))) {
      const now = new Date(midnight.getTime() + passed * QUARTER_MS)
      const known = {
        ...more(now),
        history: new Map(past).set(issued, until(today, passed)),
        now,
        timeZone,
        memory,
      }
      const forecast = kind.forecast(known, passed === 0 ? 2 : 1)
      for (const [name, issue] of Object.entries(issues)) {
        if (issue.passed !== passed) continue
        const day = dayAfter(issued, issue.ahead)
        const [ours, actual] = [forecast.days[issue.ahead], history.get(day)]
        if (!(ours && actual)) continue
        const rules = naive(slots, issued, day)
        const method = forecast.method
        found.get(name as IssueName)?.push({ ...judge(day, actual, ours, rules, passed, kind), method })
      }
    }
  }
  return found
}
