import * as z from 'zod/mini'
import { deriveKey } from '../../platform/derive.ts'
import { createSealer } from './sealer.ts'

const LIFE_MS = 30 * 60_000
const content = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** null if the provider does not vouch for one. */
  email: z.nullable(z.string()),
  stayLoggedIn: z.boolean(),
})
/** A person signed in at the provider whose identity is not linked to an account yet. */
export type Ticket = z.output<typeof content>

export const ticketKey = (secret: Buffer) => deriveKey(secret, 'ticket')

/** Tickets are valid for 30 minutes. */
export function tickets(key: Buffer) {
  const sealed = createSealer(key, content)
  return {
    write: (ticket: Ticket, now: Date): string => sealed.write(ticket, new Date(now.getTime() + LIFE_MS)),
    /** Returns null if it is not genuine or has expired. */
    read(ticket: string, now: Date): (Ticket & { readonly writtenAt: Date }) | null {
      const opened = sealed.open(ticket, now)
      return opened && { ...opened.content, writtenAt: new Date(opened.until.getTime() - LIFE_MS) }
    },
  }
}
