import { columns } from './columns.ts'

const names = columns.map(({ name }) => name)
const newer = (of: string) => `excluded.${of}_at > coalesce(latest.${of}_at, '-infinity')`

/**
 * Brings `latest` forward. $1 systems in ascending order; $2 heard, $3 vanished, $4 reading's and $5 state's times in
 * ms; $6 the state's flags as JSON, each with the state's time; then an array a column of the reading. A flag that
 * stood in the state before keeps its time. Returns each system's newest state.
 */
export const bringForward = `
insert into latest (system, heard_at, vanished_at, reading_at, state_at, flags_since, ${names.join(', ')})
select system, to_timestamp(heard / 1000.0::float8), to_timestamp(vanished / 1000.0::float8),
  to_timestamp(reading / 1000.0::float8), to_timestamp(state / 1000.0::float8), flags::jsonb, ${names.join(', ')}
from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
    ${columns.map(({ type }, i) => `$${i + 7}::${type}[]`).join(', ')})
  as told(system, heard, vanished, reading, state, flags, ${names.join(', ')})
on conflict (system) do update set
  heard_at = greatest(latest.heard_at, excluded.heard_at),
  vanished_at = greatest(latest.vanished_at, excluded.vanished_at),
  reading_at = greatest(latest.reading_at, excluded.reading_at),
  ${names.map((c) => `${c} = case when ${newer('reading')} then excluded.${c} else latest.${c} end`).join(',\n  ')},
  state_at = greatest(latest.state_at, excluded.state_at),
  flags_since = case when ${newer('state')} then (
      select coalesce(jsonb_object_agg(flag, coalesce(latest.flags_since -> flag, since)), '{}')
      from jsonb_each(excluded.flags_since) as standing(flag, since)
    ) else latest.flags_since end
returning system, state_at`

/** What stands longer keeps the time it is known by. */
const LOOK_BACK = `interval '35 days'`
const flagsOf = (payload: string) => `((${payload} -> 'message1') || (${payload} -> 'message2'))`

/**
 * Finds anew since when the flags of a system's newest state stand, for systems ($1) whose states came in late: since
 * the first state after the last one without the flag.
 */
export const recountFlags = `
update latest set flags_since = (
  select coalesce(jsonb_object_agg(flag, (
    select case when before.at is null then least((latest.flags_since ->> flag)::timestamptz, min(state.at))
      else min(state.at) end
    from (
      select max(at) as at from state as without
      where without.system = latest.system and at < latest.state_at and at >= latest.state_at - ${LOOK_BACK}
        and not ${flagsOf('payload')} ? flag
    ) as before, state
    where state.system = latest.system and state.at > coalesce(before.at, latest.state_at - ${LOOK_BACK})
    group by before.at
  )), '{}')
  from state as newest, jsonb_array_elements_text(${flagsOf('newest.payload')}) as flag
  where newest.system = latest.system and newest.at = latest.state_at
)
where system = any($1)`
