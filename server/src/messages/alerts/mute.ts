import {
  type AlertChannel,
  channels,
  type muteByLink,
  type unsubscribe,
} from '@kellersonne/contract/messages/alerts'
import type { Form, Query } from '@kellersonne/contract/shared/endpoint'
import { alertRules } from '@kellersonne/core/messages/alerts/causes'
import { type Mute, mutedUntil } from '@kellersonne/core/messages/alerts/quiet'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { linkReader } from '../../platform/links/link-reader.ts'
import { requireOpenSession } from '../../systems/access.ts'
import { lockOwner, recipientOf } from '../../systems/owners.ts'
import { chooseTopic, type OnAlertsOff } from './choose-topic.ts'
import { factStore } from './fact-store.ts'
import { noticeStore } from './notice-store.ts'
import { alertStore } from './store.ts'
import { turnStore } from './turn-store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly onAlertsOff: OnAlertsOff
}
type Wanted = {
  readonly owner: string
  readonly id: string
  readonly mute: Mute | 'none'
  /** The session in which it is wanted; absent where a link in a mail is followed. */
  readonly session?: string
  /** What is switched off for good; default all. */
  readonly of?: readonly AlertChannel[]
  readonly onAlertsOff: OnAlertsOff
}

/** A link in a mail works for so long. */
const LINK_MS = 30 * 24 * 3_600_000

/**
 * Mutes an owner's alert, or ends its mute; for good, its topic at its system is switched off. Resolves to false if it
 * is not theirs, or no longer is, or is over and could only be muted for a while. Must be called in a transaction. Throws
 * `ApiError` session_required if the session has ended.
 */
export async function muteOne(
  sql: Sql,
  { owner, session, id, mute, of = channels, onAlertsOff }: Wanted,
  now: Date,
): Promise<boolean> {
  // In the order of the job, and of a deletion: in another one they would wait for each other.
  await lockOwner(sql, owner)
  await requireOpenSession(sql, session)
  await turnStore(sql).hold(owner)
  const alert = await alertStore(sql).find(owner, id)
  const systems = await factStore(sql).systems([owner])
  const system = systems.find((one) => one.id === alert?.system)
  if (!alert || (alert.system !== null && !system)) return false
  const { topic } = alertRules[alert.cause]
  if (mute === 'always') {
    const off = Object.fromEntries(of.map((channel) => [channel, false]))
    await chooseTopic(sql, { owner, systems: [alert.system], topic, ...off }, onAlertsOff)
    return true
  }
  const zone = system?.timeZone ?? systems[0]?.timeZone ?? 'Europe/Berlin'
  return alertStore(sql).mute(owner, id, mute === 'none' ? null : mutedUntil(mute, now, zone))
}

/**
 * Mutes by the token of a mail, without a session: what its reader chooses, or its mails alone where the mail program does it. Only as
 * long as the account has the address that the mail was sent to: a former one may be that of a thief. Throws `ApiError` link_invalid,
 * too_many_attempts.
 */
export function createLinkMute({ db, now, secret, onAlertsOff }: Deps) {
  const read = linkReader({ db, now, secret }, 'alert_mute')
  const alertsOf = (sql: Sql, mail: string) =>
    noticeStore(sql).alertsOf(mail, new Date(now().getTime() - LINK_MS))

  async function muteAll(token: string, request: FastifyRequest, how: Pick<Wanted, 'mute' | 'of'>) {
    const mail = await read(token, request)
    const [first] = await alertsOf(db, mail)
    if (!first) throw new ApiError('link_invalid')
    const { owner } = first
    return db.transaction(async (sql) => {
      // Whatever ends links has the owner locked.
      await lockOwner(sql, owner)
      const address = (await recipientOf(sql, owner))?.address.toLowerCase()
      const sent = (await alertsOf(sql, mail)).filter((one) => one.address.toLowerCase() === address)
      if (sent.length === 0) throw new ApiError('link_invalid')
      const done = []
      for (const { alert: id } of sent)
        done.push(await muteOne(sql, { owner, id, ...how, onAlertsOff }, now()))
      return done.filter(Boolean).length
    })
  }
  return {
    mute: ({ token, mute }: Form<typeof muteByLink>, request: FastifyRequest): Promise<number> =>
      muteAll(token, request, { mute }),
    unsubscribe: ({ token }: Query<typeof unsubscribe>, request: FastifyRequest): Promise<number> =>
      muteAll(token, request, { mute: 'always', of: ['email'] }),
  }
}
