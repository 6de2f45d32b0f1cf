import type { WaitingMail } from './store.ts'

const FIRST_WAIT_MS = 30_000
const GROWTH = 4

/** How long sending is retried, and the maximum interval between two attempts, in ms. */
export type BackOff = { readonly life: number; readonly longest: number }

type Waiting = Pick<WaitingMail, 'createdAt' | 'tries'>

/** Returns the instant in so many ms, at most `longest`; null if the mail is of no use any more by then. */
function nextIn(
  wait: number,
  { createdAt }: Pick<Waiting, 'createdAt'>,
  { life, longest }: BackOff,
  now: Date,
) {
  const next = now.getTime() + Math.min(wait, longest)
  return next < createdAt.getTime() + life ? new Date(next) : null
}

/** Returns when to retry a mail that could not be sent now; null = never. */
export const nextAttemptAt = (mail: Waiting, backOff: BackOff, now: Date): Date | null =>
  nextIn(FIRST_WAIT_MS * GROWTH ** (mail.tries - 1), mail, backOff, now)

/**
 * Returns when to try a mail for which there was no room, which is no attempt; null = never. Half as long again as it has
 * waited: thousands of them would otherwise be taken up in vain all the time.
 */
export const nextTurnAt = (mail: Pick<Waiting, 'createdAt'>, backOff: BackOff, now: Date): Date | null =>
  nextIn(Math.max(FIRST_WAIT_MS, (now.getTime() - mail.createdAt.getTime()) / 2), mail, backOff, now)
