import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { deriveKey } from '../../platform/derive.ts'
import { readCookie } from '../../platform/http/cookie.ts'
import type { Account } from '../accounts/store.ts'

const LIFE_S = 400 * 86_400
const VALUE = /^([\w-]{22})\.([\w-]{43})$/

type Owner = Pick<Account, 'id' | 'passwordHash'>
type Request = Pick<FastifyRequest, 'headers'>

/**
 * The cookie of a browser that an owner has signed in with. It does not sign in: it gives the browser a rate limit of its
 * own, which no stranger can use up (OWASP, "device cookies"), and tells it from whoever has copied its tokens. Valid for
 * the password it was issued under: whoever knew the old password must not use it to guess the next one.
 */
export function deviceCookie(secret: Buffer, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const key = deriveKey(secret, 'device cookie')
  const secure = PUBLIC_URL.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}kellersonne_device`
  const attributes = `Path=/api/auth; ${secure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
  const sign = (device: string, { id, passwordHash }: Owner) =>
    createHmac('sha256', key).update(`${device} ${id} ${passwordHash}`).digest()

  /** Returns the id of the owner's browser; null if it is not known. */
  function read(request: Request, owner: Owner): string | null {
    const [, device, signature] = VALUE.exec(readCookie(request, name) ?? '') ?? []
    if (!device || !signature) return null
    const genuine = timingSafeEqual(sign(device, owner), Buffer.from(signature, 'base64url'))
    return genuine ? device : null
  }

  return {
    read,
    /** Returns the browser that a request claims to come from, unverified: fit only to distinguish browsers. */
    claimed: (request: Request): string => VALUE.exec(readCookie(request, name) ?? '')?.[1] ?? '',
    /** Sets the cookie unless the browser already has one of this owner's. */
    give(request: Request, reply: FastifyReply, owner: Owner): void {
      if (read(request, owner) !== null) return
      const device = randomBytes(16).toString('base64url')
      const value = `${device}.${sign(device, owner).toString('base64url')}`
      reply.header('set-cookie', `${name}=${value}; Max-Age=${LIFE_S}; ${attributes}`)
    },
  }
}
export type DeviceCookie = ReturnType<typeof deviceCookie>
