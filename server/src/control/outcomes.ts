import type { OutcomePayload } from '@kellersonne/contract/telemetry/device'
import { type CommandEvent, next } from '@kellersonne/core/control/commands'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { commandStore, progressOf, type Standing, type StoredCommand } from './store.ts'

/** What is kept of all a unit says about one command. */
const MAX_TOLD = 20

/** What a unit said about a command; `heard` by the server's clock. */
export type Said = { readonly system: number; readonly heard: Date; readonly outcome: OutcomePayload }

const isId = (text: string) => z.uuid().safeParse(text).success

const eventOf = ({ heard: at, outcome: { outcome, reason } }: Said): CommandEvent =>
  outcome === 'refused' ? { kind: outcome, at, reason: reason ?? null } : { kind: outcome, at }

/** How a command stands after all that was said about it, in that order. */
function standingAfter(command: StoredCommand, said: readonly Said[]): Standing {
  let progress = progressOf(command)
  for (const one of said) progress = next(command.name, progress, eventOf(one))
  const told = said.map(({ heard: at, outcome: { outcome, reason } }) => ({
    ...{ outcome, at },
    reason: reason ?? null,
  }))
  return { id: command.id, progress, outcomes: [...command.outcomes, ...told].slice(0, MAX_TOLD) }
}

/**
 * Stores what units said about commands; returns what is about none of their own. To be called in a transaction,
 * last: it waits for whoever gives a command.
 */
export async function storeOutcomes<S extends Said>(sql: Sql, said: readonly S[]): Promise<S[]> {
  const store = commandStore(sql)
  const keyOf = (system: number, id: string) => `${system} ${id.toLowerCase()}`
  const bySubject = Map.groupBy(said, ({ system, outcome }) => keyOf(system, outcome.id))
  const commands = await store.holdAll(said.map(({ outcome }) => outcome.id).filter(isId))
  const own = commands.filter(({ system, id }) => bySubject.has(keyOf(system, id)))
  await store.save(own.map((one) => standingAfter(one, bySubject.get(keyOf(one.system, one.id)) ?? [])))
  const known = new Set(own.map(({ system, id }) => keyOf(system, id)))
  return said.filter(({ system, outcome }) => !known.has(keyOf(system, outcome.id)))
}
