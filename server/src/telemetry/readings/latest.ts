import { prepared } from '../../platform/db/prepared.ts'
import { columns, counters, measures } from './columns.ts'
import { announcing } from './system-changed.ts'

/** Readings and states from longer ago change what was derived of a system's far past. */
const OLD_MS = 14 * 86_400_000

const names = columns.map(({ name }) => name)
/** Each measure has its own time: a reading need not hold all of them. */
const times = measures.map(({ name }) => `${name}_at`)
const newer = (time: string) => `excluded.${time} > coalesce(latest.${time}, '-infinity')`
const replace = (name: string, time: string) =>
  `${name} = case when ${newer(time)} then excluded.${name} else latest.${name} end`

const LAST = 6 + columns.length + times.length
const [OLDEST, NOTICES] = [`$${LAST + 1}`, `$${LAST + 2}`]

/**
 * Upserts `latest`, locks each system's row and announces the systems. Returns their `sealed_until` and, of all systems,
 * `missing_before`, where one of these is later than the oldest reading: of live data, no rows. $1 systems in ascending order; $2 heard,
 * $3 vanished, $4 the reading's and $5 the state's times, $6 that of the oldest of either, in ms; then one array per column of
 * readings, then one per measure with its time in ms, null where no reading holds it; then the time of the oldest reading of
 * all in ms, null if there is none; last, the notices.
 */
export const upsertLatest = prepared(`
with stored as (insert into latest (system, heard_at, vanished_at, reading_at, state_at, first_at, old_heard_at, ${[...names, ...times].join(', ')})
select system, to_timestamp(heard / 1000.0::float8), to_timestamp(vanished / 1000.0::float8),
  to_timestamp(reading / 1000.0::float8), to_timestamp(state / 1000.0::float8), to_timestamp(first / 1000.0::float8),
  case when first < heard - ${OLD_MS}::bigint then to_timestamp(heard / 1000.0::float8) end, ${names.join(', ')},
  ${times.map((time) => `to_timestamp(${time} / 1000.0::float8)`).join(', ')}
from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    ${columns.map(({ type }, i) => `$${i + 7}::${type}[]`).join(', ')},
    ${times.map((_, i) => `$${i + 7 + columns.length}::bigint[]`).join(', ')})
  as received(system, heard, vanished, reading, state, first, ${[...names, ...times].join(', ')})
on conflict (system) do update set
  heard_at = greatest(latest.heard_at, excluded.heard_at),
  vanished_at = greatest(latest.vanished_at, excluded.vanished_at),
  reading_at = greatest(latest.reading_at, excluded.reading_at),
  ${measures.map(({ name }) => replace(name, `${name}_at`)).join(',\n  ')},
  ${counters.map(({ name }) => replace(name, 'reading_at')).join(',\n  ')},
  ${times.map((time) => `${time} = greatest(latest.${time}, excluded.${time})`).join(',\n  ')},
  state_at = greatest(latest.state_at, excluded.state_at),
  first_at = least(latest.first_at, excluded.first_at),
  old_heard_at = greatest(latest.old_heard_at, excluded.old_heard_at)
returning system, sealed_until)
select system, sealed_until, before as missing_before from stored left join missing_readings on true
where greatest(sealed_until, before) > to_timestamp(${OLDEST}::bigint / 1000.0::float8)
union all
select null, null, null from unnest(${NOTICES}::text[]) as notice where ${announcing('notice')}`)
