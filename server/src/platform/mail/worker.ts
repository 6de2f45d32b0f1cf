import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnavailableError, type Db } from '../db/database.ts'
import { logUnlessUnavailable } from '../http/send-error.ts'
import { counter } from '../metrics.ts'
import { type BackOff, nextAttemptAt } from './back-off.ts'
import { MAIL_ADDED, mailStore, type WaitingMail } from './store.ts'
import { faultOf, isRefusal, type OutgoingMail, type Transport } from './transport.ts'

/** What the worker needs to know about the senders' mails. */
export type Mails = {
  readonly kinds: readonly string[]
  /** Composes a mail; null if there is no recipient (any more), or the mail would be of no use. */
  readonly compose: (waiting: WaitingMail) => Promise<OutgoingMail | null>
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

const PARALLEL = 4
const POLL_MS = 5000
/** Longer than any server may take, shorter than the lease: no other process sends what this one still may. */
const SEND_MS = 12 * 60_000
const LEASE_MS = 15 * 60_000
const RETRY_MS = 1000
/** How long mails in progress may take once the process is shutting down. */
const PATIENCE_MS = 5000

const outcomes = ['sent', 'dropped', 'refused', 'retried', 'given_up'] as const
type Outcome = (typeof outcomes)[number]
/** `again`: the next attempt; null = done. */
type Ending = { readonly outcome: Outcome; readonly again: Date | null }
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
  const givingUp = new AbortController()
  const underWay = new Set<Promise<void>>()
  let taking: Promise<void> | undefined
  let woken = false
  let closed = false

  /** Retries storing the outcome while the database is unavailable: otherwise the mail would be sent twice. */
  async function settle(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || givingUp.signal.aborted) throw error
      await pause(RETRY_MS)
      await settle(work)
    }
  }

  async function send(waiting: WaitingMail): Promise<Ending> {
    const letter = await mails.compose(waiting)
    if (!letter) return { outcome: 'dropped', again: null }
    await transport.send(letter, AbortSignal.any([givingUp.signal, AbortSignal.timeout(SEND_MS)]))
    return { outcome: 'sent', again: null }
  }

  function judge(waiting: WaitingMail, error: unknown): Ending {
    const { id, mail, tries } = waiting
    const again = isRefusal(error) ? null : nextAttemptAt(waiting, mails.patienceWith(mail.kind), now())
    const outcome = isRefusal(error) ? 'refused' : again ? 'retried' : 'given_up'
    const fault = faultOf(error)
    // A bug of ours has no code, and its stack contains no addresses.
    const stack = fault.code === undefined && error instanceof Error ? error.stack : undefined
    log.warn({ mail: id, kind: mail.kind, tries, outcome, ...fault, stack }, 'a mail could not be sent')
    return { outcome, again }
  }

  async function deliver(waiting: WaitingMail) {
    const { outcome, again } = await send(waiting).catch((error: unknown) => judge(waiting, error))
    counted.inc({ kind: waiting.mail.kind, outcome })
    await settle(async () => {
      if (again) return store.postpone(waiting, again)
      await mails.onDone?.(waiting.id, outcome === 'sent')
      await store.remove(waiting.id)
    })
  }

  async function take() {
    const until = new Date(now().getTime() + LEASE_MS)
    const free = PARALLEL - underWay.size
    for (const waiting of free > 0 ? await store.take(mails.kinds, free, now(), until) : []) {
      const work = deliver(waiting)
        .catch(logUnlessUnavailable(log))
        .finally(() => {
          underWay.delete(work)
          wake()
        })
      underWay.add(work)
    }
  }
  async function takeWhileWoken() {
    while (woken && !closed) {
      woken = false
      await take().catch(logUnlessUnavailable(log))
    }
    taking = undefined
  }
  function wake() {
    woken = true
    if (!closed) taking ??= takeWhileWoken()
  }

  const stopListening = db.listen(MAIL_ADDED, wake, wake)
  const poll = setInterval(wake, POLL_MS)
  wake()

  return {
    /** Waits some seconds for mails in progress. */
    async close() {
      closed = true
      stopListening()
      clearInterval(poll)
      const patience = setTimeout(() => givingUp.abort(), PATIENCE_MS)
      await taking
      await Promise.all(underWay)
      clearTimeout(patience)
    },
  }
}
