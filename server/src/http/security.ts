import type { FastifyRequest } from 'fastify'
import { counter } from '../metrics.ts'

type SecurityEvent = {
  readonly event:
    | 'sign_in'
    | 'sign_out'
    | 'session_end'
    | 'token_reuse'
    | 'registration'
    | 'reset_request'
    | 'reset'
    | 'password_change'
    | 'email_change'
    | 'claim'
    | 'release'
    | 'link'
    | 'export'
    | 'deletion'
  readonly outcome: 'succeeded' | 'refused' | 'slowed'
  readonly owner: string | null
  readonly session: string | null
}

const counted = counter('security_events_total', 'What happens to accounts and sessions.', [
  'event',
  'outcome',
])

/** One line for whoever watches over accounts: who, from where, how it ended. Never what was typed. */
export function logSecurity({ log, ip }: FastifyRequest, { event, outcome, owner, session }: SecurityEvent) {
  counted.inc({ event, outcome })
  log.info({ event, outcome, owner, session, from: ip }, 'security')
}
