import { fromBalance, type TodayBalance } from '@kellersonne/contract/energy/balance'
import { balance } from '@kellersonne/core/energy/balance'
import {
  type EnergyDay,
  isKnown,
  ownFrom,
  type TimedEnergies,
  totalBalance,
} from '@kellersonne/core/live/today'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { type KnownEnergies, quarterSeries } from './quarters.ts'

/** How far back to trace where the energy in the battery came from. */
const DAYS_BEFORE = 3

const later = (a: Date, b: Date) => (a > b ? a : b)

function spanOf({ id, time_zone, visible_from }: OwnedSystem, now: Date) {
  const today = dayOf(now, time_zone)
  const midnight = (days: number) => startOfDay(dayAfter(today, days), time_zone)
  const earliest = ownFrom(visible_from)
  return {
    system: id,
    earliest,
    start: later(midnight(-DAYS_BEFORE), earliest),
    today: later(midnight(0), earliest),
  }
}

const unknown = (at: Date): TimedEnergies => ({
  at,
  pv: null,
  import: null,
  feedIn: null,
  charge: null,
  discharge: null,
  house: null,
})

/** Returns one entry per quarter that is over, and one for the current quarter once it has data. */
function dayOfQuarters({ quarters, gaps }: KnownEnergies, from: Date, now: Date): EnergyDay {
  const known = new Map(
    quarters.filter(({ at }) => at >= from).map((quarter) => [quarter.at.getTime(), quarter]),
  )
  const end = Math.max(now.getTime(), ...[...known.keys()].map((at) => at + QUARTER_MS))
  const count = Math.max(0, Math.floor((end - from.getTime()) / QUARTER_MS))
  return {
    today: Array.from({ length: count }, (_, i) => {
      const at = from.getTime() + i * QUARTER_MS
      return known.get(at) ?? unknown(new Date(at))
    }),
    before: quarters.filter(({ at }) => at < from),
    gaps: gaps(from, now).map(({ energies }) => energies),
  }
}

const NOTHING_KNOWN: KnownEnergies = { quarters: [], gaps: () => [] }

/** Resolves to today's balance of an owner's systems combined. Of several, those without data are left out. */
export async function balanceOf(sql: Sql, systems: readonly OwnedSystem[], now: Date): Promise<TodayBalance> {
  const spans = systems.map((system) => spanOf(system, now))
  const quarters = await quarterSeries(sql).energies(spans, now)
  const days = systems.map(({ id, sn }, i) => {
    const from = spans[i]?.today ?? now
    return { sn, from, ...dayOfQuarters(quarters.get(id) ?? NOTHING_KNOWN, from, now) }
  })
  const [only] = days
  const counted = days.filter(isKnown)
  const one = days.length === 1 && only
  return fromBalance(one ? balance(one.today, one.before, one.gaps) : totalBalance(counted), {
    from: new Date(Math.min(...days.map(({ from }) => from.getTime()))),
    now,
    without: one ? [] : days.filter((day) => !isKnown(day)).map(({ sn }) => sn),
  })
}
