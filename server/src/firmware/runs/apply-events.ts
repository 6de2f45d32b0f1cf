import {
  type Action,
  type ActionEvent,
  accepts,
  initialAction,
  isOpen,
  next,
} from '@kellersonne/core/firmware/chip-update'
import { mustPause } from '@kellersonne/core/firmware/rollout'
import type { Sql } from '../../platform/db/database.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { releaseStore } from '../releases/store.ts'
import { actionOf, type StoredAction } from './action.ts'
import { type ActionStatus, updateStore } from './store.ts'

/** An event of an action, with the details its unit sent. */
export type ActionEventInput = {
  readonly id: number
  readonly event: ActionEvent
  readonly details?: readonly string[]
}

/** Pauses releases that keep failing, so that no other system begins to install them. */
async function pauseFailing(sql: Sql, ended: readonly StoredAction[], at: Date) {
  for (const id of new Set(ended.map(({ release }) => release))) {
    const release = await releaseStore(sql).find(id)
    if (!release || !mustPause(await updateStore(sql).outcomeCounts(id, release.countedFrom))) continue
    await releaseStore(sql).pause(release, 'failures', at)
  }
}

/** True if the unit sent the event. */
const isSentByUnit = ({ kind }: ActionEvent) =>
  kind !== 'time' && kind !== 'cancelled' && kind !== 'withdrawn'

function statusAfter(row: StoredAction, was: Action, { event, details }: ActionEventInput): ActionStatus {
  const action = next(was, event, row.size)
  return {
    id: row.id,
    action,
    words: row.words + (details ? 1 : 0),
    details: details && !isOpen(action) && isOpen(was) ? details : row.details,
    lastSeenAt:
      isSentByUnit(event) && !(row.lastSeenAt && row.lastSeenAt > event.at) ? event.at : row.lastSeenAt,
  }
}

/** The part of an action that owners see. */
const looks = (state: string, percent: number) => `${state} ${percent}`

/**
 * Applies one event to each locked action, begins the turn of the next chip if one has finished, and notifies
 * listeners. Resolves to whether each action accepted its event. Must be called in a transaction.
 */
export async function applyEvents(
  sql: Sql,
  rows: readonly StoredAction[],
  inputs: readonly ActionEventInput[],
): Promise<Map<number, boolean>> {
  const store = updateStore(sql)
  const byId = new Map(inputs.map((one) => [one.id, one]))
  const turns = rows.flatMap((row) => {
    const [was, input] = [actionOf(row), byId.get(row.id)]
    if (!was || !input) return []
    const accepted = accepts(was, input.event, row.size)
    return [{ row, was, input, accepted, now: statusAfter(row, was, input) }]
  })
  await store.save(turns.map(({ now }) => now))
  const ended = turns.filter(({ was, now }) => isOpen(was) && !isOpen(now.action))
  const finished = ended.filter(({ now }) => now.action.state === 'finished')
  const at = inputs[0]?.event.at
  if (at && finished.length > 0)
    await store.beginNext(
      finished.map(({ row }) => row.run),
      at,
      initialAction(at).deadline,
    )
  const interrupted = ended.filter(({ now }) => now.action.state === 'interrupted')
  if (at)
    await pauseFailing(
      sql,
      interrupted.map(({ row }) => row),
      at,
    )
  const changed = turns.filter(({ row, now: { action } }) => {
    const percent = action.state === 'started' ? action.percent : row.percent
    return looks(row.state, row.percent) !== looks(action.state, percent)
  })
  await announceSystems(
    sql,
    changed.map(({ row }) => row.system),
  )
  return new Map(turns.map(({ row, accepted }) => [row.id, accepted]))
}
