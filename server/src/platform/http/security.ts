import { errors } from '@kellersonne/contract/shared/errors'
import type { FastifyRequest } from 'fastify'
import { counter } from '../metrics.ts'
import { ApiError } from './api-error.ts'
import { droppedLogLines, droppedSuccessLines } from './bounded-log.ts'

const events = [
  'sign_in',
  'sign_out',
  'session_end',
  'token_reuse',
  'registration',
  'registration_request',
  /** A new account beyond what the operator takes in a day. */
  'accounts_full',
  'reset_request',
  'reset',
  'password_change',
  'email_change',
  'email_confirmation',
  'email_undo',
  'claim',
  'release',
  'objection',
  'pairing',
  'gateway_pairing',
  'gateway_lock',
  'command',
  'correction',
  'correction_undo',
  'import',
  'import_undo',
  'update',
  'update_cancel',
  'access',
  'origin',
  'update_origin',
  'unit_sign_in',
  'link',
  'unlink',
  'export',
  'deletion',
] as const
const outcomes = ['succeeded', 'refused', 'slowed'] as const

type SecurityEvent = {
  readonly event: (typeof events)[number]
  readonly outcome: (typeof outcomes)[number]
  readonly owner: string | null
  readonly session: string | null
}

const counted = counter(
  'security_events_total',
  'Security events of accounts and sessions.',
  ['event', 'outcome'],
  events.flatMap((event) => outcomes.map((outcome) => ({ event, outcome }))),
)

/**
 * Logs one line for security monitoring: who, from where, with what outcome. Never logs input. All is counted, and
 * logged up to a limit.
 */
export function logSecurity(
  { log, ip, server }: Pick<FastifyRequest, 'log' | 'ip' | 'server'>,
  { event, outcome, owner, session }: SecurityEvent,
) {
  counted.inc({ event, outcome })
  const kind = `${event} ${outcome}`
  const cause = owner === null ? { ip } : { owner }
  // What succeeds without an owner are requests for links, of which each network has few anyway.
  const succeeded = () => (owner === null ? 0 : droppedSuccessLines(server, kind, cause))
  const dropped = outcome === 'succeeded' ? succeeded() : droppedLogLines(server, kind, cause)
  if (dropped === null) return
  log.info(
    { event, outcome, owner, session, from: ip, ...(dropped > 0 && { left_out: dropped }) },
    'security',
  )
}

/** For the `catch` of anything that can be refused: logs the refusal, or that it was rate-limited, and rethrows. */
export const logRefusal =
  (request: FastifyRequest, event: Omit<SecurityEvent, 'outcome'>) =>
  (error: unknown): never => {
    if (error instanceof ApiError) {
      const outcome = errors[error.code] === 429 ? 'slowed' : 'refused'
      logSecurity(request, { ...event, outcome })
    }
    throw error
  }
