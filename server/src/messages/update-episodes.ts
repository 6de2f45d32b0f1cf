import { toActiveMessages } from '@kellersonne/contract/messages/messages'
import { episodesOf } from '@kellersonne/core/messages/episodes'
import type { Sql } from '../platform/db/database.ts'
import type { StateAround } from '../telemetry/readings/states.ts'
import { changeStore } from './change-store.ts'
import { changesAround } from './changes.ts'

/**
 * Updates changes and episodes after states were stored, late ones included: the rows always equal those computed
 * from all states in order of time. `around` holds the new states with both neighbours of each. Must be called in the
 * same transaction, with the systems' rows in `latest` locked against concurrent updates.
 */
export async function updateEpisodes(sql: Sql, around: readonly StateAround[]): Promise<void> {
  const states = around.map(({ system, fresh, payload }) => ({ ...toActiveMessages(payload), system, fresh }))
  const { made, gone, touched } = changesAround(states)
  if (touched.length === 0) return
  const store = changeStore(sql)
  await store.replace(gone, made)
  const windows = await store.windows(touched)
  await store.putEpisodes(
    windows,
    windows.map(({ changes }) => episodesOf(changes)),
  )
}
