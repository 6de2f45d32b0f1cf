import type { FastifyRequest } from 'fastify'

type SecurityEvent = {
  readonly event: 'sign_in' | 'sign_out' | 'token_reuse'
  readonly outcome: 'succeeded' | 'refused' | 'slowed'
  readonly owner: string | null
  readonly session: string | null
}

/** One line for whoever watches over sign-ins: who, from where, how it ended. Never what was typed. */
export const logSecurity = ({ log, ip }: FastifyRequest, event: SecurityEvent) =>
  log.info({ ...event, from: ip }, 'security')
