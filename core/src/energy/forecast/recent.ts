import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { mean, type Watts, watts } from '../../units/units.ts'
import { bySlot, type Clock, SLOTS, type Slots } from './days.ts'
import type { DayCourse, Known } from './forecast.ts'
import { isFreeDay } from './house/house-past.ts'
import { dayGrid } from './past.ts'

/** Days of history used, and on how many of them a quarter must have been measured to be forecast. */
export const HISTORY_DAYS = 14
export const FEWEST_DAYS = 5
const LIKE_DAYS = 4
const FEWEST_LIKE_DAYS = 2

/** What the last 14 days alone suggest. */
export type Recent = {
  readonly days: readonly DayCourse[]
  /** How many of the last 14 days it is based on. */
  readonly history: number
  /** Today relative to an ordinary day: 1 = the same, 0.5 = half. */
  readonly level: number
}

/** Parameters that differ between PV and house load. */
type Kind = {
  readonly clock: Clock
  /** The share of a day's deviation from the ordinary day that carries over to the next day. */
  readonly kept: number
  /**
   * Weight of the expected level, as a share of an ordinary day: once that much was measured, both weigh the same.
   */
  readonly weight: number
  /** Bounds of the level. */
  readonly levels: readonly [number, number]
}
const sun: Kind = { clock: 'sun', kept: 0.5, weight: 0.05, levels: [0, Number.POSITIVE_INFINITY] }
const house: Kind = { clock: 'wall', kept: 0.2, weight: 1, levels: [0.5, 2] }

/**
 * Forecasts PV power: the ordinary day (for each quarter by the sun, the mean of the last 14 days without the highest
 * and the lowest) times the level of the day, capped at the highest of those days in that quarter. Half of
 * yesterday's deviation persists; today's yield so far corrects it:
 * level = (yield + 5 % of an ordinary day × expected level) / (ordinary yield so far + 5 % of an ordinary day).
 * A persistence model on its own history, as in Antonanzas et al., Review of photovoltaic power forecasting, Solar
 * Energy 136 (2016) 78, with a correction by today's yield as in evcc.
 */
export function recentPv(known: Known, count = 2): Recent {
  const past = pastDays(known, sun)
  const days = past.map(({ slots }) => slots)
  const curve = ordinary(days)
  const best = across(days, (values) => watts(Math.max(...values)))
  const capped = curve.map((power, slot) => ({ power, most: best[slot] ?? null }))
  return forecast(known, sun, past, count, (_, level) =>
    capped.map(({ power, most }) =>
      power === null || most === null ? null : watts(Math.min(power * level, most)),
    ),
  )
}

/**
 * Forecasts house load: for each quarter by the wall clock, half the mean of the last four like days (working days,
 * or Saturdays, Sundays and public holidays) plus half the ordinary day of all, times the level of the day. A fifth of yesterday's
 * deviation persists; today's consumption so far corrects it, with the expected level weighing a whole ordinary day.
 * The level stays within 0.5 to 2.
 */
export function recentLoad(known: Known, count = 2): Recent {
  const past = pastDays(known, house)
  const all = ordinary(past.map(({ slots }) => slots))
  return forecast(known, house, past, count, (day, level) =>
    loadCurve(known, past, all, day).map((power) => (power === null ? null : watts(power * level))),
  )
}

type PastDay = { readonly day: Day; readonly slots: Slots }

/** Lists the days before today with any measurement, newest first. */
function pastDays({ history, now, timeZone }: Known, { clock }: Kind): readonly PastDay[] {
  const today = dayOf(now, timeZone)
  return Array.from({ length: HISTORY_DAYS }, (_, i) => dayAfter(today, -1 - i)).flatMap((day) => {
    const quarters = history.get(day)
    return quarters?.some((power) => power !== null)
      ? [{ day, slots: bySlot(quarters, dayGrid(day, timeZone, clock).slots) }]
      : []
  })
}

/** Reduces each slot's known values with `of`; null if there are fewer than `fewest`. */
const across = (days: readonly Slots[], of: (values: Watts[]) => Watts | null, fewest = FEWEST_DAYS): Slots =>
  Array.from({ length: SLOTS }, (_, slot) => {
    const values = days.flatMap((slots) => slots[slot] ?? [])
    return values.length < fewest ? null : of(values)
  })

/** The mean without the highest and the lowest, so that one odd day does not distort it. */
const ordinary = (days: readonly Slots[]) =>
  across(days, (values) => mean(values.toSorted((a, b) => a - b).slice(1, -1)))

function loadCurve(known: Known, past: readonly PastDay[], all: Slots, day: Day): Slots {
  const like = past
    .filter((other) => isFreeDay(other.day, known) === isFreeDay(day, known))
    .slice(0, LIKE_DAYS)
  const own = across(
    like.map(({ slots }) => slots),
    mean,
    FEWEST_LIKE_DAYS,
  )
  return all.map((power, slot) => (power === null ? null : mean([power, own[slot] ?? power])))
}

type Curve = (day: Day, level: number) => Slots

function forecast(known: Known, kind: Kind, past: readonly PastDay[], count: number, curve: Curve): Recent {
  const { now, timeZone } = known
  const today = dayOf(now, timeZone)
  const level = levelOfToday(known, kind, past, curve)
  return {
    days: Array.from({ length: count }, (_, i) => {
      const day = dayAfter(today, i)
      const slots = curve(day, persisting(level, kind.kept ** i))
      return {
        day,
        start: startOfDay(day, timeZone),
        quarters: dayGrid(day, timeZone, kind.clock).slots.map((slot) => slots[slot] ?? null),
      }
    }),
    history: past.length,
    level,
  }
}

/** Returns a level some days later: deviations fade. */
const persisting = (level: number, kept: number) => 1 + kept * (level - 1)

function levelOfToday({ history, now, timeZone }: Known, kind: Kind, past: readonly PastDay[], curve: Curve) {
  const today = dayOf(now, timeZone)
  const within = (level: number) => Math.min(kind.levels[1], Math.max(kind.levels[0], level))
  const yesterday = dayAfter(today, -1)
  const before = compare(past.find(({ day }) => day === yesterday)?.slots ?? [], curve(yesterday, 1))
  const prior = persisting(before.expected > 0 ? within(before.measured / before.expected) : 1, kind.kept)

  const passed = Math.floor((now.getTime() - startOfDay(today, timeZone).getTime()) / QUARTER_MS)
  const soFar = (history.get(today) ?? []).slice(0, passed)
  const slots = curve(today, 1)
  const { measured, expected } = compare(bySlot(soFar, dayGrid(today, timeZone, kind.clock).slots), slots)
  const weight = kind.weight * slots.reduce<number>((total, power) => total + (power ?? 0), 0)
  return expected + weight > 0 ? within((measured + weight * prior) / (expected + weight)) : 1
}

/** Sums measured and expected power over the slots known to both. */
function compare(day: Slots, curve: Slots) {
  let measured = 0
  let expected = 0
  day.forEach((power, slot) => {
    const usual = curve[slot] ?? null
    if (power === null || usual === null) return
    measured += power
    expected += usual
  })
  return { measured, expected }
}
