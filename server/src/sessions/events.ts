import type { FastifyRequest } from 'fastify'
import { counter } from '../metrics.ts'

type SecurityEvent = {
  readonly event: 'sign_in' | 'sign_out' | 'token_reuse'
  readonly outcome: 'succeeded' | 'refused' | 'slowed'
  readonly owner: string | null
  readonly session: string | null
}

const counted = counter('security_events_total', 'Sign-ins, sign-outs, reused tokens.', ['event', 'outcome'])

/** One line for whoever watches over sign-ins: who, from where, how it ended. Never what was typed. */
export function logSecurity({ log, ip }: FastifyRequest, { event, outcome, owner, session }: SecurityEvent) {
  counted.inc({ event, outcome })
  log.info({ event, outcome, owner, session, from: ip }, 'security')
}
