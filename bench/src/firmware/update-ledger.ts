import type { Db } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'

const recordedRun = z.object({
  system: z.int(),
  state: z.string(),
  reason: z.nullable(z.string()),
  isFinal: z.boolean(),
  /** How often it reached a final state; a change from one final state to another counts twice. */
  ends: z.int(),
  /** How often its percentage fell. */
  falls: z.int(),
})
/** The status of an update, with its history. */
export type RecordedRun = z.output<typeof recordedRun>

/** Makes the database itself record every change of updates. */
export async function keepLedger(db: Db): Promise<void> {
  await db.run('create table update_ledger (n bigserial, action integer, state text, percent integer)')
  await db.run(
    `create function note_update() returns trigger language plpgsql as $$
     begin
       insert into update_ledger (action, state, percent) values (new.id, new.state, new.percent);
       return new;
     end $$`,
  )
  await db.run(
    'create trigger note_update after insert or update on update_action for each row execute function note_update()',
  )
}

/** Resolves to the status of all updates, from the tables and the ledger. */
export const recordedRuns = (db: Db): Promise<RecordedRun[]> =>
  db.rows(
    recordedRun,
    `with steps as (
       select action, state, percent, lag(state) over entries as was, lag(percent) over entries as before
       from update_ledger window entries as (partition by action order by n)
     )
     select system, state, reason, ended_at is not null as "isFinal",
       (select count(*)::integer from steps where action = id and steps.state is distinct from was
          and steps.state in ('finished', 'interrupted', 'cancelled')) as ends,
       (select count(*)::integer from steps where action = id and steps.percent < before) as falls
     from update_action`,
  )
