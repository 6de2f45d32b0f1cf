import { toStanding } from '@kellersonne/contract/messages/messages'
import { episodesOf } from '@kellersonne/core/messages/episodes'
import type { Sql } from '../platform/db/database.ts'
import type { StateAround } from '../telemetry/readings/states.ts'
import { changeStore } from './change-store.ts'
import { changesAround } from './changes.ts'

/**
 * Brings changes and episodes up to date with states that were stored just now, late ones too: the rows are those
 * of all states in the order of time. `around` holds them with both neighbours of each. To be called in the same
 * transaction, with the systems' rows in `latest` held, so that nobody else does it at once.
 */
export async function updateEpisodes(sql: Sql, around: readonly StateAround[]): Promise<void> {
  const states = around.map(({ system, fresh, payload }) => ({ ...toStanding(payload), system, fresh }))
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
