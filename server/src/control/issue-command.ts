import {
  type CommandRequest,
  initialProgress,
  judgeRequest,
  type NewestCommand,
} from '@kellersonne/core/control/commands'
import { canTake } from '@kellersonne/core/systems/capabilities'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { freshness } from '@kellersonne/core/telemetry/freshness'
import type { Db, Sql } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Caller, systemAccess } from '../systems/access.ts'
import { readingStore, visibleSince } from '../telemetry/readings/store.ts'
import { afterTime } from './overdue.ts'
import { commandStore, type StoredCommand } from './store.ts'

type Wish = {
  readonly sn: SerialNumber
  readonly caller: Caller
  readonly order: CommandRequest
  readonly now: Date
}
type Given = { readonly id: string; readonly isNew: boolean }

/**
 * True if a unit can receive commands, judged by the data its owner sees. Throws `ApiError` not_found, and
 * command_unsupported if it says that it does not take this one.
 */
async function isReachable(db: Db, { sn, caller, order, now }: Wish): Promise<boolean> {
  const system = await systemAccess(db).one(caller, 'control', sn)
  const [latest] = await readingStore(db).latest([system.id])
  const visible = visibleSince(latest, system.visible_from)
  if (!canTake(visible.state?.capabilities ?? null, order.name)) throw new ApiError('command_unsupported')
  return freshness(visible, now) !== 'stale'
}

/** Resolves to the last command of a system, timed out if it is past its deadline. */
async function settledNewest(
  sql: Sql,
  newest: StoredCommand | undefined,
  now: Date,
): Promise<NewestCommand | null> {
  if (!newest) return null
  const { id, name, value, askedAt, outcomes } = newest
  const progress = afterTime(newest, now)
  if (newest.endedAt === null && 'endedAt' in progress)
    await commandStore(sql).save([{ id, progress, outcomes }])
  return { name, value, askedAt, progress }
}

/**
 * Issues a command, or finds an equal one that is pending or was just issued. Throws `ApiError` not_found,
 * command_unsupported, command_under_way and unit_offline.
 */
export async function issueCommand(db: Db, wish: Wish): Promise<Given> {
  const { sn, caller, order, now } = wish
  const reachable = await isReachable(db, wish)
  return db.transaction(async (sql) => {
    const store = commandStore(sql)
    const { id: system } = await systemAccess(sql).hold(caller, 'control', sn)
    const before = await store.newest(system, caller)
    const verdict = judgeRequest(order, await settledNewest(sql, before, now), now)
    if (verdict === 'same' && before) return { id: before.id, isNew: false }
    if (verdict === 'under_way') throw new ApiError('command_under_way')
    if (!reachable) throw new ApiError('unit_offline')
    return { id: await store.add(system, order, now, initialProgress(now).deadline), isNew: true }
  })
}
