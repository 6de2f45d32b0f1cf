import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readCookie } from '../../platform/http/cookie.ts'
import { createSealer } from './sealer.ts'

const COOKIE = 'provider_flow'
const LIFE_S = 10 * 60
const content = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE's code_verifier (RFC 7636). */
  verifier: z.string(),
  stayLoggedIn: z.boolean(),
})
/** A sign-in in progress at the provider, and the values its response must match. */
export type SignInFlow = z.output<typeof content>

/** Flows are stored in a cookie, so that only the browser that began one can finish it. `secure`: https only. */
export function createFlowCookie(key: Buffer, { secure }: { readonly secure: boolean }) {
  const sealed = createSealer(key, content)
  const attributes = `Path=/api/auth/provider/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    cookie: (flow: SignInFlow, now: Date): string =>
      `${COOKIE}=${sealed.write(flow, new Date(now.getTime() + LIFE_S * 1000))}; Max-Age=${LIFE_S}; ${attributes}`,

    noCookie: `${COOKIE}=; Max-Age=0; ${attributes}`,

    /** Returns null if this browser has begun no flow, or it has expired. */
    read(request: Pick<FastifyRequest, 'headers'>, now: Date): SignInFlow | null {
      const value = readCookie(request, COOKIE)
      return value === null ? null : sealed.read(value, now)
    },
  }
}
