import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { isDuplicate } from '../../platform/db/duplicate.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type PushService, pushServices } from './endpoint.ts'

/** What a browser submits to receive messages. */
export type Subscription = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly service: PushService
}
type NewBrowser = Subscription & {
  readonly owner: string
  readonly session: string
  readonly agent: string | null
}

const listed = z.object({
  id: z.uuid(),
  session: z.uuid(),
  endpointSha256: z.string(),
  agent: z.nullable(z.string()),
  madeAt: z.date(),
  sentAt: z.nullable(z.date()),
})
export type ListedBrowser = z.output<typeof listed>

const browser = z.object({ id: z.uuid(), owner: z.uuid(), agent: z.nullable(z.string()) })
/** A browser that shows its owner's alerts. */
export type Browser = z.output<typeof browser>

const target = z.object({
  id: z.uuid(),
  owner: z.uuid(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  service: z.enum(pushServices),
  tries: z.int(),
  language: z.enum(['de', 'en']),
  discreet: z.boolean(),
})
/** A browser that is sent messages; `tries` includes the attempt that begins. */
export type Target = z.output<typeof target>

/**
 * Browsers of a push service that are sent messages beside each other. `isProven`: the service took the last one; whoever adds
 * endpoints that never answer keeps only those waiting that have not taken one yet.
 */
export type Lane = { readonly service: PushService; readonly isProven: boolean }

/** NOTIFY channel: something waits for a browser. */
export const PUSH_ADDED = 'push_added'

const TARGET = `push_subscription.id, push_subscription.owner, endpoint, p256dh, auth, service, tries, language, discreet`
const READER = 'from owner join alert_owner on alert_owner.owner = owner.id'

const TAKE = prepared(`
update push_subscription set tries = tries + 1, retry_at = $4 ${READER}
where owner.id = push_subscription.owner and push_subscription.id = any (array(
  select id from push_subscription as due
  where service = $1 and (sent_at is not null and tries = 0) = $5 and retry_at <= $3
    and exists (select from alert_notice where subscription = due.id and outcome is null)
  order by retry_at limit $2 for no key update skip locked))
returning ${TARGET}`)

/** The only file that writes `push_subscription`. */
export const subscriptionStore = (sql: Sql) => ({
  of: (owner: string): Promise<ListedBrowser[]> =>
    sql.rows(
      listed,
      `select id, session, encode(sha256(convert_to(endpoint, 'UTF8')), 'hex') as "endpointSha256", agent,
         made_at as "madeAt", sent_at as "sentAt"
       from push_subscription where owner = $1 order by made_at desc, id`,
      [owner],
    ),

  /** Resolves to the browsers of these owners, kept from being removed until the end of the transaction. */
  lock: (owners: readonly string[]): Promise<Browser[]> =>
    sql.rows(
      browser,
      `select id, owner, agent from push_subscription where owner = any($1) order by id for key share skip locked`,
      [owners],
    ),

  /**
   * Removes what an added browser replaces: the one of its session, and the same browser in whoever's session it was. What
   * waited for these ends with them.
   */
  async replace({ session, endpoint, p256dh, auth }: NewBrowser): Promise<void> {
    await sql.run(
      'delete from push_subscription where session = $1 or (endpoint = $2 and p256dh = $3 and auth = $4)',
      [session, endpoint, p256dh, auth],
    )
  },

  /** Resolves to false if somebody else has this endpoint, with other keys, or the session has ended. */
  async add(added: NewBrowser, now: Date): Promise<boolean> {
    const { owner, session, endpoint, p256dh, auth, service, agent } = added
    const made = await sql.run(
      `insert into push_subscription (owner, session, endpoint, p256dh, auth, service, agent, made_at)
       select owner, id, $3, $4, $5, $6, $7, $8 from session where owner = $1 and id = $2 for key share
       on conflict (endpoint) do nothing`,
      [owner, session, endpoint, p256dh, auth, service, agent, now],
    )
    return made === 1
  },

  /**
   * Gives a browser its new subscription; resolves to false if nobody has the old one, or the new one is taken. Not in a
   * transaction, which would not survive that somebody else takes it at the same time.
   */
  renew: async (old: Pick<Subscription, 'endpoint' | 'auth'>, next: Subscription): Promise<boolean> => {
    try {
      const renewed = await sql.run(
        `update push_subscription set endpoint = $3, p256dh = $4, auth = $5, service = $6, retry_at = '-infinity', tries = 0
         where endpoint = $1 and auth = $2`,
        [old.endpoint, old.auth, next.endpoint, next.p256dh, next.auth, next.service],
      )
      return renewed === 1
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  },

  /** Resolves to the id of a browser whose subscription is known, else to null. */
  async idOf({ endpoint, auth }: Pick<Subscription, 'endpoint' | 'auth'>): Promise<string | null> {
    const row = z.object({ id: z.uuid() })
    const text = 'select id from push_subscription where endpoint = $1 and auth = $2'
    return (await sql.row(row, text, [endpoint, auth]))?.id ?? null
  },

  /** Resolves to true if it was the owner's. */
  remove: async (owner: string, id: string): Promise<boolean> =>
    (await sql.run('delete from push_subscription where owner = $1 and id = $2', [owner, id])) === 1,

  async removeOf(owner: string): Promise<void> {
    await sql.run('delete from push_subscription where owner = $1', [owner])
  },

  /** Removes a browser that its push service does not know any more, unless it has got a new subscription since. */
  async forget({ id, endpoint }: Target): Promise<void> {
    await sql.run('delete from push_subscription where id = $1 and endpoint = $2', [id, endpoint])
  },

  find: (owner: string, id: string): Promise<Target | undefined> =>
    sql.row(
      target,
      `select ${TARGET} ${READER} join push_subscription on push_subscription.owner = owner.id
       where owner.id = $1 and push_subscription.id = $2`,
      [owner, id],
    ),

  wake: () => sql.run(`select pg_notify('${PUSH_ADDED}', '')`),

  /**
   * Leases up to `limit` browsers of a lane for which something waits until `until`, the longest due first. Its lock leaves room
   * for that of `lock`, which would skip the browser for good: an alert that is judged meanwhile would not be shown there.
   */
  take: ({ service, isProven }: Lane, limit: number, now: Date, until: Date): Promise<Target[]> =>
    sql.rows(target, TAKE, [service, limit, now, until, isProven]),

  /** Has a leased browser tried again at an instant, unless somebody else has leased it since. */
  async postpone({ id, tries }: Target, until: Date): Promise<void> {
    await sql.run('update push_subscription set retry_at = $3 where id = $1 and tries = $2', [
      id,
      tries,
      until,
    ])
  },

  /** Ends a lease once nothing of what it was for waits any more; `isSent`: something arrived. */
  async done({ id, tries }: Target, isSent: boolean, now: Date): Promise<void> {
    await sql.run(
      `update push_subscription set retry_at = '-infinity', tries = 0, sent_at = case when $3 then $4 else sent_at end
       where id = $1 and tries = $2`,
      [id, tries, isSent, now],
    )
  },
})
