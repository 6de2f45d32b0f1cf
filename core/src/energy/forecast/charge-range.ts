import { type Percent, percent, type Watts, watts } from '../../units/units.ts'
import { type Outlook, RESERVE_PERCENT, type SocStep, socForecast } from './charge.ts'
import type { DayCourse, DayForecast } from './forecast.ts'

/** PV and load of an outlook with their bands. */
export type BandedOutlook = Omit<Outlook, 'pv' | 'load'> & {
  readonly pv: readonly DayForecast[]
  readonly load: readonly DayForecast[]
}

/** When something is expected to happen, and between which instants; null = not within the forecast. */
export type Moment = {
  readonly earliest: Date | null
  readonly expected: Date | null
  readonly latest: Date | null
}

/** State of charge at an instant: with little sun and a high load, as expected, with much sun and a low load. */
type SocRange = {
  readonly until: Date
  readonly low: Percent
  readonly expected: Percent
  readonly high: Percent
}

/** How the state of charge is expected to go on. */
export type ChargeRange = {
  readonly steps: readonly SocRange[]
  /** When the battery is full next; null if it is not full in any of the three courses, or is full now. */
  readonly full: Moment | null
  /** Until when it supplies the house, down to its reserve; null if never that low, or if it is now. */
  readonly lasts: Moment | null
}

/** In percent; a battery that charges ever more slowly counts as full here. */
const FULL_PERCENT = 99.5
/** In percent above the reserve; losses never let it be met exactly. */
const EMPTY_MARGIN = 0.2
/**
 * Part of the way from the expected value to the quantile at which a course is drawn. A whole day at the 10 % quantile of
 * each quarter is far rarer than 10 %: errors of quarters half cancel out over the hours in which a battery fills.
 */
const COURSE_SHARE = 0.6

type Side = 'low' | 'high'

/** A course of a day between what is expected and a quantile. */
function towards({ day, start, quarters, ...band }: DayForecast, side: Side): DayCourse {
  return {
    ...{ day, start },
    quarters: quarters.map((power, i) => {
      const bound = band[side][i] ?? null
      return power === null || bound === null ? power : mixed(power, bound)
    }),
  }
}
const mixed = (one: Watts, other: Watts) => watts(one + COURSE_SHARE * (other - one))

/**
 * Simulates the battery three times: as expected, with little sun and a high load, with much sun and a low load. null
 * without a state of charge or capacity.
 */
export function chargeRange(outlook: BandedOutlook): ChargeRange | null {
  const { pv, load, soc } = outlook
  const course = (sun: Side, house: Side) =>
    socForecast({
      ...outlook,
      pv: pv.map((day) => towards(day, sun)),
      load: load.map((day) => towards(day, house)),
    })
  const [poor, expected, rich] = [course('low', 'high'), socForecast(outlook), course('high', 'low')]
  if (!(poor && expected && rich) || soc === null) return null
  const reserve = outlook.reserve ?? percent(RESERVE_PERCENT)
  const isFull = (value: number) => value >= FULL_PERCENT
  const isEmpty = (value: number) => value <= reserve + EMPTY_MARGIN
  return {
    steps: expected.map(({ until, soc: [, after] }, i) => ({
      until,
      low: least(after, poor[i]?.soc[1] ?? after),
      expected: after,
      high: most(after, rich[i]?.soc[1] ?? after),
    })),
    full: isFull(soc) ? null : momentOf(isFull, rich, expected, poor),
    lasts: isEmpty(soc) ? null : momentOf(isEmpty, poor, expected, rich),
  }
}

const least = (one: Percent, other: Percent) => (one < other ? one : other)
const most = (one: Percent, other: Percent) => (one > other ? one : other)

type Steps = readonly SocStep[]

/** Returns when each course first reaches a level; the first is the one that should be there first. */
function momentOf(
  isThere: (soc: number) => boolean,
  soonest: Steps,
  expected: Steps,
  last: Steps,
): Moment | null {
  const at = (steps: Steps) => steps.find(({ soc }) => isThere(soc[1]))?.until ?? null
  const [earliest, likely, latest] = [at(soonest), at(expected), at(last)]
  return earliest === null && likely === null && latest === null
    ? null
    : { earliest, expected: likely, latest }
}
