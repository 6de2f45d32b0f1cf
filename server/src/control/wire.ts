import type { Command } from '@kellersonne/contract/control/commands'
import type { StoredCommand } from './store.ts'

const text = (at: Date | null) => at?.toISOString() ?? null

/** Returns a command in wire format; `by` is the address of the owner who issued it. */
export const toWire = (command: StoredCommand, by: string): Command => ({
  id: command.id,
  sn: command.sn,
  command: command.name,
  value: command.value,
  by,
  state: command.state,
  reason: command.reason,
  asked_at: command.askedAt.toISOString(),
  accepted_at: text(command.acceptedAt),
  deadline: text(command.deadline),
  ended_at: text(command.endedAt),
  outcomes: command.outcomes.map(({ outcome, reason, at }) => ({ outcome, reason, at: at.toISOString() })),
})
