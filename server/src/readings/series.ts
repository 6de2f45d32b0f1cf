import type { TimedEnergies } from '@kellersonne/core/today'
import { known, type Quantity, type WattHours, type Watts, wattHours } from '@kellersonne/core/units'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { counters, THOUSANDTHS } from './columns.ts'
import { energyBetween } from './quarters.ts'

const QUARTER_S = 900
const HOUR_MS = 3_600_000

/** Neither the sun nor a house gives less than nothing; what a meter makes of its zero does. */
const meanPower = (m: string) =>
  `case when ${m}_count > 0 then greatest(0, ${m}_sum::float8 / ${m}_count / ${THOUSANDTHS}) end`

const powersSince = `
select span.system, array_agg((extract(epoch from at) / ${QUARTER_S})::integer) as quarters,
  array_agg((${meanPower('pv_w')})::real) as pv, array_agg((${meanPower('load_w')})::real) as load
from unnest($1::integer[], $2::timestamptz[]) as span(system, start)
join quarter on quarter.system = span.system and at >= start
group by span.system`

/** What was counted since the quarter before belongs to the later one, as everywhere; also what came before `start`. */
const energy = (c: string) => `
  ${c} + ${energyBetween(
    `coalesce(lag(${c}_last) over ${c}_known, case when ${c} is not null then (
    select before.${c}_last from quarter as before
    where before.system = span.system and before.at < start and before.at >= earliest
      and before.${c}_last is not null order by before.at desc limit 1) end)`,
    `${c}_first`,
  )} as ${c}`
const names = counters.map(({ name }) => name)
const energiesSince = `
select span.system, at, ${meanPower('load_w')} as load_w,
  coalesce(at - lag(at) over (partition by span.system order by at) = interval '${QUARTER_S} s', false) as follows,
  ${names.map(energy).join()}
from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(system, start, earliest)
join quarter on quarter.system = span.system and at >= start
window ${names.map((c) => `${c}_known as (partition by span.system, ${c} is null order by at)`).join()}
order by span.system, at`

const quantity = <Q extends Quantity<string>>() =>
  z.pipe(
    z.nullable(z.number()),
    z.transform((value) => known<Q>(value)),
  )
const powers = z.object({
  system: z.int(),
  quarters: z.array(z.int()),
  pv: z.array(quantity<Watts>()),
  load: z.array(quantity<Watts>()),
})
/** Mean powers of one system's quarters, in no order; each is named by how many quarters it lies after 1970. */
export type Powers = z.output<typeof powers>
const counted = quantity<WattHours>()
const energies = z.object({
  system: z.int(),
  at: z.date(),
  load_w: quantity<Watts>(),
  follows: z.boolean(),
  pv_wh: counted,
  import_wh: counted,
  feed_in_wh: counted,
  charge_wh: counted,
  discharge_wh: counted,
})

/** The quarters from `start` on; nothing that was counted before `earliest`. */
type Span = { readonly system: number; readonly start: Date; readonly earliest: Date }

/** The house by its powers: null after a gap, whose energy the counters add to the quarter after it. */
function houseOf({ at, load_w, follows }: z.output<typeof energies>, now: Date): WattHours | null {
  if (load_w === null || !follows) return null
  const passed = Math.min(QUARTER_S * 1000, Math.max(0, now.getTime() - at.getTime()))
  return wattHours((load_w * passed) / HOUR_MS)
}

/** What quarters say of what is to come, and of how today came about. */
export const quarterSeries = (sql: Sql) => ({
  /** Of those systems that said anything since. */
  powers: (spans: readonly Omit<Span, 'earliest'>[]): Promise<Powers[]> =>
    sql.rows(powers, powersSince, [spans.map(({ system }) => system), spans.map(({ start }) => start)]),

  /** By system, in the order of time; the running quarter as far as it has come. */
  async energies(spans: readonly Span[], now: Date): Promise<Map<number, TimedEnergies[]>> {
    const rows = await sql.rows(energies, energiesSince, [
      spans.map(({ system }) => system),
      spans.map(({ start }) => start),
      spans.map(({ earliest }) => earliest),
    ])
    const bySystem = Map.groupBy(rows, ({ system }) => system)
    return new Map(
      [...bySystem].map(([system, quarters]) => [
        system,
        quarters.map((row) => ({
          at: row.at,
          pv: row.pv_wh,
          import: row.import_wh,
          feedIn: row.feed_in_wh,
          charge: row.charge_wh,
          discharge: row.discharge_wh,
          house: houseOf(row, now),
        })),
      ]),
    )
  },
})
