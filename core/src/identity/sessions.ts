const HOUR = 3_600_000
const DAY = 24 * HOUR

export const ACCESS_LIFE_MS = 10 * 60_000

/** Returns how long a session lives unused, and at most, in ms. */
export const sessionLife = (stayLoggedIn: boolean) =>
  stayLoggedIn ? { idle: 30 * DAY, absolute: 90 * DAY } : { idle: 12 * HOUR, absolute: 24 * HOUR }

/** How long the previous token is still accepted: parallel tabs, a lost response. */
export const GRACE_MS = 30_000

/** What the server knows about a session when one of its refresh tokens is presented. */
export type SessionState = {
  readonly counter: number
  /** True once the client has presented a rotated token, and so is known to store them. */
  readonly adopted: boolean
  readonly createdAt: Date
  readonly refreshedAt: Date
  readonly stayLoggedIn: boolean
  /** The network of whoever refreshed it last, if neither that nor their browser was known; otherwise null. */
  readonly stranger: string | null
}

/** True if a session has been idle too long or is too old. */
export function hasExpired(
  session: Pick<SessionState, 'createdAt' | 'refreshedAt' | 'stayLoggedIn'>,
  now: Date,
): boolean {
  const life = sessionLife(session.stayLoggedIn)
  const age = now.getTime() - session.createdAt.getTime()
  const idle = now.getTime() - session.refreshedAt.getTime()
  return age >= life.absolute || idle >= life.idle
}

/** rotate: issue a new token. repeat: send the newest again. reused: somebody holds a copy. expired: too old. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'expired'

/**
 * Judges a genuine refresh token by its counter. The newest one rotates; the previous one gets the newest again for
 * `GRACE_MS`, if known browsers and networks alone have shown both, or the same unknown network has; the very first stays
 * valid until the client has presented a later one (a client that only reads `access`); any other is a copy (RFC 9700,
 * 4.14). `caller`: the network of a caller who is not known; null if they are.
 */
export function judgeRefresh(
  session: SessionState,
  presented: number,
  caller: string | null,
  now: Date,
): RefreshVerdict {
  if (hasExpired(session, now)) return 'expired'
  const idle = now.getTime() - session.refreshedAt.getTime()
  const isSame = caller === session.stranger
  if (presented === session.counter) return 'rotate'
  if (presented === session.counter - 1 && idle <= GRACE_MS && isSame) return 'repeat'
  if (presented === 0 && !session.adopted) return 'repeat'
  return 'reused'
}
