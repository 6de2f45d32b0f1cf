import { MOST_EPISODES } from '@kellersonne/core/messages/episodes'
import { codesOf, type Severity } from '@kellersonne/core/messages/messages'
import type { Sql } from '../platform/db/database.ts'
import { type Known, messageStore, type StoredEpisode } from './store.ts'

/** null = open and closed ones; any severity; any code of that severity. `states`: with mere states. */
export type Filter = {
  readonly open: boolean | null
  readonly severity: Severity | null
  readonly states: boolean
  readonly code: string | null
}
type Slice = { readonly skip: number; readonly take: number }

/**
 * Resolves to a page of the systems' episodes, open ones first, then the newest; `total` counts all. Beyond so many
 * there is none: skipped rows are read, too, and those of many systems sorted.
 */
export async function listEpisodes(
  sql: Sql,
  systems: readonly Known[],
  { open, severity, states, code }: Filter,
  { skip, take }: Slice,
): Promise<{ total: number; episodes: StoredEpisode[] }> {
  if (systems.length === 0) return { total: 0, episodes: [] }
  const store = messageStore(sql)
  const codes = code === null ? codesOf(severity, states) : { listed: [code], allBut: false }
  const counts = await store.counts(systems, codes)
  const first = open === false ? 0 : counts.open
  const second = open === true ? 0 : counts.others
  const total = first + second
  if (skip >= MOST_EPISODES) return { total, episodes: [] }

  /** Reads from the nearer end, since skipped rows are read too. */
  async function others(after: number, wanted: number): Promise<StoredEpisode[]> {
    const left = Math.min(wanted, second - after)
    if (left <= 0) return []
    const behind = second - after - left
    if (after <= behind) return store.others(systems, codes, { skip: after, take: left, from: 'newest' })
    const found = await store.others(systems, codes, { skip: behind, take: left, from: 'oldest' })
    return found.reverse()
  }

  const opened = skip < first ? await store.open(systems, codes, { skip, take }) : []
  const rest = await others(Math.max(0, skip - first), take - opened.length)
  return { total, episodes: [...opened, ...rest] }
}
