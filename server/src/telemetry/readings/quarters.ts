import { prepared } from '../../platform/db/prepared.ts'
import { columns, counters, folded } from './columns.ts'
import { isEnergy } from './steps.ts'

/** SQL for quarters, generated from the lists of measures and counters. */
const names = columns.map(({ name }) => name)
const counted = counters.map(({ name }) => name)

/** Two readings per second; a quarter that already holds more is not recounted: reading it would delay all units. */
export const MAX_RECOUNTED = 1800

/** Breaks that a quarter keeps of each counter: one with more is no counter. */
const MAX_BREAKS = 4

/** Where the neighbours of a reading are looked for, that know the same counter: names of windows, and their definitions. */
type Windows = { readonly of: (counter: string) => string; readonly definitions: readonly string[] }
/** Known values only: a reading without a counter does not separate its neighbours. */
const apart: Windows = {
  of: (c) => `${c}_known`,
  definitions: counted.map((c) => `${c}_known as (partition by system, quarter, ${c} is null order by at)`),
}
/** The same for all counters, so that readings are sorted once: where all readings of a system know the same counters. */
const together: Windows = {
  of: () => 'known',
  definitions: ['known as (partition by system, quarter order by at)'],
}
const neighbours = (windows: Windows) =>
  counted.map((c) => {
    const known = windows.of(c)
    return `lag(${c}) over ${known} as ${c}_before, lag(at) over ${known} as ${c}_before_at,
        lead(${c}) over ${known} as ${c}_after`
  })
const step = (c: string) => isEnergy({ value: `${c}_before`, at: `${c}_before_at` }, { value: c, at: 'at' })

const columnsOfMeasure = (m: string) => [`${m}_sum`, `${m}_min`, `${m}_max`, `${m}_count`]
const columnsOfCounter = (c: string) => [`${c}_first`, `${c}_first_at`, `${c}_last`, `${c}_last_at`, c]
/** All columns of the table except its key. */
export const quarterValues = [
  'readings',
  ...folded.flatMap(columnsOfMeasure),
  ...counted.flatMap(columnsOfCounter),
]
const quarterColumns = ['system', 'at', ...quarterValues].join(', ')

/** The sum of all steps; null if one of them is no energy. */
const wholeSum = (c: string) =>
  `case when count(${c}) > 0 and coalesce(bool_and(${step(c)}), true)
      then coalesce(sum(${c} - ${c}_before), 0)::bigint end`
/** The sum of the steps that are energy. */
const energySum = (c: string) =>
  `case when count(${c}) > 0 then coalesce(sum(${c} - ${c}_before) filter (where ${step(c)}), 0)::bigint end`

const ms = (at: string) => `(extract(epoch from ${at}) * 1000)::bigint`
const breaksOf = (c: string) =>
  `'${c}', to_jsonb((array_agg(array[${ms(`${c}_before_at`)}, ${c}_before, ${ms('at')}, ${c}] order by at)
        filter (where not ${step(c)}))[1:${MAX_BREAKS}])`
const breaks = `nullif(jsonb_strip_nulls(jsonb_build_object(${counted.map(breaksOf).join(',\n      ')})), '{}')`

