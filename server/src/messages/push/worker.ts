import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { openOutbox, type Settle } from '../../platform/jobs/outbox.ts'
import { nextAttemptAt } from '../../platform/mail/back-off.ts'
import { counter } from '../../platform/metrics.ts'
import { type Line, noticeStore } from '../alerts/notice-store.ts'
import { pushServices } from './endpoint.ts'
import { planPushes } from './message.ts'
import type { PushSender, Verdict } from './sender.ts'
import { type Lane, PUSH_ADDED, subscriptionStore, type Target } from './subscription-store.ts'

type Deps = {
  readonly db: Db
  readonly sender: PushSender & { close(): void }
  readonly now: () => Date
  readonly log: FastifyBaseLogger
}

/** Of each push service, so that a slow one does not keep the others waiting. */
const lanes = pushServices.flatMap((service): Lane[] => [
  { service, isProven: true },
  { service, isProven: false },
])
const PARALLEL = 8
/** Longer than all messages to one browser may take. */
const LEASE_MS = 2 * 60_000
const BACK_OFF = { life: 24 * 3_600_000, longest: 3_600_000 }

const outcomes = ['sent', 'removed', 'refused', 'retried', 'given_up'] as const
type Outcome = (typeof outcomes)[number]
const counted = counter('pushes_total', 'Attempts to send messages to browsers, by outcome.', [
  'service',
  'outcome',
])

/**
 * Sends what waits for owners' browsers as soon as it is added or due. A browser is leased while it is sent messages; each is
 * recorded before the next one is sent. If a process is killed between the two, the message is sent again, and replaces itself:
 * it has the same topic at the push service and the same tag in the browser.
 */
export function openPushWorker({ db, sender, now, log }: Deps) {
  for (const service of pushServices) for (const outcome of outcomes) counted.inc({ service, outcome }, 0)
  const browsers = subscriptionStore(db)
  const notices = noticeStore(db)

  const note = ({ service }: Target, outcome: Outcome) => counted.inc({ service, outcome })

  function warn({ id, service, tries }: Target, outcome: Outcome, status: number | null) {
    log.warn({ subscription: id, service, tries, outcome, status }, 'a push message could not be sent')
  }

  /** Puts off what a push service did not take; gives it up once it is a day old. */
  async function putOff(
    target: Target,
    waiting: readonly Line[],
    { status, waitMs }: Verdict & { verdict: 'away' },
    settle: Settle,
  ) {
    const first = waiting.reduce((at, { madeAt }) => (madeAt < at ? madeAt : at), now())
    const next = nextAttemptAt({ createdAt: first, tries: target.tries }, BACK_OFF, now())
    const asked = waitMs === null ? null : new Date(now().getTime() + waitMs)
    const again = next && asked && asked > next ? asked : next
    const outcome = again ? 'retried' : 'given_up'
    note(target, outcome)
    warn(target, outcome, status)
    await settle(async () => {
      if (again) return browsers.postpone(target, again)
      await notices.settle(
        waiting.map(({ id }) => id),
        'failed',
        now(),
      )
      await browsers.done(target, false, now())
    })
  }

  async function deliver(target: Target, settle: Settle): Promise<void> {
    const lines = await notices.waiting(target.id)
    const { over, old, planned } = planPushes(lines, target, now())
    await settle(() => notices.settle(over, 'over', now()))
    await settle(() => notices.settle(old, 'failed', now()))
    let isSent = false
    for (const [i, { message, notices: sent }] of planned.entries()) {
      const verdict = await sender.send(target, message)
      if (verdict.verdict === 'gone') {
        note(target, 'removed')
        return settle(() => browsers.forget(target))
      }
      if (verdict.verdict === 'away') {
        const left = new Set(planned.slice(i).flatMap((one) => one.notices))
        return putOff(
          target,
          lines.filter(({ id }) => left.has(id)),
          verdict,
          settle,
        )
      }
      const isTaken = verdict.verdict === 'sent'
      isSent ||= isTaken
      note(target, verdict.verdict)
      if (verdict.verdict === 'refused') warn(target, 'refused', verdict.status)
      await settle(() => notices.settle(sent, isTaken ? 'sent' : 'failed', now()))
    }
    await settle(() => browsers.done(target, isSent, now()))
  }

  const outbox = openOutbox({
    ...{ db, log, deliver, channel: PUSH_ADDED, lanes, parallel: PARALLEL },
    take: (lane, most) => browsers.take(lane, most, now(), new Date(now().getTime() + LEASE_MS)),
    abandon: () => sender.close(),
  })
  return {
    /** Waits some seconds for messages in progress. */
    async close() {
      await outbox.close()
      sender.close()
    },
  }
}
