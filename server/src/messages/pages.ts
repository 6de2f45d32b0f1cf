import type { Sql } from '../platform/db/database.ts'
import type { Ownership } from '../systems/store.ts'
import { statesWithin } from '../telemetry/readings/states.ts'
import { messageStore, type StoredEpisode } from './store.ts'
import { messageToWire } from './wire.ts'

/**
 * Yields pages of all messages of one ownership of a system as of `now`, oldest first. What comes later may be another
 * owner's: who reads slowly could see it otherwise.
 */
export async function* messagePages(sql: Sql, owned: Ownership, now: Date) {
  const until = owned.until ?? now
  const asOfNow = (episode: StoredEpisode): StoredEpisode =>
    episode.resolvedAt !== null && episode.resolvedAt > now ? { ...episode, resolvedAt: null } : episode
  const [known] = await statesWithin(sql, [{ system: owned.id, since: owned.visible_from, until }])
  if (!known) return
  for (let last: StoredEpisode | undefined; ; ) {
    const episodes = await messageStore(sql).after(known, last)
    if (episodes.length === 0) return
    yield episodes.map((episode) => messageToWire(asOfNow(episode), owned))
    last = episodes.at(-1)
  }
}
