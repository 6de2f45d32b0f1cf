import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readCookie } from '../../platform/http/cookie.ts'
import { createSealer } from './sealer.ts'

const LIFE_S = 10 * 60
/** What a response of the provider must match; `verifier`: PKCE's code_verifier (RFC 7636). */
const secrets = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type Secrets = z.output<typeof secrets>

/** A sign-in in progress at the provider. */
export const signInFlow = z.object({ ...secrets.shape, stayLoggedIn: z.boolean() })
/** A link in progress, begun with the account's password in one session of its owner. */
export const linkFlow = z.object({
  ...secrets.shape,
  owner: z.uuid(),
  session: z.uuid(),
  /** In ms since 1970; 0 in a cookie from before this was recorded. */
  begunAt: z._default(z.int(), 0),
})

type Options<T> = {
  readonly name: string
  readonly key: Buffer
  readonly content: z.ZodMiniType<T>
  /** https only. */
  readonly secure: boolean
}

/** Flows are stored in a cookie, so that only the browser that began one can finish it. */
export function createFlowCookie<T>({ name, key, content, secure }: Options<T>) {
  const sealed = createSealer(key, content)
  const attributes = `Path=/api/auth/provider/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    cookie: (flow: T, now: Date): string =>
      `${name}=${sealed.write(flow, new Date(now.getTime() + LIFE_S * 1000))}; Max-Age=${LIFE_S}; ${attributes}`,

    noCookie: `${name}=; Max-Age=0; ${attributes}`,

    /** Returns null if this browser has begun no flow, or it has expired. */
    read(request: Pick<FastifyRequest, 'headers'>, now: Date): T | null {
      const value = readCookie(request, name)
      return value === null ? null : sealed.read(value, now)
    },
  }
}
