import { JITTER_WH } from '@kellersonne/core/telemetry/counters/steps'
import { counters } from './columns.ts'
import { isEnergy } from './steps.ts'

const counted = counters.map(({ name }) => name)

const pointOf = (row: string, c: string) => ({ value: `${row}.${c}`, at: `${row}.at` })
/** Whether all steps between a reading and its neighbour are energy; null if the neighbour lacks a counter. */
const allEnergy = (before: string, after: string) =>
  counted
    .map((c) => `(added.${c} is null or ${isEnergy(pointOf(before, c), pointOf(after, c))})`)
    .join('\n      and ')

/** The nearest reading of the same quarter that has counters. */
const nearest = (condition: string, order: string) => `(
    select at, ${counted.join(', ')} from reading
    where reading.system = added.system and ${condition} and reading.at >= $3 and reading.at < $4
      and not (${counted.map((c) => `${c} is null`).join(' and ')})
    order by reading.at ${order} limit 1
  )`

const fromEnds = (c: string) => `${c}_last - ${c}_first`
/** A quarter of before 0025 may have a fall that is not recorded. */
const hasNotFallen = (c: string) => `coalesce(${fromEnds(c)} >= -${JITTER_WH}, true)`

/**
 * Counts quarters from their first to their last value where all steps are energy. Those between readings of before are,
 * as the quarter has no breaks; those to and from the readings just added are judged here, with two lookups for each.
 * $1 systems and $2 times in ms of these readings and of others that they repeated; $3 and $4 bound the times; then one
 * array per counter. Returns the quarters counted. This transaction must have locked their rows.
 *
 * Conditions are written so that PostgreSQL, while it has no statistics of a day, neither collects and sorts what one
 * lookup finds nor takes a table for a single row: "not null" and a `case` over two tables exclude next to nothing.
 */
export const countFromEnds = `
with added as (
  select *, date_bin('15 minutes', at, timestamptz 'epoch') as quarter
  from (
    select system, to_timestamp(ms / 1000.0::float8) as at, ${counted.join(', ')}
    from unnest($1::integer[], $2::bigint[], ${counted.map((_, i) => `$${i + 5}::bigint[]`).join(', ')})
      as added(system, ms, ${counted.join(', ')})
  ) as placed
), judged as (
  select added.system, quarter, bool_and(coalesce(
    (earlier.at is null or ${allEnergy('earlier', 'added')})
      and (later.at is null or ${allEnergy('added', 'later')}), false)) as is_energy
  from added
  left join lateral ${nearest('reading.at >= added.quarter and reading.at < added.at', 'desc')} as earlier on true
  left join lateral ${nearest(
    "reading.at > added.at and reading.at < added.quarter + interval '15 minutes'",
    'asc',
  )} as later on true
  group by added.system, quarter
)
update quarter set ${counted.map((c) => `${c} = ${fromEnds(c)}`).join(', ')}
from judged where quarter.system = judged.system and quarter.at = judged.quarter
  and case when is_energy then breaks is null and ${counted.map(hasNotFallen).join(' and ')} end
returning quarter.system, quarter.at, readings`
