import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { lockOwner } from '../../systems/owners.ts'
import { unusedStore } from '../accounts/unused-store.ts'
import { sessionStore } from './store.ts'

const AGENT_LENGTH = 300

/** Throws if that by which an owner was authenticated is no longer theirs. The owner is locked meanwhile. */
export type RequireValid = (sql: Sql) => Promise<void>

/**
 * Begins a session for an authenticated owner; resolves to its id and first tokens. Throws `ApiError` credentials_wrong
 * if the owner is gone, and what `requireValid` throws.
 */
export type BeginSession = (
  owner: string,
  stayLoggedIn: boolean,
  request: FastifyRequest,
  requireValid?: RequireValid,
) => Promise<{ readonly session: string; readonly access: string; readonly refresh: string }>

/** The hash of the password by which an owner was authenticated, or a check of what else did. */
type Proof = string | RequireValid

/**
 * Begins a session for an owner; resolves to its id. Throws `ApiError` credentials_wrong if what authenticated them is no
 * longer valid: whoever ends sessions together with it has ended this one, too, or comes first.
 */
export const createSessionStart =
  (db: Db, now: () => Date) =>
  async (
    owner: string,
    stayLoggedIn: boolean,
    { headers }: FastifyRequest,
    proof: Proof = async () => {},
  ): Promise<string> => {
    const id = randomUUID()
    const agent = headers['user-agent']?.slice(0, AGENT_LENGTH) ?? null
    const session = { id, owner, stayLoggedIn, agent }
    const made =
      typeof proof === 'string'
        ? await sessionStore(db).create(session, proof, now())
        : await db.transaction(async (sql) => {
            await lockOwner(sql, owner)
            await proof(sql)
            return sessionStore(sql).create(session, null, now())
          })
    if (!made) throw new ApiError('credentials_wrong')
    await unusedStore(db).noteSignIn(owner, now())
    return id
  }
