import type { FastifyBaseLogger } from 'fastify'
import { denialReasons, type OnDenied } from '../../platform/broker/denials.ts'
import { lineBounds } from '../../platform/http/connection/line-bounds.ts'
import { counter } from '../../platform/metrics.ts'

/** Lines per minute, of one network and reason and of all. */
const LINES = { ofOne: 5, ofAll: 60 }

const denied = counter(
  'broker_denied_total',
  'Sign-ins, publications and subscriptions denied to units.',
  ['reason'],
  denialReasons.map((reason) => ({ reason })),
)

/** Counts what the broker denies, and logs it, a few lines a minute. Nothing that a caller made up is logged. */
export function logDenials(log: Pick<FastifyBaseLogger, 'warn'>): OnDenied {
  const admit = lineBounds(LINES)
  return ({ reason, sn, network }) => {
    denied.inc({ reason })
    const dropped = admit(`${reason} ${network ?? sn ?? ''}`)
    if (dropped !== null)
      log.warn({ reason, sn, network, dropped }, 'a unit was denied something by the broker')
  }
}
