import { sessionLife } from '@kellersonne/core/identity/sessions'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { requireOpenSession } from '../../systems/access.ts'

const session = z.object({
  id: z.uuid(),
  owner: z.uuid(),
  counter: z.int(),
  adopted: z.boolean(),
  stayLoggedIn: z.boolean(),
  agent: z.nullable(z.string()),
  createdAt: z.date(),
  refreshedAt: z.date(),
  stranger: z.nullable(z.string()),
})
export type Session = z.output<typeof session>

const MOST_OF_AN_OWNER = 50

/** NOTIFY channel; payload: id of the ended session. */
export const SESSION_ENDED = 'session_ended'

const columns = `id, owner, counter, adopted, agent, stranger, stay_logged_in as "stayLoggedIn",
  created_at as "createdAt", refreshed_at as "refreshedAt"`
const remove = (which: string) =>
  `with gone as (delete from session where ${which} returning id)
   select pg_notify('${SESSION_ENDED}', id::text) from gone`

const refreshedBy = (stranger: string) =>
  `stranger = ${stranger}::text, by_stranger = by_stranger or ${stranger}::text is not null`

const FIND = prepared(`select ${columns} from session where id = $1`)

const FIND_ALL = prepared(`select ${columns} from session where id = any($1)`)

/** The only file that writes the table `session`. */
export const sessionStore = (sql: Sql) => ({
  /**
   * Resolves to false if the owner is gone, or if `passwordHash`, with which they authenticated (null = otherwise),
   * is no longer current. A concurrent password change either ends this session too or comes first. Of more than
   * fifty sessions of an owner, the least recently used ones end: each new session sees all earlier ones.
   */
  async create(
    { id, owner, stayLoggedIn, agent }: Pick<Session, 'id' | 'owner' | 'stayLoggedIn' | 'agent'>,
    passwordHash: string | null,
    now: Date,
  ): Promise<boolean> {
    const made = await sql.run(
      `insert into session (id, owner, stay_logged_in, agent, created_at, refreshed_at)
       select $1, id, $3, $4, $5, $5 from owner
       where id = $2 and password_hash = coalesce($6, password_hash) for share`,
      [id, owner, stayLoggedIn, agent, now, passwordHash],
    )
    const oldest = 'select id from session where owner = $1 order by refreshed_at desc, id offset $2'
    // Locked in a fixed order, so that concurrent sign-ins cannot deadlock.
    const locked = `select id from session where id in (${oldest}) order by id for update`
    await sql.run(remove(`id in (${locked})`), [owner, MOST_OF_AN_OWNER])
    return made === 1
  },

  /** Resolves to the owner's hash; undefined if the session has ended, as by a password change in another one. */
  passwordHash: async (id: string): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ hash: z.string() }),
        'select password_hash as hash from owner join session on session.owner = owner.id where session.id = $1',
        [id],
      )
    )?.hash,

  /** Notes that a session began in a browser and a network that its owner had not used before. */
  async markNewDevice(id: string): Promise<void> {
    await sql.run('update session set new_device = true where id = $1', [id])
  },

  find: (id: string): Promise<Session | undefined> => sql.row(session, FIND, [id]),

  /**
   * Throws `ApiError` session_required if a session has ended, by a new password or an undone change of address. The
   * owner must be locked, as whoever ends the session for that has them locked.
   */
  requireOpen: (id: string): Promise<void> => requireOpenSession(sql, id),

  findAll: (ids: readonly string[]): Promise<Session[]> => sql.rows(session, FIND_ALL, [ids]),

  /** The most recently used first. */
  ofOwner: (owner: string): Promise<Session[]> =>
    sql.rows(session, `select ${columns} from session where owner = $1 order by refreshed_at desc`, [owner]),

  /**
   * Increments `counter`; false if another request did so first. `stranger`: the network of a caller who is not known,
   * of whom the owner is alerted once for a session.
   */
  async rotate(id: string, counter: number, stranger: string | null, now: Date): Promise<boolean> {
    const changed = await sql.run(
      `update session set counter = counter + 1, adopted = adopted or $2 > 0, refreshed_at = $3, ${refreshedBy('$4')}
       where id = $1 and counter = $2`,
      [id, counter, now, stranger],
    )
    return changed === 1
  },

  /** Keeps the session alive for a client that only ever uses its first token. `stranger` as for `rotate`. */
  async touch(id: string, stranger: string | null, now: Date): Promise<void> {
    await sql.run(
      `update session set refreshed_at = $2, ${refreshedBy('$3')} where id = $1 and not adopted`,
      [...[id, now, stranger]],
    )
  },

  /** Ends a session and notifies; resolves to true if there was one. */
  end: async (id: string): Promise<boolean> => (await sql.run(remove('id = $1'), [id])) === 1,

  /** Ends one of an owner's sessions; resolves to true if it was theirs. */
  endOwn: async (owner: string, id: string): Promise<boolean> =>
    (await sql.run(remove('owner = $1 and id = $2'), [owner, id])) === 1,

  /** Ends all of an owner's sessions but one. */
  async endOthers(owner: string, spared: string): Promise<void> {
    await sql.run(remove('owner = $1 and id <> $2'), [owner, spared])
  },

  /** Ends all of an owner's sessions everywhere, on every device. */
  async endAll(owner: string): Promise<void> {
    await sql.run(remove('owner = $1'), [owner])
  },

  async endExpired(now: Date): Promise<void> {
    for (const stayLoggedIn of [true, false]) {
      const life = sessionLife(stayLoggedIn)
      await sql.run(remove('stay_logged_in = $1 and (created_at <= $2 or refreshed_at <= $3)'), [
        stayLoggedIn,
        new Date(now.getTime() - life.absolute),
        new Date(now.getTime() - life.idle),
      ])
    }
  },
})
