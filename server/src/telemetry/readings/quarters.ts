import { columns, counters, folded } from './columns.ts'

/** SQL for quarters, generated from the lists of measures and counters. */
const names = columns.map(({ name }) => name)
const counted = counters.map(({ name }) => name)

/** Two readings per second; a quarter that already holds more is not recounted: reading it would delay all units. */
export const MAX_RECOUNTED = 1800

/** SQL of `counted` in core; null if either value is null. */
const energyBetween = (before: string, after: string) => `greatest(0, ${after} - ${before})`

const neighbours = counted.map(
  (c) => `lag(${c}) over ${c}_known as ${c}_before, lead(${c}) over ${c}_known as ${c}_after`,
)
/** Known values only: a reading without a counter does not separate its neighbours. */
const windows = counted.map((c) => `${c}_known as (partition by system, quarter, ${c} is null order by at)`)

const columnsOfMeasure = (m: string) => [`${m}_sum`, `${m}_min`, `${m}_max`, `${m}_count`]
const columnsOfCounter = (c: string) => [`${c}_first`, `${c}_first_at`, `${c}_last`, `${c}_last_at`, c]
/** All columns of the table except its key. */
export const quarterValues = [
  'readings',
  ...folded.flatMap(columnsOfMeasure),
  ...counted.flatMap(columnsOfCounter),
]
const quarterColumns = ['system', 'at', ...quarterValues].join(', ')

/** Aggregates rows shaped like readings, distinct by (system, at), into rows shaped like quarters. */
const fold = (source: string) => `
  select system, quarter, count(*),
    ${folded.map((m) => `sum(${m}), min(${m}), max(${m}), count(${m})`).join(',\n    ')},
    ${counted
      .map(
        (c) => `max(${c}) filter (where ${c}_before is null), min(at) filter (where ${c} is not null),
    max(${c}) filter (where ${c}_after is null), max(at) filter (where ${c} is not null),
    case when count(${c}) > 0 then sum(${energyBetween(`${c}_before`, c)})::bigint end`,
      )
      .join(',\n    ')}
  from (
    select *, ${neighbours.join(',\n      ')}
    from (
      select *, date_bin('15 minutes', at, timestamptz 'epoch') as quarter, grid_w + pv_w + battery_w as load_w
      from ${source}
    ) as placed
    window ${windows.join(',\n      ')}
  ) as sample
  group by system, quarter
  order by system, quarter`

const mergeMeasure = (m: string) => `
    ${m}_sum = coalesce(quarter.${m}_sum + excluded.${m}_sum, quarter.${m}_sum, excluded.${m}_sum),
    ${m}_min = least(quarter.${m}_min, excluded.${m}_min),
    ${m}_max = greatest(quarter.${m}_max, excluded.${m}_max),
    ${m}_count = quarter.${m}_count + excluded.${m}_count`

const firstOf = (c: string) => `
    case when excluded.${c}_first_at < quarter.${c}_first_at or quarter.${c}_first_at is null
      then excluded.${c}_first else quarter.${c}_first end`
const lastOf = (c: string) => `
    case when excluded.${c}_last_at > quarter.${c}_last_at or quarter.${c}_last_at is null
      then excluded.${c}_last else quarter.${c}_last end`

/**
 * Entirely later or earlier than existing readings: added exactly. Interleaved: null, then recounted from them; with
 * more than MAX_RECOUNTED readings, from the first to the last value, which is exact unless the counter fell between.
 */
const mergeCounter = (c: string) => `
    ${c} = case
      when excluded.${c}_first_at is null then quarter.${c}
      when quarter.${c}_first_at is null then excluded.${c}
      when excluded.${c}_first_at > quarter.${c}_last_at
        then quarter.${c} + excluded.${c} + ${energyBetween(`quarter.${c}_last`, `excluded.${c}_first`)}
      when excluded.${c}_last_at < quarter.${c}_first_at
        then quarter.${c} + excluded.${c} + ${energyBetween(`excluded.${c}_last`, `quarter.${c}_first`)}
      when quarter.readings > ${MAX_RECOUNTED} then ${energyBetween(firstOf(c), lastOf(c))}
    end,
    ${c}_first = ${firstOf(c)},
    ${c}_first_at = least(quarter.${c}_first_at, excluded.${c}_first_at),
    ${c}_last = ${lastOf(c)},
    ${c}_last_at = greatest(quarter.${c}_last_at, excluded.${c}_last_at)`

