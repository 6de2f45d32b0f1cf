import { ownFrom } from '@kellersonne/core/live/today'
import { type CounterName, type Counters, lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { refusedShare } from '@kellersonne/core/telemetry/refusals'
import { LONGEST_DAY } from '@kellersonne/core/time/days'
import {
  known,
  type Percent,
  type Quantity,
  type Volts,
  type WattHours,
  type Watts,
  watts,
} from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { THOUSANDTHS } from './columns.ts'
import { energySum, readSeries, type Series } from './series.ts'
import { reportedFields, stateSince, type UnitState } from './unit-states.ts'

/** Days that raw readings are kept. */
export const PARTITIONS_BACK = 35
/** A week of attempts each hour, before there is no place for today's. */
const PARTITIONS_AHEAD = 7
const DAY_MS = 86_400_000

const thousandths = <Q extends Quantity<string>>() =>
  z.pipe(
    z.nullable(z.number()),
    z.transform((value) => known<Q>(value === null ? null : value / THOUSANDTHS)),
  )
const instant = z.nullable(z.date())
const latest = z.object({
  system: z.int(),
  heard_at: instant,
  vanished_at: instant,
  reading_at: instant,
  state_at: instant,
  grid_v: thousandths<Volts>(),
  grid_w: thousandths<Watts>(),
  pv_w: thousandths<Watts>(),
  battery_w: thousandths<Watts>(),
  soc: thousandths<Percent>(),
  output_w: thousandths<Watts>(),
  grid_v_at: instant,
  grid_w_at: instant,
  pv_w_at: instant,
  battery_w_at: instant,
  soc_at: instant,
  output_w_at: instant,
  told: z.nullable(reportedFields),
  status_since: instant,
  refused_from: instant,
  refused: z.nullable(z.int()),
  accepted: z.nullable(z.int()),
  state_refused_at: instant,
})
/**
 * The latest data of one system, and when each value was measured. `heard_at`, `vanished_at` and `state_refused_at` are server time, the
 * others unit time. `refused` and `accepted` count the readings of the day that began at `refused_from`.
 */
export type Latest = z.output<typeof latest>
/** A system's latest data visible to an owner since `since`; null if there is none from their time. */
export type Visible = {
  readonly online: boolean | null
  readonly lastOnline: Date | null
  readonly reading: Latest | null
  readonly state: UnitState | null
  /** The share of a day's readings that cannot be right, if it is worth saying, and when that day began. */
  readonly refused: { readonly from: Date; readonly share: Percent } | null
  /** True if a state was refused that came after the last accepted one. */
  readonly isStateRefused: boolean
}

/** Whole quarters since `start`; energy before `earliest` belongs to a previous owner and is excluded. */
export type QuarterSpan = { readonly system: number; readonly start: Date; readonly earliest: Date }

function highest(thousandths: Iterable<number>): Watts | null {
  let found: number | null = null
  for (const value of thousandths)
    if (!Number.isNaN(value) && (found === null || value > found)) found = value
  return found === null ? null : watts(found / THOUSANDTHS)
}

function energiesOf(series: Series): Counters {
  const sum = (counter: CounterName) => known<WattHours>(energySum(series, counter))
  return {
    pv: sum('pv'),
    import: sum('import'),
    feedIn: sum('feedIn'),
    charge: sum('charge'),
    discharge: sum('discharge'),
  }
}

function refusedOf({ refused_from: from, refused, accepted }: Latest, since: Date): Visible['refused'] {
  const share = from && from >= since ? refusedShare(refused ?? 0, accepted ?? 0) : null
  return from && share !== null ? { from, share } : null
}

/** Leaves out everything from before the system became the owner's, as if the unit had never reported it. */
export function visibleSince(latest: Latest | undefined, since: Date): Visible {
  // The time of arrival counts too: a unit whose clock is fast dates older reports after the change of owner.
  const visible = latest?.heard_at && latest.heard_at >= since ? latest : null
  return {
    online: visible?.heard_at ? !(visible.vanished_at && visible.vanished_at >= visible.heard_at) : null,
    lastOnline: visible?.heard_at ?? null,
    reading: visible?.reading_at && visible.reading_at >= since ? visible : null,
    state:
      visible?.told && visible.state_at && visible.state_at >= since ? stateSince(visible.told, since) : null,
    refused: visible && refusedOf(visible, since),
    isStateRefused: visible?.state_refused_at ? visible.state_refused_at >= since : false,
  }
}

const LATEST = prepared(`
select latest.system, heard_at, vanished_at, reading_at, state_at, grid_v, grid_w, pv_w, battery_w, soc, output_w,
  grid_v_at, grid_w_at, pv_w_at, battery_w_at, soc_at, output_w_at, told, status_since,
  start as refused_from, refused_today.readings as refused, refused_state.at as state_refused_at, (
  select sum(readings)::integer from quarter
  where quarter.system = latest.system and at >= start and at < start + interval '${LONGEST_DAY.hours} hours'
) as accepted
from latest left join unit_state using (system) left join refused_today using (system)
  left join refused_state using (system)
where latest.system = any($1)`)

/**
 * Reads the units' newest data, energies and peaks. Who fills these tables, and who else reads them, is in
 * `architecture-tables.test.ts`.
 */
export const readingStore = (sql: Sql) => ({
  /** Creates the partitions of past and upcoming days, and those of older readings. Must be called at start and at least daily. */
  async makePartitions(now: Date): Promise<void> {
    const day = (days: number) => new Date(now.getTime() + days * DAY_MS)
    await sql.run('select make_reading_partitions($1::date, $2::date)', [
      day(-PARTITIONS_BACK).toISOString(),
      day(PARTITIONS_AHEAD).toISOString(),
    ])
  },

  /** Resolves to true if the UTC day of this instant has a partition. */
  async hasPartition(now: Date): Promise<boolean> {
    const name = `reading_${now.toISOString().slice(0, 10).replaceAll('-', '_')}`
    const row = z.object({ there: z.boolean() })
    const found = await sql.row(row, 'select to_regclass($1) is not null as there', [name])
    return found?.there === true
  },

  /** Resolves to the rows of those systems that have ever reported. */
  latest: (systems: readonly number[]): Promise<Latest[]> => sql.rows(latest, LATEST, [systems]),

  /** Resolves to the energies of each span until now, in Wh, by system; null = unknown. */
  async energies(spans: readonly QuarterSpan[], now: Date): Promise<Map<number, Counters>> {
    const stretches = spans.map(({ system, start, earliest }) => ({
      ...{ system, earliest },
      ...{ from: start, until: lastQuarterEnd(now) },
    }))
    const series = await readSeries(sql, stretches, { measures: [], extremes: false, energies: true })
    return new Map(series.map((one) => [one.system, energiesOf(one)]))
  },

  /** Resolves to the highest PV power of each span, by system. */
  async pvPeaks(
    spans: readonly Omit<QuarterSpan, 'earliest'>[],
    until: Date,
  ): Promise<Map<number, Watts | null>> {
    const stretches = spans.map(({ system, start }) => ({
      ...{ system, until },
      from: ownFrom(start),
      earliest: ownFrom(start),
    }))
    const series = await readSeries(sql, stretches, { measures: ['pv_w'], extremes: true, energies: false })
    return new Map(series.map(({ system, measures }) => [system, highest(measures.get('pv_w')?.max ?? [])]))
  },
})
