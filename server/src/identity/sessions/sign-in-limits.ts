import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { Reply } from '../../platform/http/turns/fair-queue.ts'
import type { StrangerQueue } from '../../platform/http/turns/turns.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { type CountedAttempt, type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { type Account, accountStore } from '../accounts/store.ts'
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

type Request = Pick<FastifyRequest, 'ip' | 'headers'>
type Asked = {
  readonly request: Request
  readonly reply: Reply
  readonly email: string
}
export type Counted = {
  /** The account of that address, if there is one. */
  readonly account: Account | undefined
  readonly attempt: CountedAttempt
  /** The network, and in it the owner's browser if it is known. */
  readonly from: string
  /** From a browser or network that the owner has signed in from. */
  readonly isKnown: boolean
}
type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly attemptKey: Buffer
  readonly device: Pick<DeviceCookie, 'read' | 'claimed'>
  readonly afterAnswer: AfterAnswer
  readonly networks: Pick<ReturnType<typeof knownNetworks>, 'familiarity'>
  readonly turns: StrangerQueue
}

/**
 * Looks up an account and counts a sign-in attempt before its password is checked. A browser that the owner has signed in with has a limit of
 * its own, and a network they have signed in from is not counted with the rest of the world, so strangers lock out
 * neither. Beyond the account's limit, strangers still get occasional attempts, limited per network, per site and per
 * day, and the owner gets one mail. All known browsers together have a daily limit too, and so have all networks of former
 * passwords: anyone who knew the password may have collected any number of them.
 */
export function signInLimits({ db, now, attemptKey, device, networks, afterAnswer, turns }: Deps) {
  const accounts = accountStore(db)
  const counted = rateLimits(db, attemptKey)
  /** Asked for where there is no account: otherwise the time of an answer would tell. */
  const nobody = randomUUID()

  const warn = (owner: string) =>
    db.transaction(async (sql) => {
      const tries = [{ limit: 'sign_in_warning', who: owner }] as const
      if (await rateLimits(sql, attemptKey).beginIfFree(tries, now()))
        await addMail(sql, { kind: 'sign_in_attacked', owner }, now())
    })

  /** Resolves to null if all known browsers together have failed too often. */
  async function countDevice({ id, passwordHash }: Account, known: string): Promise<CountedAttempt | null> {
    const all = await counted.beginIfFree([{ limit: 'devices', who: `${id} ${passwordHash}` }], now())
    if (!all) return null
    try {
      return [...all, ...(await counted.begin([{ limit: 'device', who: known }], now()))]
    } catch (error) {
      await counted.succeed(all)
      throw error
    }
  }

  /** Resolves to null if all networks of former passwords together have failed too often. */
  const countFormer = ({ id, passwordHash }: Account) =>
    counted.beginIfFree([{ limit: 'former_networks', who: `${id} ${passwordHash}` }], now())

  async function countStranger({ reply, email }: Asked, account: Account | undefined, network: string) {
    const [first, ...beyond] = strangerFailureLimits(email, network)
    const attempt = await counted.beginIfFree([first], now())
    if (attempt) return attempt
    if (account) afterAnswer(reply, () => warn(account.id))
    return counted.begin(beyond, now())
  }

  async function count(asked: Asked, network: string): Promise<Counted> {
    const account = await accounts.byEmail(asked.email)
    const browser = account ? device.read(asked.request, account) : null
    const from = `${network} ${browser}`
    const known = account && browser !== null && (await countDevice(account, browser))
    if (known) return { account, attempt: known, from, isKnown: true }
    const [attempt, familiarity] = await Promise.all([
      counted.begin([{ limit: 'network', who: network }, failureLimits(asked.email, network)], now()),
      networks.familiarity(account?.id ?? nobody, network),
    ])
    if (account && familiarity === 'known') return { account, attempt, from, isKnown: true }
    const former = account && familiarity === 'former' ? await countFormer(account) : null
    if (former) return { account, attempt: [...attempt, ...former], from, isKnown: false }
    const site = await counted.begin([{ limit: 'network_site', who: siteOf(network) }], now())
    const stranger = await countStranger(asked, account, network)
    return { account, attempt: [...attempt, ...site, ...stranger], from, isKnown: false }
  }

  /** Throws `ApiError` too_many_attempts, also if too many of the network are waiting for their turn. */
  return ({ request, reply, email }: Asked): Promise<Counted> =>
    turns.run({ request, reply, party: device.claimed(request) }, () =>
      count({ request, reply, email }, networkOf(request.ip)),
    )
}
