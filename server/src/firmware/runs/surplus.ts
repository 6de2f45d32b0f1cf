import type { Sql } from '../../platform/db/database.ts'

/** Updates of which receipts are kept, of one owner at one system: those that a unit began, and others, which changed nothing. */
const MOST_BEGUN = 200
const MOST_OTHERS = 20
/** Deleted in one transaction of each kind. A start adds one, so there are more only if they are from before these limits. */
const MOST_AT_ONCE = 100

const OPEN = `exists (select from update_action where firmware_update = run.id and deadline is not null)`
/** A unit that refused an update, or failed at once, has not begun it either, but said so: that counts among a release's outcomes. */
const BEGUN = `exists (select from update_action where firmware_update = run.id
  and (started_at is not null or state in ('finished', 'interrupted') and coalesce(reason, '') not in ('not_started', 'withdrawn')))`

/**
 * Deletes the oldest updates of an owner at a system beyond those kept, with the consents to them; updates left behind by
 * deleted accounts count as those of one owner. Others' are left alone, or the next owner could delete them. Must be called in a transaction that
 * holds the system.
 */
export async function forgetSurplus(sql: Sql, system: number, owner: string): Promise<void> {
  await sql.run(
    `with surplus as (
       select beyond.id from (values (true, ${MOST_BEGUN}), (false, ${MOST_OTHERS})) as kind(begun, most)
       cross join (values ($2::uuid), (null)) as holder(owner) cross join lateral (
         select run.id from firmware_update as run join ownership using (system, since)
         where run.system = $1 and ownership.owner is not distinct from holder.owner and not ${OPEN} and ${BEGUN} = begun
         order by asked_at desc, run.id desc offset most limit ${MOST_AT_ONCE}) as beyond
     ), chips as (
       delete from update_action where firmware_update in (select id from surplus)
     ), runs as (
       delete from firmware_update where id in (select id from surplus) returning consent
     ) delete from update_consent where id in (select consent from runs)`,
    [system, owner],
  )
}
