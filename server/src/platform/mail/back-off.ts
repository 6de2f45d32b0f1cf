import { RESET_LIFE_MS } from '../../identity/resets/store.ts'
import type { WaitingMail } from './store.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const FIRST_WAIT = 30 * SECOND
const GROWTH = 4
/** How long a mail is tried, and how long at most between two tries. A link is of no use to who gets it late. */
const patience = {
  reset: { life: RESET_LIFE_MS, longest: 8 * MINUTE },
  notice: { life: 24 * HOUR, longest: 6 * HOUR },
} as const

/** When to try a mail again that could not be sent now; null: never. */
export function nextTry({ mail, createdAt, tries }: WaitingMail, now: Date): Date | null {
  const { life, longest } = patience[mail.kind === 'reset' ? 'reset' : 'notice']
  const wait = Math.min(FIRST_WAIT * GROWTH ** (tries - 1), longest)
  const next = now.getTime() + wait
  return next < createdAt.getTime() + life ? new Date(next) : null
}