/** Aggregates rows shaped like readings, distinct by (system, at), into rows shaped like quarters, and \`others\`. */
const fold = (
  source: string,
  windows: Windows,
  energy: (c: string) => string,
  others: readonly string[] = [],
) => `
  select system, quarter, count(*),
    ${folded.map((m) => `sum(${m}), min(${m}), max(${m}), count(${m})`).join(',\n    ')},
    ${counted
      .map(
        (c) => `max(${c}) filter (where ${c}_before is null), min(at) filter (where ${c} is not null),
    max(${c}) filter (where ${c}_after is null), max(at) filter (where ${c} is not null),
    ${energy(c)}`,
      )
      .join(',\n    ')}${others.map((one) => `,\n    ${one}`).join('')}
  from (
    select *, ${neighbours(windows).join(',\n      ')}
    from (
      select *, date_bin('15 minutes', at, timestamptz 'epoch') as quarter, grid_w + pv_w + battery_w as load_w
      from ${source}
    ) as placed
    window ${windows.definitions.join(',\n      ')}
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

const firstKnown = (row: string, c: string) => ({ value: `${row}.${c}_first`, at: `${row}.${c}_first_at` })
const lastKnown = (row: string, c: string) => ({ value: `${row}.${c}_last`, at: `${row}.${c}_last_at` })
/** What a quarter counts if `later` follows entirely on `earlier`; null if the step between them is no energy. */
const appended = (c: string, earlier: string, later: string) => `case
          when ${isEnergy(lastKnown(earlier, c), firstKnown(later, c))}
            then ${earlier}.${c} + ${later}.${c} + ${later}.${c}_first - ${earlier}.${c}_last end`

/**
 * Entirely later or earlier than existing readings: added exactly. Interleaved, or after a break: null, then counted from
 * its ends (`countFromEnds`) or recounted from its readings; with more than MAX_RECOUNTED readings, from the first to the last value.
 */
const mergeCounter = (c: string) => `
    ${c} = case
      when excluded.${c}_first_at is null then quarter.${c}
      when quarter.${c}_first_at is null then excluded.${c}
      else coalesce(
        case
          when excluded.${c}_first_at > quarter.${c}_last_at then ${appended(c, 'quarter', 'excluded')}
          when excluded.${c}_last_at < quarter.${c}_first_at then ${appended(c, 'excluded', 'quarter')}
        end,
        case when quarter.readings > ${MAX_RECOUNTED} then ${lastOf(c)} - ${firstOf(c)} end)
    end,
    ${c}_first = ${firstOf(c)},
    ${c}_first_at = least(quarter.${c}_first_at, excluded.${c}_first_at),
    ${c}_last = ${lastOf(c)},
    ${c}_last_at = greatest(quarter.${c}_last_at, excluded.${c}_last_at)`

/**
 * Inserts readings that are not stored yet and merges them into their quarters. $1 systems, $2 times in ms, then one
 * array per column, all ordered by (system, at). Returns the quarters whose energies are still to be counted, and how many
 * readings each holds.
 */
const adding = (windows: Windows) => `
with added as (
  insert into reading (system, at, ${names.join(', ')})
  select system, to_timestamp(ms / 1000.0::float8), ${names.join(', ')}
  from unnest($1::integer[], $2::bigint[], ${columns.map(({ type }, i) => `$${i + 3}::${type}[]`).join(', ')})
    as received(system, ms, ${names.join(', ')})
  on conflict do nothing
  returning *
), merged as (
  insert into quarter (${quarterColumns})
  ${fold('added', windows, wholeSum)}
  on conflict (system, at) do update set
    readings = quarter.readings + excluded.readings,${folded.map(mergeMeasure).join()},${counted.map(mergeCounter).join()}
  returning system, at, readings, ${counted.map((c) => `(${c} is null and ${c}_first_at is not null)`).join(' or ')} as torn
)
select system, at, readings from merged where torn`
export const addReadings = prepared(adding(apart))
/** Does the same in less time; only for readings that know the same counters as the others of their system. */
export const addLikeReadings = prepared(adding(together))

/** Recounts the energies of quarters. $1 systems, $2 starts; this transaction must have locked their rows. */
export const recountQuarters = prepared(`
with torn as (select system, start from unnest($1::integer[], $2::timestamptz[]) as torn(system, start)),
raw as (
  select reading.* from torn join reading
    on reading.system = torn.system and at >= start and at < start + interval '15 minutes'
),
recounted (${quarterColumns}, breaks) as (${fold('raw', apart, energySum, [breaks])})
update quarter set breaks = recounted.breaks, ${counted.map((c) => `${c} = recounted.${c}`).join(', ')}
from recounted where quarter.system = recounted.system and quarter.at = recounted.at`)
