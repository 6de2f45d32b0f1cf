import { type Balance, balance, measuredShare, type QuarterEnergies } from '../energy/balance.ts'
import { type DayEnergies, houseEnergy } from '../energy/day-energies.ts'
import { attributeEnergies } from '../energy/flows.ts'
import { badWeather } from '../energy/forecast/bad-weather.ts'
import type { Outlook } from '../energy/forecast/charge.ts'
import { expectedEnergy, remainingEnergy } from '../energy/forecast/energies.ts'
import type { DayCourse } from '../energy/forecast/forecast.ts'
import { stopsUnit } from '../messages/messages.ts'
import { ageOf, freshness } from '../telemetry/freshness.ts'
import { QUARTER_MS, quarterOf } from '../time/days.ts'
import { mean, sum } from '../units/units.ts'
import type { LiveSystem, LiveValues } from './live.ts'

/** Returns the first quarter that is an owner's: the one in which a system changes hands belongs to nobody. */
export const ownFrom = (since: Date) => quarterOf(new Date(since.getTime() + QUARTER_MS - 1))

/** Forecasts of a system from today; empty if none was ever made. */
export type Expected = { readonly pv: readonly DayCourse[]; readonly load: readonly DayCourse[] }

/** Returns the energies expected by the end of today (ENT-02), given those so far. */
export function expectedToday(today: DayEnergies, { pv, load }: Expected, now: Date): LiveValues['forecast'] {
  const rest = ([first]: readonly DayCourse[]) => (first ? remainingEnergy(first, now) : null)
  return {
    energy: expectedEnergy(today.pv, rest(pv)),
    load: expectedEnergy(houseEnergy(today), rest(load)),
  }
}

/** Why there is no outlook for a battery. */
export const outlookGaps = ['not_heard', 'off', 'stopped', 'not_known', 'too_little_history'] as const
export type OutlookGap = (typeof outlookGaps)[number]
type Battery = Pick<
  LiveSystem,
  'online' | 'lastOnline' | 'status' | 'messages' | 'soc' | 'capacity' | 'measuredAt'
>

/** Returns the inputs of a battery's outlook, or why there is none. A unit that does not work has none. */
export function outlookOf(system: Battery, { pv, load }: Expected, now: Date): Outlook | OutlookGap {
  const { soc, capacity, status, messages, measuredAt } = system
  if (freshness(system, now) === 'stale') return 'not_heard'
  if (status === 'off') return 'off'
  if (messages.some(stopsUnit)) return 'stopped'
  if (soc === null || ageOf(measuredAt.soc, now) !== 'current' || !capacity) return 'not_known'
  const known = [pv, load].every(([today]) => today && remainingEnergy(today, now) !== null)
  return known ? { now, soc, capacity, pv, load } : 'too_little_history'
}

/**
 * Returns when a battery is expected to reach 0 %, and when PV recharges it (DSH-04); null if not expected or without
 * an outlook.
 */
export function weatherNotice(system: Battery, expected: Expected, now: Date): LiveSystem['badWeather'] {
  const outlook = outlookOf(system, expected, now)
  const notice = typeof outlook === 'string' ? null : badWeather(outlook)
  return notice && { emptyAt: notice.emptyAt, endsAt: notice.endsAt }
}

/** Sums several systems' forecasts: on the days of the first, each quarter sums the known values. */
export function sumDays(systems: readonly (readonly DayCourse[])[]): readonly DayCourse[] {
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

/** Energies of the quarter that begins at `at`. */
export type TimedEnergies = QuarterEnergies & { readonly at: Date }

/**
 * A system's quarters of today so far, one each, the measured ones of some days before, and the energies of today's
 * gaps that belong to no quarter.
 */
export type EnergyDay = {
  readonly today: readonly TimedEnergies[]
  readonly before: readonly TimedEnergies[]
  readonly gaps: readonly DayEnergies[]
}

/** True if any of a day's flows are known. */
export const isKnown = ({ today }: EnergyDay) =>
  today.some((quarter) => !quarter.isShare && attributeEnergies(quarter) !== null)

/**
 * Computes the balance of several systems combined: each quarter sums the known values; its house value covers all
 * systems or is unknown. Callers must exclude systems without data. `measured` is the systems' mean.
 */
export function totalBalance(days: readonly EnergyDay[]): Balance {
  const all = balance(
    sumQuarters(days.map(({ today }) => today)),
    sumQuarters(days.map(({ before }) => before)),
    days.flatMap(({ gaps }) => gaps),
  )
  return { ...all, measured: mean(days.map(({ today }) => measuredShare(today))) }
}

function sumQuarters(lists: readonly (readonly TimedEnergies[])[]): readonly QuarterEnergies[] {
  const all = lists.flat()
  const [shares, measured] = [all.filter(({ isShare }) => isShare), all.filter(({ isShare }) => !isShare)]
  return [...sumsOf(measured), ...sumsOf(shares).map((quarter) => ({ ...quarter, isShare: true }))]
}

function sumsOf(list: readonly TimedEnergies[]): readonly QuarterEnergies[] {
  const quarters = Map.groupBy(list, ({ at }) => at.getTime())
  return [...quarters.values()].map((same) => {
    const explained = same.filter((quarter) => attributeEnergies(quarter) !== null)
    return {
      pv: sum(same.map(({ pv }) => pv)),
      import: sum(same.map((quarter) => quarter.import)),
      feedIn: sum(same.map(({ feedIn }) => feedIn)),
      charge: sum(same.map(({ charge }) => charge)),
      discharge: sum(same.map(({ discharge }) => discharge)),
      house: explained.some(({ house }) => house === null) ? null : sum(explained.map(({ house }) => house)),
    }
  })
}
