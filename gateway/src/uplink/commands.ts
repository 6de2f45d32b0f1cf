import { commandPayload, type OutcomeMessage } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'

/** Reason for every refusal: a gateway never writes to devices. */
const READ_ONLY = 'read_only'
const MAX_KNOWN = 100
const anyCommand = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

/** Refuses each command once; null if there is nothing to answer. `known`: ids of earlier commands, oldest first. */
export function refusalOf(
  payload: string,
  known: readonly string[],
  now: number,
): { outcome: OutcomeMessage; known: string[] } | null {
  let json: unknown
  try {
    json = JSON.parse(payload)
  } catch {
    return null
  }
  const id = anyCommand.safeParse(json).data?.id
  if (id === undefined || known.includes(id)) return null
  const command = commandPayload.safeParse(json).data
  const expired = command && command.expires_at.getTime() <= now
  const reason = expired ? 'expired' : command ? READ_ONLY : 'not_understood'
  return { outcome: { id, outcome: 'refused', reason }, known: [...known, id].slice(-MAX_KNOWN) }
}
