import { toMessages } from '@kellersonne/contract/messages/messages'
import { foldChanges } from '@kellersonne/core/messages/episodes'
import type { Sql } from '../platform/db/database.ts'
import type { StateAround } from '../telemetry/readings/states-around.ts'
import { changeStore } from './change-store.ts'
import { changesAround, type Touched } from './changes.ts'

/** The changes of a system that were stored, and those that had to be read again for them. */
export type Work = { readonly system: number; readonly stored: number; readonly read: number }

/**
 * Updates changes and episodes after states were stored, late ones included: the rows always equal those computed
 * from all states in order of time. The newest states only extend the last episode of each code, however many changes
 * it has had; a code that several lists have held is active as long as one of them does. Only codes that flicker so often that folding
 * their changes again would take long keep their episodes when a state comes late, of which the last is ended or begun by their newest changes. `around` holds, list by list, the new states with both neighbours of each. Must be called in the same transaction, with
 * the systems' rows in `latest` locked against concurrent updates. Resolves to what there was to do, by system.
 * `refoldAll`: episodes may already hold some of the changes.
 */
export async function updateEpisodes(
  sql: Sql,
  around: readonly StateAround[],
  { refoldAll = false } = {},
): Promise<readonly Work[]> {
  const states = around.map(({ system, list, fresh, payload }) => ({
    ...{ system, list, fresh, at: payload.at },
    messages: toMessages({ [list]: payload[list] }),
  }))
  const { made, gone, touched, lateSystems } = changesAround(states)
  const store = changeStore(sql)
  if (made.length + gone.length > 0) await store.replace(gone, made)
  const shared = touched.length > 0 ? await store.inSeveralLists(touched) : new Set()
  const comesLate = (one: Touched) => refoldAll || lateSystems.has(one.system)
  const isLate = (one: Touched) => comesLate(one) || shared.has(one)
  const all = touched.filter(isLate)
  const long = all.length > 0 ? await store.tooLong(all) : new Set()
  const late = all.filter((one) => !long.has(one))
  const leftAlone = all.filter((one) => long.has(one) && comesLate(one))
  const newest = touched.filter((one) => !isLate(one) || (long.has(one) && !comesLate(one)))
  if (newest.length > 0) {
    const lasts = await store.lastEpisodes(newest)
    const episodes = newest.flatMap(({ system, changes }, i) =>
      foldChanges(lasts.get(i) ?? null, changes).map((episode) => ({ ...episode, system })),
    )
    await store.putEpisodes(episodes)
  }
  if (leftAlone.length > 0) await store.settle(leftAlone)
  const read = late.length > 0 ? await store.refold(late) : []
  const bySystem = Map.groupBy(made, ({ system }) => system)
  const readOf = new Map(read.map(({ system, changes }) => [system, changes]))
  return [...new Set([...bySystem.keys(), ...readOf.keys()])].map((system) => ({
    system,
    stored: bySystem.get(system)?.length ?? 0,
    read: readOf.get(system) ?? 0,
  }))
}
