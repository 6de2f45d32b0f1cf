import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { OFFERED, type Rollout, releaseColumns, type StoredRelease, storedRelease } from './store.ts'

/** The systems whose updates to a release have finished since its present stage began. */
const FINISHED = `(select count(distinct system) from update_action
  where release = release.id and state = 'finished' and ended_at > stage_since)::integer`

/** To whom releases are offered, and what follows. */
export const rolloutStore = (sql: Sql) => ({
  /** Sets the plan of a release, whose first stage begins. */
  async set(id: number, r: Rollout, at: Date): Promise<void> {
    await sql.run(
      `update release set share = $2, stages = $3, gate_finished = $4, gate_soak_ms = $5, conditions = $6, per_day = $7,
         stage_since = $8 where id = $1`,
      [id, r.share, r.stages, r.gateFinished, r.gateSoakMs, JSON.stringify(r.conditions), r.perDay, at],
    )
  },

  /** Resolves to how many updates of the present stage have finished. */
  async finishedInStage(id: number): Promise<number> {
    const row = await sql.row(
      z.object({ finished: z.int() }),
      `select ${FINISHED} as finished from release where id = $1`,
      [id],
    )
    return row?.finished ?? 0
  },

  /** Locks an offered release whose next stage may begin, skipping those locked by others. */
  lockDueStage: (at: Date): Promise<StoredRelease | undefined> =>
    sql.row(
      storedRelease,
      `select ${releaseColumns} from release where ${OFFERED} and stages <> '{}'
         and stage_since + gate_soak_ms * interval '1 millisecond' <= $1 and ${FINISHED} >= gate_finished
       order by id limit 1 for update skip locked`,
      [at],
    ),

  /** Begins the next stage of a locked release. */
  async advance(id: number, at: Date): Promise<void> {
    await sql.run(
      'update release set share = stages[1], stages = stages[2:], stage_since = $2 where id = $1',
      [id, at],
    )
  },
})
