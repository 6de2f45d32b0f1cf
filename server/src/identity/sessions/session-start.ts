import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { sessionStore } from './store.ts'

const AGENT_LENGTH = 300

/** Begins a session for an authenticated owner; resolves to its id and first tokens. */
export type BeginSession = (
  owner: string,
  stayLoggedIn: boolean,
  request: FastifyRequest,
) => Promise<{ readonly session: string; readonly access: string; readonly refresh: string }>

/**
 * Begins a session for an owner authenticated by the password with this hash, or otherwise (null); resolves to its
 * id. Throws `ApiError` credentials_wrong if that is no longer valid.
 */
export const createSessionStart =
  (db: Db, now: () => Date) =>
  async (
    owner: string,
    stayLoggedIn: boolean,
    { headers }: FastifyRequest,
    passwordHash: string | null = null,
  ): Promise<string> => {
    const id = randomUUID()
    const agent = headers['user-agent']?.slice(0, AGENT_LENGTH) ?? null
    const made = await sessionStore(db).create({ id, owner, stayLoggedIn, agent }, passwordHash, now())
    if (!made) throw new ApiError('credentials_wrong')
    return id
  }
