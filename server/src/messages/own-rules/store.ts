import { ownRule } from '@kellersonne/contract/messages/own-rules'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Episode } from '@kellersonne/core/messages/episodes'
import { calmRange, type OwnRule, type RuleQuantity } from '@kellersonne/core/messages/own-rules/own-rule'
import { isHeld, type Watch } from '@kellersonne/core/messages/own-rules/watch'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { numberArray } from '../../telemetry/readings/columns.ts'

const instant = z.nullable(z.date())
const watched = {
  id: z.uuid(),
  system: z.int(),
  ...ownRule.shape,
  heldSince: instant,
  raisedAt: instant,
  resolvedAt: instant,
  count: z.int(),
}
const stored = z.object({ ...watched, sn: serialNumber, createdAt: z.date() })
export type KeptRule = z.output<typeof stored>

const seen = z.object(watched)
/** A rule that is fulfilled, or was a moment ago. */
export type SeenRule = z.output<typeof seen>

/** `value` is in thousandths and was measured `at`. */
const turning = z.object({ ...watched, value: z.number(), at: z.date() })
export type TurningRule = z.output<typeof turning>

/** `at`: when the newest value was measured. */
const due = z.object({ ...watched, owner: z.uuid(), at: z.date() })
/** A rule whose time may be over. */
export type DueRule = z.output<typeof due>

const COLUMNS = `own_rule.id, own_rule.system, quantity, comparison, threshold, minutes, held_since as "heldSince",
  raised_at as "raisedAt", resolved_at as "resolvedAt", count`

type Sources = { readonly value: string; readonly at: string }
/** What `ruleValue` (core) makes of a reading, of the newest values of a system. */
const sources: Readonly<Record<RuleQuantity, Sources>> = {
  soc: { value: 'soc', at: 'soc_at' },
  pv: { value: 'pv_w', at: 'pv_w_at' },
  load: { value: 'grid_w + pv_w + battery_w', at: 'least(grid_w_at, pv_w_at, battery_w_at)' },
  consumption: { value: 'greatest(grid_w, 0)', at: 'grid_w_at' },
  feed_in: { value: 'greatest(-grid_w, 0)', at: 'grid_w_at' },
  charge: { value: 'greatest(-battery_w, 0)', at: 'battery_w_at' },
  discharge: { value: 'greatest(battery_w, 0)', at: 'battery_w_at' },
}
const choose = (of: keyof Sources) =>
  `case quantity ${Object.entries(sources)
    .map(([quantity, source]) => `when '${quantity}' then ${source[of]}`)
    .join(' ')} end`
const NEWEST = `join latest using (system)
  cross join lateral (select ${choose('value')} as value, ${choose('at')} as at) as newest`

/** $1 systems, $2 an instant; see `turning`. Runs for every batch of readings. */
const TURNING = prepared(`select ${COLUMNS}, value, at from own_rule ${NEWEST}
       where own_rule.system = any($1) and due_at is null and at > $2 and (value < calm_least or value > calm_most
         or held_since + make_interval(mins => minutes) <= at and (raised_at is null or resolved_at is not null))
       order by own_rule.id`)

export const episodeOf = ({
  raisedAt,
  resolvedAt,
  count,
}: Pick<SeenRule, 'raisedAt' | 'resolvedAt' | 'count'>): Episode | null =>
  raisedAt && { code: '', raisedAt, resolvedAt, count }

