import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { type CountedAttempt, type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import type { Account } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import type { AfterAnswer } from './after-answer.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { knownNetworks } from './known-networks.ts'

/** The rate limit key of one account's failures from one network. */
export const failureLimits = (email: string, network: string): RateLimitKey => ({
  limit: 'account_and_network',
  who: `${email} ${network}`,
})
/**
 * The rate limit keys of one account's failures from all networks its owner has not signed in from; the first, and
 * those that apply once it is used up.
 */
export const strangerFailureLimits = (email: string, network: string): [RateLimitKey, ...RateLimitKey[]] => [
  { limit: 'account', who: email },
  { limit: 'attacked_account', who: `${email} ${network}` },
  // A network is the prefix of its addresses: they all belong to the same site.
  { limit: 'attacked_account_site', who: `${email} ${siteOf(network)}` },
  { limit: 'attacked_account_day', who: email },
]

type Asked = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly email: string
  readonly account: Account | undefined
}
export type Counted = { readonly attempt: CountedAttempt; readonly isKnown: boolean }
type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly attemptKey: Buffer
  readonly device: Pick<DeviceCookie, 'read'>
  readonly afterAnswer: AfterAnswer
  readonly networks: Pick<ReturnType<typeof knownNetworks>, 'has'>
}

/**
 * Counts a sign-in attempt before its password is checked. A browser that the owner has signed in with has a limit of
 * its own, and a network they have signed in from is not counted with the rest of the world, so strangers lock out
 * neither. Beyond the account's limit, strangers still get occasional attempts, limited per network, per site and per
 * day, and the owner gets one mail. All known browsers together have a daily limit too: anyone who knew the password
 * may have collected any number of them.
 */
export function signInLimits({ db, now, attemptKey, device, networks, afterAnswer }: Deps) {
  const counted = rateLimits(db, attemptKey)

  const warn = (owner: string) =>
    db.transaction(async (sql) => {
      const tries = [{ limit: 'sign_in_warning', who: owner }] as const
      if (await rateLimits(sql, attemptKey).beginIfFree(tries, now()))
        await addMail(sql, { kind: 'sign_in_attacked', owner }, now())
    })

  /** Resolves to null if the browser is unknown, or if all known ones together have failed too often. */
  async function countDevice(request: FastifyRequest, account: Account): Promise<CountedAttempt | null> {
    const known = device.read(request, account)
    if (known === null) return null
    const { id, passwordHash } = account
    const all = await counted.beginIfFree([{ limit: 'devices', who: `${id} ${passwordHash}` }], now())
    if (!all) return null
    try {
      return [...all, ...(await counted.begin([{ limit: 'device', who: known }], now()))]
    } catch (error) {
      await counted.succeed(all)
      throw error
    }
  }

  async function countStranger({ reply, email, account }: Asked, network: string) {
    const [first, ...beyond] = strangerFailureLimits(email, network)
    const attempt = await counted.beginIfFree([first], now())
    if (attempt) return attempt
    if (account) afterAnswer(reply, () => warn(account.id))
    return counted.begin(beyond, now())
  }

  /** `isKnown`: from a browser or network that the owner has signed in from. Throws `ApiError` too_many_attempts. */
  return async (asked: Asked): Promise<Counted> => {
    const { request, email, account } = asked
    const known = account && (await countDevice(request, account))
    if (known) return { attempt: known, isKnown: true }
    const network = networkOf(request.ip)
    const [attempt, isKnown] = await Promise.all([
      counted.begin([{ limit: 'network', who: network }, failureLimits(email, network)], now()),
      account ? networks.has(account.id, network) : false,
    ])
    if (isKnown) return { attempt, isKnown }
    return { attempt: [...attempt, ...(await countStranger(asked, network))], isKnown }
  }
}
