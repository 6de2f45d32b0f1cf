import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { sessionStore } from './store.ts'

const AGENT_LENGTH = 300

/** Begins a session for an owner who has proven who they are; its id. */
export const beginning =
  (db: Db, now: () => Date) =>
  async (owner: string, stayLoggedIn: boolean, { headers }: FastifyRequest): Promise<string> => {
    const id = randomUUID()
    const agent = headers['user-agent']?.slice(0, AGENT_LENGTH) ?? null
    await sessionStore(db).create({ id, owner, stayLoggedIn, agent }, now())
    return id
  }
