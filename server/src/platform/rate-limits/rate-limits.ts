import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Attempts allowed per window. The limits of sign-in count failures, the others every attempt. */
const limits = {
  account_and_network: { tries: 5, window: 15 * MINUTE },
  network: { tries: 20, window: MINUTE },
  /** One customer of a provider may have 65 536 IPv6 networks. */
  network_site: { tries: 200, window: MINUTE },
  /** From all networks that the owner has not signed in from. */
  account: { tries: 100, window: DAY },
  /** Allowed to each of these networks beyond that. */
  attacked_account: { tries: 1, window: 15 * MINUTE },
  attacked_account_site: { tries: 1, window: 15 * MINUTE },
  attacked_account_day: { tries: 300, window: DAY },
  sign_in_warning: { tries: 1, window: 7 * DAY },
  /** Mails of one kind to an owner that whoever has a session, or the password, can cause. */
  notice: { tries: 3, window: DAY },
  /** From one browser that the owner has signed in with. */
  device: { tries: 5, window: 15 * MINUTE },
  /** From all of these browsers, under one password. */
  devices: { tries: 50, window: DAY },
  /** From all networks that the owner has signed in from under a former password only, under the present one. */
  former_networks: { tries: 50, window: DAY },
  /** Re-entering the password in one session: a stolen session leaves the owner's others their attempts. */
  password: { tries: 5, window: 15 * MINUTE },
  password_owner: { tries: 20, window: 15 * MINUTE },
  /** Each sends a mail to an address that may be a stranger's. */
  email_change: { tries: 3, window: DAY },
  email_confirmation: { tries: 3, window: DAY },
  /** Confirmation links: to one address for one account; to one mailbox for all that have it, one after the other, and of these for one site; the same for all that want it. */
  confirmation: { tries: 3, window: DAY },
  confirmation_address: { tries: 6, window: DAY },
  confirmation_address_site: { tries: 3, window: DAY },
  confirmation_wanted: { tries: 6, window: DAY },
  confirmation_wanted_site: { tries: 3, window: DAY },
  /** Per account and address of a confirmation link: whoever owns the mailbox must not guess the password. */
  link_password: { tries: 10, window: DAY },
  password_change: { tries: 10, window: HOUR },
  registration: { tries: 30, window: HOUR },
  registration_site: { tries: 300, window: HOUR },
  /** New accounts that no code of a unit vouches for. */
  accounts_site: { tries: 100, window: DAY },
  /** Of everybody; the operator says how many. Beyond that, a few of each site. */
  accounts: { tries: 1000, window: DAY },
  accounts_beyond: { tries: 2, window: DAY },
  /** Per code: the response reveals whether the address has an account. */
  registration_code: { tries: 10, window: DAY },
  /** Mails about registrations to one mailbox: for all that ask for them, and of these for one site. */
  unproven_address: { tries: 6, window: DAY },
  unproven_address_site: { tries: 3, window: DAY },
  /** Each key counts, so that guessing several at once gains nothing. */
  claim: { tries: 40, window: HOUR },
  claim_network: { tries: 100, window: HOUR },
  /** How many pending claims an owner may begin, and all owners of a network. */
  wait: { tries: 6, window: HOUR },
  wait_network: { tries: 30, window: HOUR },
  /** Hand-overs of one system that anybody begins: each mails its owner, and giving one up makes room for another. */
  handover: { tries: 3, window: 7 * DAY },
  /** How often one hand-over asks for the main switch: so seldom that its owner's use of it is no proof by chance. */
  handover_switch: { tries: 6, window: 14 * DAY },
  /** Pairing codes that are made, and gateways that are locked. */
  pairing: { tries: 20, window: HOUR },
  pairing_network: { tries: 60, window: HOUR },
  /**
   * Codes that gateways try: 50 random bits, valid for ten minutes. So many that whoever tries wrong ones in vain hardly
   * keeps their neighbours behind one address from pairing.
   */
  pairing_code: { tries: 600, window: HOUR },
  pairing_code_site: { tries: 3000, window: HOUR },
  /** New systems of owners' own: each may store a burst of readings, which stays. Whoever deletes an account, or has several, gets no more. */
  own_systems_network: { tries: 30, window: 30 * DAY },
  own_systems_site: { tries: 100, window: 30 * DAY },
  /** Of everybody; the operator says how many. */
  own_systems: { tries: 50, window: DAY },
  /** New names of systems: each restarts the owner's live streams. */
  name: { tries: 120, window: HOUR },
  /** New places of systems: each makes the server ask a provider that has limits of its own. Twenty systems, twice. */
  place: { tries: 40, window: DAY },
  reset: { tries: 3, window: 15 * MINUTE },
  /** Links sent to one address by anyone. Shorter than a link's lifetime: an owner who gets none still has one. */
  reset_address: { tries: 3, window: 20 * MINUTE },
  /** Links to one address asked for by one customer of a provider: others' requests do not close the owner's. */
  reset_address_site: { tries: 12, window: DAY },
  reset_network: { tries: 20, window: HOUR },
  reset_site: { tries: 200, window: HOUR },
  /** Per link if it is genuine, else per network. */
  link: { tries: 20, window: HOUR },
  /** Looks at a battery's passport by one link, by whoever has it. */
  passport: { tries: 120, window: HOUR },
  /** Only looking at a link, which leaves the owner their attempts to use it. */
  link_check: { tries: 60, window: HOUR },
  command: { tries: 60, window: HOUR },
  correction: { tries: 120, window: HOUR },
  /** Files of history, looked at, added or taken back. */
  import: { tries: 120, window: HOUR },
  correction_preview: { tries: 300, window: HOUR },
  /** Each may take two seconds of work. */
  rule_preview: { tries: 120, window: HOUR },
  update_session: { tries: 5, window: MINUTE },
  update_system: { tries: 10, window: HOUR },
  consent: { tries: 60, window: HOUR },
  picture: { tries: 30, window: HOUR },
  export: { tries: 10, window: HOUR },
  /** Short: many owners share one address of a carrier. */
  provider: { tries: 20, window: MINUTE },
  provider_site: { tries: 200, window: MINUTE },
  /** Ending its link, in one session: a correct password costs as much work as a wrong one. */
  unlink: { tries: 10, window: HOUR },
  /** One sign-in at the second provider, from its beginning on. */
  provider_flow: { tries: 3, window: 10 * MINUTE },
  /** Browsers that are added, and notifications to try one: each is a request of ours to a push service. */
  push: { tries: 30, window: HOUR },
  push_test: { tries: 10, window: HOUR },
  /** New subscriptions of browsers that prove themselves by the old one, from one network. */
  push_renewal: { tries: 30, window: HOUR },
  /** Crash reports of the portal, from one network. */
  crash: { tries: 20, window: HOUR },
} as const
export type Limit = keyof typeof limits
/**
 * A limit and whom it counts for: an address, an owner, a network. `times`: the number of attempts, default one. `most`: how
 * many are allowed where that is the operator's to say.
 */
