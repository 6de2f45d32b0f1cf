import { type Codes, mereStates } from '@kellersonne/core/messages/messages'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import { invariant } from '../platform/invariant.ts'

const episode = z.object({
  system: z.int(),
  code: z.string(),
  raisedAt: z.date(),
  resolvedAt: z.nullable(z.date()),
  count: z.int(),
})
export type StoredEpisode = z.output<typeof episode>

/** The visible part of a system: messages raised since `since`, or active after `first` (null: never). */
export type Known = { readonly system: number; readonly since: Date; readonly first: Date | null }
type Owned = { readonly id: number; readonly visible_from: Date }
type Slice = { readonly skip: number; readonly take: number }

/** The page size when reading all episodes in turn. */
const ROWS = 2000
const COLUMNS = 'system, code, raised_at as "raisedAt", resolved_at as "resolvedAt", count'

/** $1 and $2 the systems and from when on they are their owners' to see, $3 how many of each. */
const latest = prepared(`
select ${COLUMNS} from episode where system = any($1) and resolved_at is null
union all
select ${COLUMNS} from unnest($1::integer[], $2::timestamptz[]) as owned(id, since) cross join lateral (
  select * from episode where system = id and raised_at >= since and resolved_at is not null
  order by raised_at desc, code desc limit $3
) as ended`)

/** $1 to $3 the visible systems, $4 and $5 the requested codes. */
const asked = '(code = any($4::text[])) <> $5::boolean'
const ofKnown = `from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as known(system, since, first) join`
/** $6 codes of mere states. */
const open = 'resolved_at is null and code <> all($6::text[])'
const visible = (since: string, first: string) =>
  `(raised_at >= ${since} or coalesce(resolved_at, 'infinity') > ${first})`
const isVisible = visible('since', 'first')

/**
 * A unit knows some dozens of codes. More of each unit than these are not counted: one that invents new ones for weeks must not
 * make its owner's list read millions of rows.
 */
export const MOST_CODES = 10_000

const counts = `
select (select count(*) ${ofKnown} episode using (system) where ${open} and ${isVisible} and ${asked}) as open,
  (select coalesce(sum(episodes), 0) ${ofKnown} lateral (
    select code, episodes from episode_count where episode_count.system = known.system limit ${MOST_CODES}
  ) as counted on ${asked}) as ever,
  (select count(*) ${ofKnown} episode using (system) where not ${isVisible} and ${asked}) as unknown`

/** $7 offset, $8 limit. */
const opened = `
select ${COLUMNS} ${ofKnown} episode using (system) where ${open} and ${isVisible} and ${asked}
order by raised_at desc, code desc, system desc offset $7 limit $8`

/** One query per system, so that its index yields the rows in order and no others are read. */
const others = (systems: number, order: 'asc' | 'desc') => `
select ${COLUMNS} from (${Array.from(
  { length: systems },
  (_, i) => `
  select * from episode where system = ($1::integer[])[${i + 1}] and ${asked} and not (${open})
    and ${visible(`($2::timestamptz[])[${i + 1}]`, `($3::timestamptz[])[${i + 1}]`)}`,
).join(' union all')}
) as episode order by raised_at ${order}, code ${order}, system ${order} offset $7 limit $8`

/** Later than any time. */
const NEVER = 'infinity'

const parameters = (systems: readonly Known[], { listed, allBut }: Codes) => [
  systems.map(({ system }) => system),
  systems.map(({ since }) => since),
  systems.map(({ first }) => first ?? NEVER),
  ...[listed, allBut, mereStates],
]

/** Reads episodes, which change-store.ts writes. */
export const messageStore = (sql: Sql) => ({
  /**
   * Resolves to the active episodes of systems, and to the newest `ended` of each that began when its owner may see it.
   * Reads no others, however many there are.
   */
  async latest(systems: readonly Owned[], ended: number): Promise<Map<number, StoredEpisode[]>> {
    const rows = await sql.rows(episode, latest, [
      systems.map(({ id }) => id),
      systems.map(({ visible_from }) => visible_from),
      ended,
    ])
    return Map.groupBy(rows, ({ system }) => system)
  },

  /** Counts open and other episodes. */
  async counts(systems: readonly Known[], codes: Codes) {
    const row = z.object({ open: z.int(), ever: z.int(), unknown: z.int() })
    const found = await sql.row(row, counts, parameters(systems, codes))
    invariant(found, 'episodes: the count returned no row')
    return { open: found.open, others: Math.max(0, found.ever - found.unknown - found.open) }
  },

  /** Resolves to the open episodes, newest first. */
  open: (systems: readonly Known[], codes: Codes, { skip, take }: Slice) =>
    sql.rows(episode, opened, [...parameters(systems, codes), skip, take]),

  /** Resolves to the other episodes, newest or oldest first. */
  others: (
    systems: readonly Known[],
    codes: Codes,
    { skip, take, from }: Slice & { readonly from: 'newest' | 'oldest' },
  ) => {
    const text = others(systems.length, from === 'newest' ? 'desc' : 'asc')
    return sql.rows(episode, text, [...parameters(systems, codes), skip, take])
  },

  /** Resolves to a system's episodes active at any time in `from` ≤ t < `until`, but no mere states; oldest first. */
  during: ({ system, since, first }: Known, from: Date, until: Date, limit: number) =>
    sql.rows(
      episode,
      `select ${COLUMNS} from episode
       where system = $1 and raised_at < $3 and code <> all($4::text[])
         and (resolved_at is null or resolved_at > $2) and ${visible('$5', '$6')}
       order by raised_at, code limit $7`,
      [system, from, until, mereStates, since, first ?? NEVER, limit],
    ),

  /** Resolves to a system's episodes after a given one (undefined = from the beginning), ordered by time. */
  after: (
    { system, since, first, last }: Known & { readonly last: Date },
    before: Pick<StoredEpisode, 'raisedAt' | 'code'> | undefined,
  ) =>
    sql.rows(
      episode,
      `select ${COLUMNS} from episode
       where system = $1 and ${visible('$2', '$3')} and raised_at <= $4
         and (raised_at, code) > (coalesce($5::timestamptz, '-infinity'), coalesce($6::text, ''))
       order by raised_at, code limit ${ROWS}`,
      [system, since, first ?? NEVER, last, before?.raisedAt, before?.code],
    ),
})
