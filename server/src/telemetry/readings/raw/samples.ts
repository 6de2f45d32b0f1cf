import { known, type Percent, type Quantity, type Watts } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import type { Sql } from '../../../platform/db/database.ts'
import { THOUSANDTHS } from '../columns.ts'

/** Small enough that a page never blocks the event loop for long. */
const ROWS = 2000

/** The powers and the state of charge of one reading; null = left out, or not known to the unit. */
export type MeasuredSample = {
  readonly at: Date
  readonly grid: Watts | null
  readonly pv: Watts | null
  readonly battery: Watts | null
  readonly soc: Percent | null
}

const page = z.object({ rows: z.nullable(z.array(z.array(z.nullable(z.number())))) })
const inUnits = <Q extends Quantity<string>>(thousandths: number | null | undefined) =>
  known<Q>(thousandths == null ? null : thousandths / THOUSANDTHS)

type Span = { readonly system: number; readonly from: Date; readonly until: Date }

/** Resolves to where the newest `most` raw readings of a span begin; to its beginning if it has no more than that. */
export async function newestSamplesFrom(
  sql: Sql,
  { system, from, until }: Span,
  most: number,
): Promise<Date> {
  const found = await sql.row(
    z.object({ at: z.date() }),
    `select at from reading where system = $1 and at >= $2 and at <= $3 order by at desc offset $4 limit 1`,
    [system, from, until, most],
  )
  return found?.at ?? from
}

/** Yields pages of a system's raw readings in `from` ≤ t ≤ `until`, in time order. */
export async function* samplePages(
  sql: Sql,
  { system, from, until }: Span,
): AsyncGenerator<readonly MeasuredSample[]> {
  for (let next = from; next <= until; ) {
    const found = await sql.row(
      page,
      `select json_agg(json_build_array((extract(epoch from at) * 1000)::bigint, grid_w, pv_w, battery_w, soc) order by at) as rows
       from (select * from reading where system = $1 and at >= $2 and at <= $3 order by at limit ${ROWS}) as newest`,
      [system, next, until],
    )
    const samples = (found?.rows ?? []).map(
      ([ms, grid, pv, battery, soc]): MeasuredSample => ({
        ...{ at: new Date(ms ?? 0), grid: inUnits<Watts>(grid), pv: inUnits<Watts>(pv) },
        ...{ battery: inUnits<Watts>(battery), soc: inUnits<Percent>(soc) },
      }),
    )
    const last = samples.at(-1)
    if (!last) return
    yield samples
    if (samples.length < ROWS) return
    next = new Date(last.at.getTime() + 1)
  }
}
