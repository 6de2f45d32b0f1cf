import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readCookie } from '../../platform/http/cookie.ts'
import { sealing } from './seal.ts'

const COOKIE = 'provider_flow'
const LIFE_S = 10 * 60
const content = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE's code_verifier (RFC 7636). */
  verifier: z.string(),
  stayLoggedIn: z.boolean(),
})
/** One sign-in under way at the provider, and what its answer must fit. */
export type Flow = z.output<typeof content>

/** Flows live in the browser that began them, so that no other can finish them. `secure`: over https only. */
export function flows(key: Buffer, { secure }: { readonly secure: boolean }) {
  const sealed = sealing(key, content)
  const attributes = `Path=/api/auth/provider/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    cookie: (flow: Flow, now: Date): string =>
      `${COOKIE}=${sealed.write(flow, new Date(now.getTime() + LIFE_S * 1000))}; Max-Age=${LIFE_S}; ${attributes}`,

    noCookie: `${COOKIE}=; Max-Age=0; ${attributes}`,

    /** null where this browser has begun none, or it has taken too long. */
    read(request: Pick<FastifyRequest, 'headers'>, now: Date): Flow | null {
      const value = readCookie(request, COOKIE)
      return value === null ? null : sealed.read(value, now)
    },
  }
}
