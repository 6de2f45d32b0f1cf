import * as z from 'zod/mini'
import { deriveKey } from '../../platform/derive.ts'
import { sealing } from './seal.ts'

const LIFE_MS = 30 * 60_000
const content = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** null where the provider does not vouch for one. */
  email: z.nullable(z.string()),
  stayLoggedIn: z.boolean(),
})
/** Who has signed in at the provider, and is to be linked to an account. */
export type Ticket = z.output<typeof content>

export const ticketKey = (secret: Buffer) => deriveKey(secret, 'ticket')

/** Tickets are good for 30 minutes. */
export function tickets(key: Buffer) {
  const sealed = sealing(key, content)
  return {
    write: (ticket: Ticket, now: Date): string => sealed.write(ticket, new Date(now.getTime() + LIFE_MS)),
    /** null where it is none of ours, or over. */
    read: sealed.read,
  }
}
