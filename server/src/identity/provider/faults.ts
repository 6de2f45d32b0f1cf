import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { ApiError } from '../../platform/http/api-error.ts'

/** Error codes of the provider that are not the user's fault (RFC 6749, 4.1.2.1 and 5.2). */
const NOT_THEIRS = new Set([
  ...['server_error', 'temporarily_unavailable'],
  ...['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
])
/** Error codes of openid-client without a readable response. */
const AWAY = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
  ...['OAUTH_PARSE_ERROR', 'OAUTH_HTTP_REQUEST_FORBIDDEN', 'OAUTH_REQUEST_PROTOCOL_FORBIDDEN'],
])

const unavailable = (reason: string) => ({ refusal: new ApiError('provider_unavailable'), reason })
const refused = (reason: string) => ({ refusal: new ApiError('provider_refused'), reason })

/**
 * Maps an error of the provider to our response and a loggable reason; the errors themselves carry codes and tokens
 * and must not be logged. Rethrows anything else.
 */
export function readFault(error: unknown): { readonly refusal: ApiError; readonly reason: string } {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code } = error
    if (NOT_THEIRS.has(code)) return unavailable(code)
    return refused(error instanceof ResponseBodyError ? code : 'authorization_refused')
  }
  if (error instanceof WWWAuthenticateChallengeError) return unavailable('client_not_accepted')
  if (error instanceof ClientError) {
    const reason = error.code ?? error.message
    return AWAY.has(reason) ? unavailable(reason) : refused(reason)
  }
  // Metadata or claims that are nested too deeply to be copied.
  if (error instanceof RangeError) return unavailable('too_deep')
  // The only information fetch gives about a failed connection.
  if (error instanceof TypeError && error.message === 'fetch failed') return unavailable('unreachable')
  throw error
}