/** The only file that writes `own_rule`. */
export const ruleStore = (sql: Sql) => ({
  /** Resolves to the rules of an owner, oldest first. */
  of: (owner: string): Promise<KeptRule[]> =>
    sql.rows(
      stored,
      `select ${COLUMNS}, sn, own_rule.created_at as "createdAt" from own_rule
       join storage_system on storage_system.id = own_rule.system
       where owner = $1 order by own_rule.created_at, own_rule.id`,
      [owner],
    ),

  /** Resolves to the id of an owner's rule with the same condition for a system. */
  async find(owner: string, system: number, rule: OwnRule): Promise<string | undefined> {
    const found = await sql.row(
      z.object({ id: z.uuid() }),
      `select id from own_rule
       where owner = $1 and system = $2 and quantity = $3 and comparison = $4 and threshold = $5 and minutes = $6`,
      [owner, system, rule.quantity, rule.comparison, rule.threshold, rule.minutes],
    )
    return found?.id
  },

  async add(owner: string, system: number, rule: OwnRule, now: Date): Promise<void> {
    const { least, most } = calmRange(rule, false)
    await sql.run(
      `insert into own_rule (owner, system, created_at, quantity, comparison, threshold, minutes, calm_least, calm_most)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [owner, system, now, rule.quantity, rule.comparison, rule.threshold, rule.minutes, least, most],
    )
  },

  /** Resolves to true if the rule was there and the owner's. */
  remove: async (owner: string, id: string): Promise<boolean> =>
    (await sql.run('delete from own_rule where owner = $1 and id = $2', [owner, id])) === 1,

  async countOf(system: number): Promise<number> {
    const found = await sql.row(
      z.object({ n: z.int() }),
      'select count(*)::integer as n from own_rule where system = $1',
      [system],
    )
    return found?.n ?? 0
  },

  /** Resolves to whether a system sends what a quantity is made of; true also if it has not sent any reading yet. */
  async isMeasured(system: number, quantity: RuleQuantity): Promise<boolean> {
    const found = await sql.row(
      z.object({ measured: z.boolean() }),
      `select (${sources[quantity].at}) is not null and (${sources[quantity].value}) is not null as measured
       from latest where system = $1 and reading_at is not null`,
      [system],
    )
    return found?.measured ?? true
  },

  /**
   * Resolves to the rules of systems whose newest value turns them, or whose time is over by it; never by values from before
   * `after`, and none that waits for the job.
   */
  turning: (systems: readonly number[], after: Date): Promise<TurningRule[]> =>
    sql.rows(turning, TURNING, [numberArray(systems, (system) => system), after]),

  /** Leaves rules to the job. */
  async defer(rules: readonly TurningRule[], now: Date): Promise<void> {
    await sql.run('update own_rule set due_at = $2 where id = any($1)', [rules.map(({ id }) => id), now])
  },

  /**
   * Locks the deferred rules of one system, of those that no other process works on: of the owner whose turn in `served`, the
   * last one last, is longest ago, and of their systems the one that has waited longest.
   */
  takeDue: (served: readonly string[]): Promise<DueRule[]> =>
    sql.rows(
      due,
      `select ${COLUMNS}, owner, coalesce(at, due_at) as at from own_rule ${NEWEST}
       where due_at is not null and own_rule.system = (
         select system from own_rule where due_at is not null
         order by coalesce(array_position($1::uuid[], owner), 0), due_at limit 1 for update skip locked)
       order by own_rule.id for update of own_rule`,
      [served],
    ),

  /** Stores what is known of rules; none of them waits for the job any longer. */
  async put(changed: readonly { readonly rule: OwnRule & { readonly id: string }; readonly watch: Watch }[]) {
    const each = <T>(of: (one: (typeof changed)[number]) => T) => changed.map(of)
    const calm = each(({ rule, watch }) => calmRange(rule, isHeld(watch)))
    await sql.run(
      `update own_rule set held_since = new.held_since, raised_at = new.raised_at, resolved_at = new.resolved_at,
         count = new.count, calm_least = new.calm_least, calm_most = new.calm_most, due_at = null
       from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::integer[], $6::integer[],
         $7::integer[]) as new(id, held_since, raised_at, resolved_at, count, calm_least, calm_most)
       where own_rule.id = new.id`,
      [
        each(({ rule }) => rule.id),
        each(({ watch }) => watch.heldSince),
        each(({ watch }) => watch.episode?.raisedAt ?? null),
        each(({ watch }) => watch.episode?.resolvedAt ?? null),
        each(({ watch }) => watch.episode?.count ?? 0),
        calm.map(({ least }) => least),
        calm.map(({ most }) => most),
      ],
    )
  },

  /** Resolves to the rules of systems by their owners that are fulfilled, or were after `since`. */
  seen: (systems: readonly number[], since: Date): Promise<SeenRule[]> =>
    sql.rows(
      seen,
      `select ${COLUMNS} from own_rule
       where system = any($1) and raised_at is not null and (resolved_at is null or resolved_at > $2)`,
      [systems, since],
    ),
})
