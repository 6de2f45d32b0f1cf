import { randomUUID } from 'node:crypto'
import { ACCESS_LIFE_MS } from '@kellersonne/core/identity/sessions'
import { errors, jwtVerify, SignJWT } from 'jose'
import QuickLRU from 'quick-lru'
import * as z from 'zod/mini'
import type { Caller } from '../../platform/http/mount.ts'
import type { KeyPair } from '../../platform/key-pair.ts'

const claimed = z.object({ sub: z.uuid(), sid: z.uuid(), iat: z.int(), exp: z.int() })
const ISSUER = 'kellersonne'
const LEEWAY_S = 60
const REMEMBERED = 10_000
const MAX_LENGTH = 1000

/** A kind of token: its audience, type (RFC 8725, 3.11) and lifetime. */
type Kind = { readonly audience: string; readonly type: string; readonly lifeMs: number }
const ACCESS: Kind = { audience: 'main', type: 'at+jwt', lifeMs: ACCESS_LIFE_MS }

/** Why a token is invalid: it has expired, as every token does eventually, or it is not genuine. */
type Unread = 'over' | 'forged'

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Tokens that name a session: JWTs signed with Ed25519; access tokens follow RFC 9068. */
export function accessTokens({ sign, verify, kid }: KeyPair, { audience, type, lifeMs }: Kind = ACCESS) {
  const genuine = new QuickLRU<string, Caller>({ maxSize: REMEMBERED })

  async function check(token: string, now: Date): Promise<Caller | Unread> {
    if (token.length > MAX_LENGTH) return 'forged'
    const { payload, protectedHeader } = await jwtVerify(token, verify, {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      audience,
      typ: type,
      clockTolerance: LEEWAY_S,
      currentDate: now,
    })
    const claims = claimed.safeParse(payload)
    if (protectedHeader.kid !== kid || !claims.success) return 'forged'
    const { sub, sid, iat, exp } = claims.data
    if (iat > seconds(now) + LEEWAY_S) return 'forged'
    return { owner: sub, session: sid, until: new Date(exp * 1000) }
  }

  return {
    issue: ({ owner, session }: Pick<Caller, 'owner' | 'session'>, now: Date): Promise<string> =>
      new SignJWT({ sid: session })
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(owner)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(seconds(now) + lifeMs / 1000)
        .sign(sign),

    /** Resolves to the caller a token names. Verified tokens are cached. */
    async read(token: string, now: Date): Promise<Caller | Unread> {
      const known = genuine.get(token)
      const caller =
        known ??
        (await check(token, now).catch((error: unknown): Unread => {
          if (error instanceof errors.JWTExpired) return 'over'
          if (error instanceof errors.JOSEError) return 'forged'
          throw error
        }))
      if (caller === 'over' || caller === 'forged') return caller
      // The leeway is for a clock that is slow, never for an expired token.
      if (caller.until <= now) return 'over'
      if (!known) genuine.set(token, caller)
      return caller
    },
  }
}
