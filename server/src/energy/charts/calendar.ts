import type { Calendar, CalendarDay } from '@kellersonne/contract/energy/calendar'
import { type Balance, balance, importedShare, measuredShare } from '@kellersonne/core/energy/balance'
import { boundsOf, daysOf, type Range } from '@kellersonne/core/energy/charts'
import { energiesAt } from '@kellersonne/core/energy/charts-fold'
import { type EnergyDay, isKnown, type TimedEnergies, totalBalance } from '@kellersonne/core/live/today'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Percent } from '@kellersonne/core/units/units'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices } from '../../platform/slices.ts'
import type { Systems } from '../../systems/access.ts'
import { gapsWithin } from '../../telemetry/readings/gaps.ts'
import { energyGapToWire, gapsOn } from './gaps.ts'
import { energiesOn, type Grid, isImportedOn, isShareOn, readGrids } from './grid.ts'
import { messagesDuring } from './messages.ts'
import { updatesDuring } from './updates.ts'

/** How far back to trace where the energy in the battery came from; the same for today's balance. */
const DAYS_BEFORE = 3

/** A system's quarters, and the energies of its gaps. */
type Known = { readonly quarters: readonly TimedEnergies[]; readonly series: Grid['series'] }

/** Returns what is known of a system since some days before the month: of the quarters that are the owner's and over. */
function knownOf(grid: Grid, now: Date): Known {
  const energies = energiesOn(grid)
  const isShare = isShareOn(grid)
  const isImported = isImportedOn(grid)
  const over = Math.min(grid.count, Math.floor((now.getTime() - grid.start) / QUARTER_MS))
  const quarters: TimedEnergies[] = []
  for (let i = grid.own; i < over; i += 1)
    quarters.push({
      at: new Date(grid.start + i * QUARTER_MS),
      house: null,
      isShare: isShare(i),
      isImported: isImported(i),
      ...energiesAt(energies, i),
    })
  return { quarters, series: grid.series }
}

/** Returns the quarters that begin between two instants (ms). Quarters are consecutive. */
function between({ quarters }: Known, from: number, until: number): readonly TimedEnergies[] {
  const first = quarters[0]?.at.getTime() ?? 0
  const indexOf = (ms: number) => Math.max(0, Math.ceil((ms - first) / QUARTER_MS))
  return quarters.slice(indexOf(from), indexOf(until))
}

type Imported = { readonly imported: Percent | null }

/** Computes the balance of a period as the total of all systems; a system without data counts as not measured. */
function balanceOver(systems: readonly Known[], from: Date, until: Date): Balance & Imported {
  const [start, end] = [from.getTime(), until.getTime()]
  const parts: EnergyDay[] = systems.map((known) => ({
    today: between(known, start, end),
    before: between(known, start - DAYS_BEFORE * 96 * QUARTER_MS, start),
    gaps: known.series ? gapsWithin(known.series, start, end).map(({ energies }) => energies) : [],
  }))
  const [only] = parts
  const all = parts.flatMap(({ today }) => today)
  const imported = importedShare(all)
  if (parts.length === 1 && only) return { ...balance(only.today, only.before, only.gaps), imported }
  return {
    ...totalBalance(parts.filter(isKnown)),
    measured: measuredShare(all),
    imported,
  }
}

const toWire = ({
  energies,
  house,
  selfSufficiency,
  selfConsumption,
  measured,
  imported,
}: Balance & Imported) => ({
  pv: energies.pv,
  import: energies.import,
  feed_in: energies.feedIn,
  charge: energies.charge,
  discharge: energies.discharge,
  house: house.value,
  self_sufficiency: selfSufficiency.value,
  self_consumption: selfConsumption.value,
  measured,
  imported,
})

/** `until` may be the midnight that ends the day. */
const isWithinDay = (from: number, until: number, timeZone: string) =>
  dayOf(new Date(from), timeZone) === dayOf(new Date(until - 1), timeZone)

type Asked = { readonly sn: Calendar['sn']; readonly range: Range }

/**
 * Resolves to each day of a month and the month as a whole, from the same quarters as the charts. Yields to other
 * questions between systems and days.
 */
export async function calendarOf(
  sql: Sql,
  systems: Systems,
  { sn, range }: Asked,
  now: Date,
): Promise<Calendar> {
  const extended = { ...range, from: dayAfter(range.from, -DAYS_BEFORE) }
  const grids = await readGrids(
    sql,
    systems,
    extended,
    { measures: [], extremes: false, energies: true },
    now,
  )
  const slices = openSlices()
  const known = await slices.map(grids, (grid) => knownOf(grid, now))
  const { start, end } = boundsOf(range)
  const { timeZone } = range
  const dayAt = (at: string | null) => (at ? dayOf(new Date(at), timeZone) : null)
  const messages = await messagesDuring(sql, systems, { start, end })
  const raisedOn = Map.groupBy(messages, ({ from }) => dayAt(from))
  const updates = await Promise.all(systems.map((one) => updatesDuring(sql, one, { start, end }, now)))
  const updatedOn = Map.groupBy(updates.flat(), ({ until }) => dayAt(until))
  const dayToWire = (day: Day): CalendarDay => ({
    day,
    ...toWire(balanceOver(known, startOfDay(day, timeZone), startOfDay(dayAfter(day), timeZone))),
    messages: (raisedOn.get(day) ?? []).flatMap(({ sn: of, code, severity, from, until }) =>
      from ? [{ sn: of, code, severity, raised_at: from, resolved_at: until }] : [],
    ),
    updates: (updatedOn.get(day) ?? []).flatMap(({ sn: of, until, parts }) =>
      until ? [{ sn: of, ended_at: until, parts }] : [],
    ),
  })
  return {
    sn,
    time_zone: timeZone,
    month: range.from.slice(0, 7),
    days: await slices.map(daysOf(range), dayToWire),
    total: toWire(balanceOver(known, start, end)),
    energy_gaps: grids.flatMap((grid) =>
      gapsOn(grid)
        .filter(({ from, until }) => from >= start.getTime() && until <= end.getTime())
        .filter(({ from, until }) => !isWithinDay(from, until, timeZone))
        .map((gap) => energyGapToWire(grid, gap)),
    ),
  }
}
