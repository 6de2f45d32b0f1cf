import { columns } from './columns.ts'

const names = columns.map(({ name }) => name)
const newer = `excluded.reading_at > coalesce(latest.reading_at, '-infinity')`

/**
 * Upserts `latest`, locks each system's row and returns its `sealed_until`. $1 systems in ascending order; $2 heard,
 * $3 vanished, $4 the reading's and $5 the state's times in ms; then one array per column of the reading.
 */
export const upsertLatest = `
insert into latest (system, heard_at, vanished_at, reading_at, state_at, ${names.join(', ')})
select system, to_timestamp(heard / 1000.0::float8), to_timestamp(vanished / 1000.0::float8),
  to_timestamp(reading / 1000.0::float8), to_timestamp(state / 1000.0::float8), ${names.join(', ')}
from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
    ${columns.map(({ type }, i) => `$${i + 6}::${type}[]`).join(', ')})
  as told(system, heard, vanished, reading, state, ${names.join(', ')})
on conflict (system) do update set
  heard_at = greatest(latest.heard_at, excluded.heard_at),
  vanished_at = greatest(latest.vanished_at, excluded.vanished_at),
  reading_at = greatest(latest.reading_at, excluded.reading_at),
  ${names.map((c) => `${c} = case when ${newer} then excluded.${c} else latest.${c} end`).join(',\n  ')},
  state_at = greatest(latest.state_at, excluded.state_at)
returning system, sealed_until`
