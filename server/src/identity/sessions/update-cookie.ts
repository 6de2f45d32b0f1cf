import { removeCustomer } from '@kellersonne/contract/identity/accounts'
import { refreshTokens, signOut } from '@kellersonne/contract/identity/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { readCookie } from '../../platform/http/cookie.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { routeOf } from '../../platform/http/mount.ts'
import { deriveKeyPair } from '../../platform/key-pair.ts'
import { accessTokens } from './access-tokens.ts'
import type { DeviceCookie } from './device-cookie.ts'

export const UPDATE_COOKIE_LIFE_S = 15 * 60
export type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'COOKIE_DOMAIN'>
type Holder = Pick<Caller, 'owner' | 'session'>

const isSecure = (PUBLIC_URL: string) => PUBLIC_URL.startsWith('https:')
/** Returns the name of the update service's cookie. */
export const updateCookieName = (PUBLIC_URL: string) =>
  `${isSecure(PUBLIC_URL) ? '__Secure-' : ''}kellersonne_update`

/** The cookie that authenticates at the update service. Secure over https; shared by the hosts of the domain. */
export function updateCookie(
  secret: Buffer,
  { PUBLIC_URL, COOKIE_DOMAIN: domain }: CookieConfig,
  now: () => Date,
) {
  const name = updateCookieName(PUBLIC_URL)
  const attributes = [
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    'Path=/api/v1',
    ...(isSecure(PUBLIC_URL) ? ['Secure'] : []),
    'HttpOnly',
    'SameSite=Strict',
  ].join('; ')
  const tokens = accessTokens(deriveKeyPair(secret, 'update cookie'), {
    ...{ audience: 'update', type: 'upd+jwt' },
    lifeMs: UPDATE_COOKIE_LIFE_S * 1000,
  })

  return {
    write: async (holder: Holder): Promise<string> =>
      `${name}=${await tokens.issue(holder, now())}; Max-Age=${UPDATE_COOKIE_LIFE_S}; ${attributes}`,

    none: `${name}=; Max-Age=0; ${attributes}`,

    /** Resolves to the caller, or to the reason why there is none. */
    async read(request: Pick<FastifyRequest, 'headers'>): Promise<Caller | 'none' | 'over' | 'forged'> {
      const token = readCookie(request, name)
      return token === null ? 'none' : tokens.read(token, now())
    },
  }
}
export type UpdateCookie = ReturnType<typeof updateCookie>

/** True if a response ends the session of its request, or reports that it has ended. */
const ends = (path: string | undefined, status: number) =>
  (path === routeOf(signOut.path) && status === 200) ||
  (path === routeOf(removeCustomer.path) && status === 200) ||
  (path === routeOf(refreshTokens.path) && status === 401)

/** A caller to set both cookies for; without a hash (their session has ended meanwhile), only the update cookie. */
type Admitted = Holder & { readonly passwordHash: string | undefined }

/** Sets both cookies when a request has begun or renewed a session, or changed its password; clears the update service's when one ends. */
export function sendCookies(app: FastifyInstance, { write, none }: UpdateCookie, device: DeviceCookie) {
  const holders = new WeakMap<FastifyRequest, Admitted>()
  app.addHook('onSend', async (request, reply) => {
    const holder = holders.get(request)
    if (holder && reply.statusCode === 200) {
      const { owner: id, passwordHash } = holder
      reply.header('set-cookie', await write(holder))
      if (passwordHash !== undefined) device.give(request, reply, { id, passwordHash })
    }
    if (ends(request.routeOptions.url, reply.statusCode)) reply.header('set-cookie', none)
  })
  return (request: FastifyRequest, holder: Admitted) => void holders.set(request, holder)
}
export type HoldSession = ReturnType<typeof sendCookies>
