import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '../time/days.ts'
import { mean, type Watts, watts } from '../units/units.ts'
import {
  bySlot,
  type Clock,
  type History,
  isWeekend,
  type Quarters,
  SLOTS,
  type Slots,
  slotsOf,
} from './forecast-days.ts'

/** What is expected of one day: mean power of each of its quarters; null where there is too little history. */
export type DayForecast = { readonly day: Day; readonly start: Date; readonly quarters: Quarters }

/** Of today and the days after it. */
export type Forecast = {
  readonly days: readonly DayForecast[]
  /** On how many days of the last 14 it rests. */
  readonly history: number
  /** How today compares with the ordinary day: 1 = as it, 0.5 = half of it. */
  readonly level: number
}

/** The owner's own data, today's included, as far as it is known at `now`. */
export type Known = { readonly history: History; readonly now: Date; readonly timeZone: string }

/** How far back is looked, and how many days a quarter must have been measured on to be forecast. */
export const HISTORY_DAYS = 14
export const FEWEST_DAYS = 5
const LIKE_DAYS = 4
const FEWEST_LIKE_DAYS = 2

/** What tells the sun from the house. */
type Kind = {
  readonly clock: Clock
  /** The share of a day's deviation from the ordinary day that the next day keeps. */
  readonly kept: number
  /** How much of an ordinary day must have been measured for today to weigh as much as what was expected of it. */
  readonly weight: number
  /** Between what the deviation is held. */
  readonly levels: readonly [number, number]
}
const sun: Kind = { clock: 'sun', kept: 0.5, weight: 0.05, levels: [0, Number.POSITIVE_INFINITY] }
const house: Kind = { clock: 'wall', kept: 0.2, weight: 1, levels: [0.5, 2] }

/**
 * PV power: the ordinary day (of each quarter, by the sun, the mean of the last 14 days without the highest and
 * the lowest) times the level of the day, never above the highest of those days in that quarter. Yesterday's
 * level persists by half; what today has yielded so far corrects it:
 * level = (yield + 5 % of an ordinary day × expected level) / (ordinary yield so far + 5 % of an ordinary day).
 * A persistence model on its own history, as in Antonanzas et al., Review of photovoltaic power forecasting,
 * Solar Energy 136 (2016) 78, with a correction by today's yield as evcc has it.
 */
export function pvForecast(known: Known, count = 2): Forecast {
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
 * House load: of each quarter, as it stands on the clocks, half the mean of the last four like days (working
 * days, or Saturdays and Sundays) and half the ordinary day of all; times the level of the day, of which a fifth
 * persists and which what was drawn today corrects, weighed as an ordinary day is long, within 0.5 to 2.
 */
export function loadForecast(known: Known, count = 2): Forecast {
  const past = pastDays(known, house)
  return forecast(known, house, past, count, (day, level) =>
    loadCurve(past, day).map((power) => (power === null ? null : watts(power * level))),
  )
}

type PastDay = { readonly day: Day; readonly slots: Slots }

/** The days before today that were measured at all, the newest first. */
function pastDays({ history, now, timeZone }: Known, { clock }: Kind): readonly PastDay[] {
  const today = dayOf(now, timeZone)
  return Array.from({ length: HISTORY_DAYS }, (_, i) => dayAfter(today, -1 - i)).flatMap((day) => {
    const quarters = history.get(day)
    return quarters?.some((power) => power !== null)
      ? [{ day, slots: bySlot(quarters, slotsOf(day, timeZone, clock)) }]
      : []
  })
}

/** Of each slot something of its known values, where there are enough of them. */
const across = (days: readonly Slots[], of: (values: Watts[]) => Watts | null, fewest = FEWEST_DAYS): Slots =>
  Array.from({ length: SLOTS }, (_, slot) => {
    const values = days.flatMap((slots) => slots[slot] ?? [])
    return values.length < fewest ? null : of(values)
  })

/** The mean without the highest and the lowest: one odd day does not bend it. */
const ordinary = (days: readonly Slots[]) =>
  across(days, (values) => mean(values.toSorted((a, b) => a - b).slice(1, -1)))

function loadCurve(past: readonly PastDay[], day: Day): Slots {
  const all = ordinary(past.map(({ slots }) => slots))
  const like = past.filter((other) => isWeekend(other.day) === isWeekend(day)).slice(0, LIKE_DAYS)
  const own = across(
    like.map(({ slots }) => slots),
    mean,
    FEWEST_LIKE_DAYS,
  )
  return all.map((power, slot) => (power === null ? null : mean([power, own[slot] ?? power])))
}

type Curve = (day: Day, level: number) => Slots

function forecast(known: Known, kind: Kind, past: readonly PastDay[], count: number, curve: Curve): Forecast {
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
        quarters: slotsOf(day, timeZone, kind.clock).map((slot) => slots[slot] ?? null),
      }
    }),
    history: past.length,
    level,
  }
}

/** A level some days later: what deviates fades. */
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
  const { measured, expected } = compare(bySlot(soFar, slotsOf(today, timeZone, kind.clock)), slots)
  const weight = kind.weight * slots.reduce<number>((total, power) => total + (power ?? 0), 0)
  return expected + weight > 0 ? within((measured + weight * prior) / (expected + weight)) : 1
}

/** What was measured and what the curve says, over the slots that both know. */
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
