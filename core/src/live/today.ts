import {
  attributeEnergies,
  type Balance,
  balance,
  measuredShare,
  type QuarterEnergies,
} from '../energy/balance.ts'
import type { DayForecast } from '../energy/forecast.ts'
import { expectedEnergy, remainingEnergy } from '../energy/forecast-energy.ts'
import { badWeather, type Outlook } from '../energy/weather.ts'
import { stopsUnit } from '../messages/messages.ts'
import { QUARTER_MS, quarterOf } from '../time/days.ts'
import { mean, sum } from '../units/units.ts'
import { type DayEnergies, freshness, houseEnergy, type LiveSystem, type LiveValues } from './live.ts'

/** From when on quarters are an owner's: the one in which a system changes hands belongs to nobody. */
export const ownFrom = (since: Date) => quarterOf(new Date(since.getTime() + QUARTER_MS - 1))

/** What is expected of a system from today on; empty where that was never made. */
export type Expected = { readonly pv: readonly DayForecast[]; readonly load: readonly DayForecast[] }

/** What today is expected to have brought by its end (ENT-02), from what it brought so far. */
export function expectedToday(today: DayEnergies, { pv, load }: Expected, now: Date): LiveValues['forecast'] {
  const rest = ([first]: readonly DayForecast[]) => (first ? remainingEnergy(first, now) : null)
  return {
    energy: expectedEnergy(today.pv, rest(pv)),
    load: expectedEnergy(houseEnergy(today), rest(load)),
  }
}

/** Why nothing is said of a battery's coming hours. */
export const outlookGaps = ['not_heard', 'off', 'stopped', 'not_known', 'too_little_history'] as const
export type OutlookGap = (typeof outlookGaps)[number]
type Battery = Pick<LiveSystem, 'online' | 'lastOnline' | 'status' | 'messages' | 'soc' | 'capacity'>

/** What the coming hours of a battery are concluded from, or why they cannot be. One that does not work has none. */
export function outlookOf(system: Battery, { pv, load }: Expected, now: Date): Outlook | OutlookGap {
  const { soc, capacity, status, messages } = system
  if (freshness(system, now) === 'stale') return 'not_heard'
  if (status === 'off') return 'off'
  if (messages.some(stopsUnit)) return 'stopped'
  if (soc === null || !capacity) return 'not_known'
  const known = [pv, load].every(([today]) => today && remainingEnergy(today, now) !== null)
  return known ? { now, soc, capacity, pv, load } : 'too_little_history'
}

/** When a battery is expected to reach 0 %, and when the sun lifts it again (DSH-04); null where that is not to be said. */
export function weatherNotice(system: Battery, expected: Expected, now: Date): LiveSystem['badWeather'] {
  const outlook = outlookOf(system, expected, now)
  const notice = typeof outlook === 'string' ? null : badWeather(outlook)
  return notice && { emptyAt: notice.emptyAt, endsAt: notice.endsAt }
}

/** Several systems' days as one: those of the first, each quarter the sum of what is known of it. */
export function sumDays(systems: readonly (readonly DayForecast[])[]): readonly DayForecast[] {
  const timed = systems
    .flat()
    .flatMap(({ start, quarters }) =>
      quarters.map((power, i) => ({ at: start.getTime() + i * QUARTER_MS, power })),
    )
  const powers = Map.groupBy(timed, ({ at }) => at)
  return (systems[0] ?? []).map((day) => ({
    ...day,
    quarters: day.quarters.map((_, i) =>
      sum((powers.get(day.start.getTime() + i * QUARTER_MS) ?? []).map(({ power }) => power)),
    ),
  }))
}

/** The energies of the quarter that begins at `at`. */
export type TimedEnergies = QuarterEnergies & { readonly at: Date }

/** A system's quarters of today so far, one each, and those of some days before that were measured. */
export type EnergyDay = {
  readonly today: readonly TimedEnergies[]
  readonly before: readonly TimedEnergies[]
}

/** Whether a day's flows are known at all. */
export const isKnown = ({ today }: EnergyDay) => today.some((quarter) => attributeEnergies(quarter) !== null)

/**
 * The balance of several systems as one: each quarter is the sum of what is known of it, its house that of all or not
 * known. Systems of which nothing is known are to be left out before. `measured` is the systems' mean.
 */
export function totalBalance(days: readonly EnergyDay[]): Balance {
  const all = balance(
    sumQuarters(days.map(({ today }) => today)),
    sumQuarters(days.map(({ before }) => before)),
  )
  return { ...all, measured: mean(days.map(({ today }) => measuredShare(today))) }
}

function sumQuarters(lists: readonly (readonly TimedEnergies[])[]): readonly QuarterEnergies[] {
  const quarters = Map.groupBy(lists.flat(), ({ at }) => at.getTime())
  return [...quarters.values()].map((same) => {
    const told = same.filter((quarter) => attributeEnergies(quarter) !== null)
    return {
      pv: sum(same.map(({ pv }) => pv)),
      import: sum(same.map((quarter) => quarter.import)),
      feedIn: sum(same.map(({ feedIn }) => feedIn)),
      charge: sum(same.map(({ charge }) => charge)),
      discharge: sum(same.map(({ discharge }) => discharge)),
      house: told.some(({ house }) => house === null) ? null : sum(told.map(({ house }) => house)),
    }
  })
}
