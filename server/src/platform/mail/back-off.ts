import type { WaitingMail } from './store.ts'

const FIRST_WAIT_MS = 30_000
const GROWTH = 4

/** How long sending is retried, and the maximum interval between two attempts, in ms. */
export type BackOff = { readonly life: number; readonly longest: number }

/** Returns when to retry a mail that could not be sent now; null = never. */
export function nextAttemptAt(
  { createdAt, tries }: Pick<WaitingMail, 'createdAt' | 'tries'>,
  { life, longest }: BackOff,
  now: Date,
): Date | null {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (tries - 1), longest)
  const next = now.getTime() + wait
  return next < createdAt.getTime() + life ? new Date(next) : null
}
