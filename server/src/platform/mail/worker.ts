import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { lineBounds } from '../http/connection/line-bounds.ts'
import { openOutbox, type Settle } from '../jobs/outbox.ts'
import { counter } from '../metrics.ts'
import { type BackOff, nextAttemptAt, nextTurnAt } from './back-off.ts'
import { domainOf, openPlaces } from './places.ts'
import { MAIL_ADDED, mailStore, type WaitingMail } from './store.ts'
import { faultOf, isRefusal, type OutgoingMail, type Transport } from './transport.ts'

/** `isUnproven`: nobody knows whose address it goes to, or anybody may have asked for it. */
export type ComposedMail = OutgoingMail & { readonly isUnproven?: boolean }
/** What the worker needs to know about the senders' mails. */
export type Mails = {
  readonly kinds: readonly string[]
  /** Those of them that always are unproven. These never keep the others waiting, nor do they at any one domain. */
  readonly unproven?: readonly string[]
  /** Composes a mail; null if there is no recipient (any more), or the mail would be of no use. */
  readonly compose: (waiting: WaitingMail) => Promise<ComposedMail | null>
  readonly patienceWith: (kind: string) => BackOff
  /** Called once a mail will not be tried again, before it is deleted; again after a failure of the database. */
  readonly onDone?: (id: string, isSent: boolean) => Promise<void>
}
type Deps = {
  readonly db: Db
  readonly transport: Pick<Transport, 'send'>
  readonly mails: Mails
  readonly now: () => Date
  readonly log: FastifyBaseLogger
}

const PARALLEL = 8
/** Lines per minute about mails that fail, of one answer and of all: whoever has a domain can have as many fail as they like. */
const LINES = { ofOne: 10, ofAll: 60 }
/** A mail server that asks the recipient's first is as slow as that: so few may be on their way to one domain, of proven mails and of unproven. */
const OF_DOMAIN = 3
/** Far longer than a sound mail server needs. What is slow waits aside, and gives way once there is too much of it. */
const SLOW = { afterMs: 10_000, most: 40 }
/** Longer than any server may take, shorter than the lease: no other process sends what this one still may. */
const SEND_MS = 12 * 60_000
const LEASE_MS = 15 * 60_000

const outcomes = ['sent', 'dropped', 'refused', 'retried', 'given_up', 'crowded'] as const
type Outcome = (typeof outcomes)[number]
/** `again`: the next attempt; null = done. `line`: of the mails that share their places with it. */
type Ending = { readonly outcome: Outcome; readonly again: Date | null; readonly line?: string }
const counted = counter('mails_total', 'Attempts to send mails, by outcome.', ['kind', 'outcome'])

/**
 * Sends mails as soon as they are added or due. A mail is leased for some minutes before it is sent, and deleted once
 * the mail server has confirmed it. A server whose connection breaks before it has confirmed has not accepted the
 * mail (RFC 5321, 4.1.1.10), so it is sent again; if it had accepted it nevertheless, it gets a duplicate with the
 * same Message-ID. The same applies to a process killed at that moment.
 */
export function openMailWorker({ db, transport, mails, now, log }: Deps) {
  for (const kind of mails.kinds) for (const outcome of outcomes) counted.inc({ kind, outcome }, 0)
  const store = mailStore(db)
  const places = openPlaces(OF_DOMAIN)
  const admit = lineBounds(LINES, () => now().getTime())
  function warn(answer: string, facts: object, message: string) {
    const dropped = admit(answer)
    if (dropped !== null) log.warn({ ...facts, ...(dropped > 0 && { left_out: dropped }) }, message)
  }
  async function send(waiting: WaitingMail, abandoned: AbortSignal): Promise<Ending> {
    const composed = await mails.compose(waiting)
    if (!composed) return { outcome: 'dropped', again: null }
    const { isUnproven = false, ...letter } = composed
    const line = `${isUnproven ? 'unproven' : 'proven'} ${domainOf(letter.to)}`
    if (!places.take(line)) return crowded(waiting, line)
    const signal = AbortSignal.any([abandoned, AbortSignal.timeout(SEND_MS)])
    const fault = await transport.send(letter, signal).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    places.release(line)
    return { ...(fault ? judge(waiting, fault.error) : { outcome: 'sent', again: null }), line }
  }

  function crowded(waiting: WaitingMail, line: string): Ending {
    const { id, mail } = waiting
    const again = nextTurnAt(waiting, mails.patienceWith(mail.kind), now())
    if (again) return { outcome: 'crowded', again, line }
    const message = 'a mail was given up: too many were on their way to its domain'
    warn('crowded', { mail: id, kind: mail.kind }, message)
    return { outcome: 'given_up', again }
  }

  function judge(waiting: WaitingMail, error: unknown): Ending {
    const { id, mail, tries } = waiting
    const again = isRefusal(error) ? null : nextAttemptAt(waiting, mails.patienceWith(mail.kind), now())
    const outcome = isRefusal(error) ? 'refused' : again ? 'retried' : 'given_up'
    const fault = faultOf(error)
    // A bug of ours has no code, and its stack contains no addresses.
    const stack = fault.code === undefined && error instanceof Error ? error.stack : undefined
    const facts = { mail: id, kind: mail.kind, tries, outcome, ...fault, stack }
    warn(`${outcome} ${fault.responseCode ?? fault.code ?? ''}`, facts, 'a mail could not be sent')
    return { outcome, again }
  }

  async function deliver(waiting: WaitingMail, settle: Settle, abandoned: AbortSignal) {
    const ending = await send(waiting, abandoned).catch((error: unknown) => judge(waiting, error))
    const { outcome, again, line } = ending
    counted.inc({ kind: waiting.mail.kind, outcome })
    await settle(async () => {
      if (again && outcome === 'crowded' && line !== undefined) return store.lineUp(waiting, again, line)
      if (again) return store.postpone(waiting, again)
      await mails.onDone?.(waiting.id, outcome === 'sent')
      await store.remove(waiting.id)
    })
    // A place may have been released while this mail was lining up. One that was called up and is of no use leaves its turn to the next.
    for (const one of new Set([line, waiting.line]))
      if (typeof one === 'string' && places.has(one)) await settle(() => store.callUp(one, mails.kinds))
  }

  const { kinds, unproven = [] } = mails
  const proven = kinds.filter((kind) => !unproven.includes(kind))
  const lanes = [proven, unproven].filter((lane) => lane.length > 0)
  return openOutbox({
    ...{ db, log, deliver, channel: MAIL_ADDED, lanes, parallel: PARALLEL },
    take: (lane, most) => store.take(lane, most, now(), new Date(now().getTime() + LEASE_MS)),
    slow: SLOW,
  })
}
