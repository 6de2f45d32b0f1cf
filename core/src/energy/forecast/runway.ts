import { type Day, dayAfter, dayOf } from '../../time/days.ts'
import { type WattHours, wattHours } from '../../units/units.ts'
import type { History } from './days.ts'
import type { DaySum, Forecast } from './forecast.ts'
import { dayOfYear } from './sun/clear-sky.ts'

/** One day of the runway: what PV yields and the house takes, Wh. */
type RunwayDay = { readonly day: Day; readonly pv: DaySum; readonly load: WattHours }

/**
 * When the battery will live on the sun again: the first of three days in a row whose PV covers the house and what the
 * unit itself consumes. `earliest` with much sun, `latest` with little; null = after the last of `days`.
 */
export type Runway = {
  /** `weather`: the next days by weather; `climate`: the course of the system's own past years. */
  readonly basis: 'weather' | 'climate'
  readonly days: readonly RunwayDay[]
  readonly earliest: Day | null
  readonly expected: Day | null
  readonly latest: Day | null
}

/** What the runway is made of: `own` is what the unit itself takes in a day, Wh. */
export type RunwayInput = {
  readonly pv: Forecast
  readonly load: Forecast
  readonly history: { readonly pv: History; readonly load: History }
  readonly now: Date
  readonly timeZone: string
  readonly own: WattHours
}

const IN_A_ROW = 3
const CLIMATE_DAYS = 150
/** Days of the year around each that its climate is taken from. */
const AROUND = 10
const FEWEST = 8
const LEVEL_DAYS = 28
const FEWEST_SHARE = 0.9
const HOURS = 0.25
/** Of a week's mean: single days vary 2.6 times as much (√7). */
const QUANTILES = [0.1, 0.5, 0.9] as const

/** Energies of the measured days by day of the year, Wh. */
function energiesOf(history: History): readonly { readonly day: Day; readonly energy: number }[] {
  return [...history].flatMap(([day, quarters]) => {
    const known = quarters.filter((power) => power !== null)
    if (known.length < FEWEST_SHARE * quarters.length || quarters.length === 0) return []
    return [
      {
        day,
        energy: (known.reduce((sum, power) => sum + power, 0) / known.length) * quarters.length * HOURS,
      },
    ]
  })
}

function byWeather({ pv, load }: RunwayInput): RunwayDay[] {
  return pv.days.flatMap(({ day, sum }, i) => {
    const house = load.days[i]?.sum
    return sum && house ? [{ day, pv: sum, load: house.expected }] : []
  })
}

function byClimate({ history, now, timeZone }: RunwayInput): RunwayDay[] {
  const today = dayOf(now, timeZone)
  const [sun, house] = [energiesOf(history.pv), energiesOf(history.load)]
  const recent = house.filter(({ day }) => day < today && day >= dayAfter(today, -LEVEL_DAYS))
  if (recent.length === 0) return []
  const load = recent.reduce((sum, { energy }) => sum + energy, 0) / recent.length
  const past = sun.filter(({ day }) => day < today).map(({ day, energy }) => ({ energy, at: dayOfYear(day) }))
  const days: RunwayDay[] = []
  for (let i = 0; i < CLIMATE_DAYS; i += 1) {
    const day = dayAfter(today, i)
    const at = dayOfYear(day)
    const around = past
      .filter((other) => apart(other.at, at) <= AROUND)
      .map(({ energy }) => energy)
      .toSorted((a, b) => a - b)
    if (around.length < FEWEST) return days
    const [low, expected, high] = QUANTILES.map((share) =>
      wattHours(around[Math.min(around.length - 1, Math.floor(share * around.length))] ?? 0),
    )
    if (low === undefined || expected === undefined || high === undefined) return days
    days.push({ day, pv: { low, expected, high }, load: wattHours(load) })
  }
  return days
}

const apart = (one: number, other: number) => Math.min(Math.abs(one - other), 365 - Math.abs(one - other))

/**
 * Returns when the battery will live on the sun again: by weather where the forecast has it, else by the system's own past
 * years. null if neither is known.
 */
export function runway(input: RunwayInput): Runway | null {
  const isWeather = input.pv.method === 'weather'
  const days = isWeather ? byWeather(input) : byClimate(input)
  if (days.length < IN_A_ROW) return null
  const first = (of: (day: RunwayDay) => number) => {
    const covers = days.map((day) => of(day) >= day.load + input.own)
    const at = covers.findIndex((_, i) => covers.slice(i, i + IN_A_ROW).filter(Boolean).length === IN_A_ROW)
    return days[at]?.day ?? null
  }
  return {
    basis: isWeather ? 'weather' : 'climate',
    days,
    earliest: first(({ pv }) => (isWeather ? pv.high : (pv.expected + pv.high) / 2)),
    expected: first(({ pv }) => pv.expected),
    latest: first(({ pv }) => (isWeather ? pv.low : (pv.low + pv.expected) / 2)),
  }
}
