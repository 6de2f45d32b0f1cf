const HOUR = 3_600_000
const DAY = 24 * HOUR

export const ACCESS_LIFE_MS = 10 * 60_000

/** How long a session lives unused, and at most. */
export const sessionLife = (stayLoggedIn: boolean) =>
  stayLoggedIn ? { idle: 30 * DAY, absolute: 90 * DAY } : { idle: 12 * HOUR, absolute: 24 * HOUR }

/** How long the token before the newest is still taken: parallel tabs, an answer that was lost. */
export const GRACE_MS = 30_000

/** What the server knows of a session when one of its refresh tokens comes in. */
export type SessionState = {
  readonly counter: number
  /** Whether the client has ever shown a token of a rotation, and so is known to keep them. */
  readonly adopted: boolean
  readonly createdAt: Date
  readonly refreshedAt: Date
  readonly stayLoggedIn: boolean
}

/** Whether a session is over by age: idle too long, or too old altogether. */
export function hasExpired(session: SessionState, now: Date): boolean {
  const life = sessionLife(session.stayLoggedIn)
  const age = now.getTime() - session.createdAt.getTime()
  const idle = now.getTime() - session.refreshedAt.getTime()
  return age >= life.absolute || idle >= life.idle
}

/** rotate: a new token. repeat: the newest once more. reused: somebody holds a copy. expired: too old. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'expired'

/**
 * Judges a genuine refresh token by its counter. The newest rotates; the one before it is answered with the
 * newest again for GRACE_MS; the very first stays good until the client has shown a later one (a client that
 * only reads `access`); anything else is a copy (RFC 9700, 4.14).
 */
export function judgeRefresh(session: SessionState, presented: number, now: Date): RefreshVerdict {
  if (hasExpired(session, now)) return 'expired'
  const idle = now.getTime() - session.refreshedAt.getTime()
  if (presented === session.counter) return 'rotate'
  if (presented === session.counter - 1 && idle <= GRACE_MS) return 'repeat'
  if (presented === 0 && !session.adopted) return 'repeat'
  return 'reused'
}
