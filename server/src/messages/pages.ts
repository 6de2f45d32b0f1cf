import type { Sql } from '../platform/db/database.ts'
import type { Ownership } from '../systems/store.ts'
import { statesWithin } from '../telemetry/readings/states.ts'
import { messageStore, type StoredEpisode } from './store.ts'
import { messageToWire } from './wire.ts'

/** Yields pages of all messages of one ownership of a system, oldest first. */
export async function* messagePages(sql: Sql, owned: Ownership) {
  const [known] = await statesWithin(sql, [{ ...owned, system: owned.id, since: owned.visible_from }])
  if (!known) return
  for (let last: StoredEpisode | undefined; ; ) {
    const episodes = await messageStore(sql).after(known, last)
    if (episodes.length === 0) return
    yield episodes.map((episode) => messageToWire(episode, owned))
    last = episodes.at(-1)
  }
}