/**
 * Inserts readings that are not stored yet and merges them into their quarters. $1 systems, $2 times in ms, then one
 * array per column, all ordered by (system, at). Returns the quarters whose energies must be recounted, and how many
 * readings each holds.
 */
export const addReadings = `
with added as (
  insert into reading (system, at, ${names.join(', ')})
  select system, to_timestamp(ms / 1000.0::float8), ${names.join(', ')}
  from unnest($1::integer[], $2::bigint[], ${columns.map(({ type }, i) => `$${i + 3}::${type}[]`).join(', ')})
    as told(system, ms, ${names.join(', ')})
  on conflict do nothing
  returning *
), merged as (
  insert into quarter (${quarterColumns})
  ${fold('added')}
  on conflict (system, at) do update set
    readings = quarter.readings + excluded.readings,${folded.map(mergeMeasure).join()},${counted.map(mergeCounter).join()}
  returning system, at, readings, ${counted.map((c) => `(${c} is null and ${c}_first_at is not null)`).join(' or ')} as torn
)
select system, at, readings from merged where torn`

/** Recounts the energies of quarters. $1 systems, $2 starts; this transaction must have locked their rows. */
export const recountQuarters = `
with torn as (select system, start from unnest($1::integer[], $2::timestamptz[]) as torn(system, start)),
told as (
  select reading.* from torn join reading
    on reading.system = torn.system and at >= start and at < start + interval '15 minutes'
),
recounted (${quarterColumns}) as (${fold('told')})
update quarter set ${counted.map((c) => `${c} = recounted.${c}`).join(', ')}
from recounted where quarter.system = recounted.system and quarter.at = recounted.at`

/** The last known value of a counter before a quarter, ignoring values from before `earliest`. */
export const counterBefore = (c: string, system: string, start: string) => `(
    select value from (
      (select ${c}_last as value, ${c}_last_at as told from quarter
       where quarter.system = ${system} and at < ${start} and at >= earliest and ${c}_last is not null
       order by at desc limit 1)
      union all
      (select ${c}_last, ${c}_last_at from sealed_day as day
       where day.system = ${system} and day.start < ${start} and ${c}_last_at >= earliest
       order by day.start desc limit 1)
    ) as known order by told desc limit 1)`

/**
 * Energies since an instant, per counter, in Wh; null if a counter is unknown. Energy counted between two quarters
 * belongs to the later one, so that a lost sample loses no energy. $1 systems, $2 starts, $3 the earliest instant of
 * the preceding counter value. All quarters since $2 are open: only earlier ones may be sealed.
 */
export const energiesSince = `
with span as (
  select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(system, start, earliest)
), part as (
  select span.*, ${counted
    .map(
      (c) =>
        `${c}, ${c}_first, lag(${c}_last) over (partition by quarter.system, ${c} is null order by at) as ${c}_before`,
    )
    .join(', ')}
  from span join quarter on quarter.system = span.system and at >= start
), day as (
  select system, start, earliest, ${counted
    .map(
      (c) => `sum(${c} + ${energyBetween(`${c}_before`, `${c}_first`)})::bigint as ${c},
    max(${c}_first) filter (where ${c}_before is null) as ${c}_first`,
    )
    .join(', ')}
  from part group by system, start, earliest
)
select system, ${counted
  .map(
    (c) =>
      `${c} + case when ${c} is null then 0 else ${energyBetween(
        counterBefore(c, 'today.system', 'today.start'),
        `${c}_first`,
      )} end as ${c}`,
  )
  .join(', ')}
from day as today`
