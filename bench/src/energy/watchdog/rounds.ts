import type { FindingName } from '@kellersonne/core/energy/findings/judgement'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import type { Battery } from '@kellersonne/simulator/plant/battery'
import type { Household } from '../recordings.ts'
import { type FaultName, faults, names } from './faults.ts'
import { firstFound, learnAt } from './hours.ts'
import { type Course, courseOf, emptyQuarters, type HouseState, live } from './house.ts'
import { judgeAt } from './judging.ts'

/** The first night that is judged: enough of the past to know what is usual. */
export const FIRST_DAY = 85
/** For so long a planted fault is watched. */
export const LATER_DAYS = 30
/** A battery that goes with a plant: an hour and a quarter of its highest power, and what it charges with, per hour. */
const SIZE = { hours: 1.25, rate: 0.45, efficiency: 0.96 }

/** A recorded household with a battery behind it, untouched. */
export type House = {
  readonly course: Course
  readonly battery: Battery
  readonly quarters: WatchedQuarters
  /** At the beginning of each day. */
  readonly states: readonly HouseState[]
  /** The quarter with which a day begins. */
  readonly at: (day: number) => number
  readonly timeZone: string
}

export function houseOf(household: Household, timeZone: string): House {
  const course = courseOf(household, timeZone)
  const peak = course.pv.reduce((most, power) => (power > most ? power : most), 0)
  const capacity = Math.round(peak * SIZE.hours)
  const most = SIZE.rate * capacity
  const battery = { capacity, maxCharge: most, maxDischarge: most, efficiency: SIZE.efficiency }
  const quarters = emptyQuarters(course.start, course.pv.length)
  const at = (day: number) => course.midnights[day] ?? course.pv.length
  const states: HouseState[] = []
  let state: HouseState = { energy: capacity / 2, task: 'ready', calibratedAt: course.start }
  for (let day = 0; day < household.days.length; day += 1) {
    states.push(state)
    const span = { from: at(day), until: at(day + 1), begun: 0, fault: null }
    state = live(course, battery, state, span, quarters)
  }
  return { course, battery, quarters, states, at, timeZone }
}

const known = ({ quarters, at }: House, from: number, until: number) =>
  quarters.soc.subarray(at(from), at(until)).filter((soc) => !Number.isNaN(soc)).length /
  (at(until) - at(from))

/** The days on which a fault may be planted: nearly everything was recorded, before and after. */
export const plantable = (house: House): readonly number[] =>
  house.states
    .map((_, day) => day)
    .filter((day) => day >= FIRST_DAY && day + LATER_DAYS <= house.states.length)
    .filter((day) => known(house, day - FIRST_DAY, day) > 0.8 && known(house, day, day + 3) > 0.9)

/** A finding that began, in the course of the day or with the night. */
type Alarm = { readonly name: FindingName; readonly day: number; readonly at: 'hour' | 'night' }

/**
 * Judges each night of an untouched recording, and the hours of the day before it: findings that begin, things that are not
 * judged, days that were looked at by hours, and ms of CPU a night without these.
 */
export function untouched({ quarters, battery, states, at, timeZone }: House) {
  const alarms: Alarm[] = []
  const looks = { read: 0, judged: 0 }
  const unknown = new Map<FindingName, number>()
  let limits: Partial<Record<FindingName, number>> = {}
  const began = process.cpuUsage()
  for (let day = FIRST_DAY; day <= states.length; day += 1) {
    const next: typeof limits = {}
    for (const one of judgeAt(quarters, at(day), { timeZone, stated: battery.capacity, limits })) {
      if (one.verdict === 'unknown') unknown.set(one.name, (unknown.get(one.name) ?? 0) + 1)
      if (one.verdict !== 'unusual') continue
      if (limits[one.name] === undefined) alarms.push({ name: one.name, day, at: 'night' })
      next[one.name] = one.limit
    }
    limits = next
  }
  const nights = states.length - FIRST_DAY + 1
  const ms = process.cpuUsage(began).user / 1000 / nights
  for (let day = FIRST_DAY; day < states.length; day += 1) {
    const judge = (until: number) =>
      judgeAt(quarters, until, { timeZone, stated: battery.capacity, limits: {} })
    const span = { from: at(day), until: at(day + 1) }
    const found = firstFound(quarters, span, learnAt(quarters, at(day)), judge, looks)
    for (const name of found?.names ?? []) alarms.push({ name, day, at: 'hour' })
  }
  return { alarms, unknown, nights, looks, ms }
}

const HOUR_QUARTERS = 4
/** In so many percentage points a day's losses and capacity can show. */
const MOVES = 30

/** Whether a battery's charge moved enough in these quarters to show anything. */
function hasMoved({ soc }: WatchedQuarters, from: number, until: number): boolean {
  const levels = soc.subarray(from, until).filter((level) => !Number.isNaN(level))
  return Math.max(...levels) - Math.min(...levels) >= MOVES
}

/** After how many days a fault is named by nights, on how many of these the battery moved, and after how many hours by hours. */
export type Named = { readonly days: number; readonly moving: number; readonly hours: number }

/** Returns when a fault that begins with a day is named rightly; null if not within `LATER_DAYS`. */
export function whenNamed(house: House, name: FaultName, day: number): Named | null {
  const { at, course, battery, timeZone } = house
  const last = day + LATER_DAYS
  const quarters = emptyQuarters(course.start, at(last))
  const from = at(Math.max(0, day - FIRST_DAY))
  for (const key of ['soc', 'lowest', 'charge', 'discharge', 'pv', 'import', 'feedIn'] as const)
    quarters[key].set(house.quarters[key].subarray(from, at(day)), from)
  let state = house.states[day]
  let [moving, hours] = [0, Number.POSITIVE_INFINITY]
  const isNamed = (found: Iterable<FindingName>) => [...found].some((one) => names[name].includes(one))
  const judge = (until: number) =>
    judgeAt(quarters, until, { timeZone, stated: battery.capacity, limits: {} })
  for (let now = day; state && now < last; now += 1) {
    const span = { from: at(now), until: at(now + 1), begun: at(day), fault: faults[name] }
    state = live(course, battery, state, span, quarters)
    if (hasMoved(quarters, span.from, span.until)) moving += 1
    const found = firstFound(quarters, span, learnAt(quarters, span.from), judge, { read: 0, judged: 0 })
    if (found && isNamed(found.names)) hours = Math.min(hours, (found.until - at(day)) / HOUR_QUARTERS)
    const unusual = judge(span.until).filter(({ verdict }) => verdict === 'unusual')
    const days = now + 1 - day
    if (isNamed(unusual.map((one) => one.name))) return { days, moving, hours: Math.min(hours, 24 * days) }
  }
  return null
}
