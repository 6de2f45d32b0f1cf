import type { OutcomePayload } from '@kellersonne/contract/telemetry/device'
import { type CommandEvent, next } from '@kellersonne/core/control/commands'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { type CommandStatus, commandStore, progressOf, type StoredCommand } from './store.ts'

/** How many of a unit's responses to one command are stored. */
const MAX_OUTCOMES = 20

/** A unit's response to a command; `receivedAt` is server time. */
export type ReceivedOutcome = {
  readonly system: number
  readonly receivedAt: Date
  readonly outcome: OutcomePayload
}

const isId = (text: string) => z.uuid().safeParse(text).success

const eventOf = ({ receivedAt: at, outcome: { outcome, reason } }: ReceivedOutcome): CommandEvent =>
  outcome === 'refused' ? { kind: outcome, at, reason: reason ?? null } : { kind: outcome, at }

/** Computes the status of a command after all these responses, in their order. */
function statusAfter(command: StoredCommand, received: readonly ReceivedOutcome[]): CommandStatus {
  let progress = progressOf(command)
  for (const one of received) progress = next(command.name, progress, eventOf(one))
  const stored = received.map(({ receivedAt: at, outcome: { outcome, reason } }) => ({
    ...{ outcome, at },
    reason: reason ?? null,
  }))
  return { id: command.id, progress, outcomes: [...command.outcomes, ...stored].slice(0, MAX_OUTCOMES) }
}

/**
 * Stores units' responses to commands; resolves to those that match no command of the unit. Must be called in a
 * transaction, as its last step: it waits for anyone who is issuing a command.
 */
export async function storeOutcomes<S extends ReceivedOutcome>(
  sql: Sql,
  received: readonly S[],
): Promise<S[]> {
  const store = commandStore(sql)
  const keyOf = (system: number, id: string) => `${system} ${id.toLowerCase()}`
  const bySubject = Map.groupBy(received, ({ system, outcome }) => keyOf(system, outcome.id))
  const commands = await store.lockCommands(received.map(({ outcome }) => outcome.id).filter(isId))
  const own = commands.filter(({ system, id }) => bySubject.has(keyOf(system, id)))
  await store.save(own.map((one) => statusAfter(one, bySubject.get(keyOf(one.system, one.id)) ?? [])))
  const known = new Set(own.map(({ system, id }) => keyOf(system, id)))
  return received.filter(({ system, outcome }) => !known.has(keyOf(system, outcome.id)))
}
