import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/mount.ts'
import { Refusal } from '../http/refusal.ts'
import type { accessTokens } from './access.ts'
import type { Liveness } from './liveness.ts'

const BEARER = /^bearer ([A-Za-z0-9._-]+)$/i

/** Tells who calls, by the access token of a session that lives. Throws session_required. */
export const authentication =
  (access: ReturnType<typeof accessTokens>, live: Liveness, now: () => Date) =>
  async ({ headers }: FastifyRequest): Promise<Caller> => {
    const token = BEARER.exec(headers.authorization ?? '')?.[1]
    const caller = token === undefined ? null : await access.read(token, now())
    if (!caller || !(await live.alive(caller.session))) throw new Refusal('session_required')
    return caller
  }