export type RateLimitKey = {
  readonly limit: Limit
  readonly who: string
  readonly times?: number
  readonly most?: number
}
export type CountedAttempt = {
  readonly key: string
  readonly limit: Limit
  readonly times: number
  readonly most: number
}[]

/** Rows that one statement deletes, at most. */
const AT_ONCE = 5000

/** `made`: counted just now; if not, the limit had been reached before, and nothing was counted. */
const counted = z.object({ key: z.string(), hits: z.int(), resets_at: z.date(), made: z.boolean() })

/**
 * Rows are locked in the order of their keys, in which they are also written, to prevent deadlocks. `hits` is as of
 * the lock: the rest of a statement sees the rows as they were before it waited.
 */
const HELD = 'held as (select key, hits from attempt where key = any($1) order by key collate "C" for update)'

/** The only file that knows the table `attempt`. Addresses in the keys are hidden by a MAC with `secret`. */
export function rateLimits(sql: Sql, secret: Buffer) {
  const keyed = ({ limit, who, times = 1, most = limits[limit].tries }: RateLimitKey) => ({
    key: createHmac('sha256', secret).update(`${limit} ${who.toLowerCase()}`).digest('base64url'),
    limit,
    times,
    most,
  })
  /** Uncounts attempts; deletes rows whose count reaches zero. */
  const giveBack = (attempt: CountedAttempt) =>
    sql.run(
      `with ${HELD},
         back as (select key, times, held.hits as held_hits from held join unnest($1::text[], $2::int[]) as given (key, times) using (key)),
         gone as (delete from attempt using back where attempt.key = back.key and held_hits <= times)
       update attempt set hits = hits - times from back where attempt.key = back.key and held_hits > times`,
      [attempt.map(({ key }) => key), attempt.map(({ times }) => times)],
    )

  const remove = (keys: readonly string[]) =>
    sql.run(`with ${HELD} delete from attempt using held where attempt.key = held.key`, [keys])

  return {
    /**
     * Counts an attempt before it is made, so that concurrent ones cannot slip through. Throws `ApiError`
     * too_many_attempts, without counting, if a limit is reached. One reached before is found without locking a row:
     * refused attempts do not wait for each other.
     */
    async begin(tries: readonly RateLimitKey[], now: Date): Promise<CountedAttempt> {
      const attempt = tries.map(keyed).sort((a, b) => (a.key < b.key ? -1 : 1))
      const rows = await sql.rows(
        counted,
        `with new as (
           select * from unnest($1::text[], $2::int[], $3::int[], $4::timestamptz[]) as new (key, times, tries, resets_at)
         ), reached as (
           select key, hits + times as hits, attempt.resets_at, false as made from attempt join new using (key)
           where attempt.resets_at > $5 and hits + times > tries
         ), made as (
           insert into attempt as a (key, hits, resets_at)
           select key, times, resets_at from new where not exists (select from reached)
           on conflict (key) do update set
             hits = case when a.resets_at <= $5 then excluded.hits else a.hits + excluded.hits end,
             resets_at = case when a.resets_at <= $5 then excluded.resets_at else a.resets_at end
           returning key, hits, resets_at, true as made
         )
         select * from reached union all select * from made`,
        [
          attempt.map(({ key }) => key),
          attempt.map(({ times }) => times),
          attempt.map(({ most }) => most),
          attempt.map(({ limit }) => new Date(now.getTime() + limits[limit].window)),
          now,
        ],
      )
      const over = attempt.flatMap(({ key, most }) =>
        rows.filter((row) => row.key === key && row.hits > most),
      )
      if (over.length === 0) return attempt
      if (over.some(({ made }) => made)) await giveBack(attempt)
      const free = Math.max(...over.map((row) => row.resets_at.getTime()))
      throw new ApiError('too_many_attempts', { retryAfter: Math.ceil((free - now.getTime()) / 1000) })
    },

    /** Counts like `begin`; null if a limit is reached. */
    async beginIfFree(tries: readonly RateLimitKey[], now: Date): Promise<CountedAttempt | null> {
      try {
        return await this.begin(tries, now)
      } catch (error) {
        if (error instanceof ApiError) return null
        throw error
      }
    },

    /** Uncounts a successful attempt, and clears the earlier ones under `forgotten`. */
    async succeed(attempt: CountedAttempt, ...forgotten: Limit[]): Promise<void> {
      await remove(attempt.filter(({ limit }) => forgotten.includes(limit)).map(({ key }) => key))
      await giveBack(attempt)
    },

    /** Clears the counts, after the caller has proven who they are in another way. */
    async forget(tries: readonly RateLimitKey[]): Promise<void> {
      await remove(tries.map((one) => keyed(one).key))
    },

    /** Deletes what is over, in parts: strangers may have left millions, which no single statement would get through. */
    async forgetOld(now: Date): Promise<void> {
      let deleted: number
      do {
        deleted = await sql.run(
          `delete from attempt where key in
             (select key from attempt where resets_at <= $1 order by resets_at limit ${AT_ONCE} for update skip locked)`,
          [now],
        )
      } while (deleted === AT_ONCE)
    },
  }
}
