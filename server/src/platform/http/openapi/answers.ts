import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { type ErrorCode, errors } from '@kellersonne/contract/shared/errors'
import { PROBLEM } from '../api-error.ts'
import type { Description, NamedEndpoint } from './description.ts'
import type { SchemaWriter } from './schemas.ts'

const JSON_TYPE = 'application/json'
const STREAM = 'text/event-stream'

/** Returns all error codes of an endpoint: its own, and those implied by its method, authentication and input. */
const errorsOf = ({ method, auth, query, form, upload, errors: own }: Endpoint): Set<ErrorCode> =>
  new Set<ErrorCode>([
    ...(query || form || upload ? (['input_invalid'] as const) : []),
    ...(form || upload ? (['payload_too_large', 'media_type_unsupported'] as const) : []),
    ...(auth !== 'none' ? (['session_required'] as const) : []),
    ...(method === 'POST' ? (['origin_denied'] as const) : []),
    ...own,
    'internal',
    'unavailable',
  ])

const referTo = (name: string) => ({ $ref: `#/components/headers/${name}` })

function headersOf(status: number) {
  if (status === 429 || status === 503) return { 'Retry-After': referTo('Retry-After') }
  return status === 401 ? { 'WWW-Authenticate': referTo('WWW-Authenticate') } : undefined
}

function problemsOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code])
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      headers: headersOf(status),
      content: { [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ])
}

/** Headers that answers share. */
export const headers = {
  'Retry-After': {
    description: 'Seconds to wait before the next try, as in `retry_after`; missing if it is not known.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description:
      'What would identify the caller: `Bearer` at the main service, `Cookie` at the update service.',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'The methods of the path.',
    schema: { type: 'string' },
  },
  'Set-Cookie': {
    description:
      'The cookie for the update service, and one by which the browser is known when it signs in again.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names this state of the answer. Sent as `If-None-Match`, it saves an unchanged one: 304.',
    schema: { type: 'string' },
  },
}

/** Answers that endpoints share. */
export const sharedAnswers = {
  MethodNotAllowed: {
    description: 'method_not_allowed: what any other method of this path is answered.',
    headers: { Allow: referTo('Allow') },
    content: { [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } } },
  },
  NotModified: {
    description: 'What the caller has, by `If-None-Match`, is the answer still. Without a body.',
    headers: { ETag: referTo('ETag') },
  },
}

/** Returns what an endpoint answers, by status. */
export function answersOf(
  { name, endpoint }: NamedEndpoint,
  { settingCookie, answers }: Description,
  { schemaOf }: SchemaWriter,
) {
  const { response, stream, download, also, cached } = endpoint
  const ownHeaders = {
    ...(cached && { ETag: referTo('ETag') }),
    ...(settingCookie.has(endpoint) && { 'Set-Cookie': referTo('Set-Cookie') }),
  }
  const answer = {
    description: stream ? 'Server-sent events; this is what their data carries.' : 'The answer.',
    ...(Object.keys(ownHeaders).length > 0 && { headers: ownHeaders }),
    content: {
      [download ?? (stream ? STREAM : JSON_TYPE)]: { schema: schemaOf(response, 'output', answers[name]) },
    },
  }
  return {
    200: answer,
    ...(cached && { 304: { $ref: '#/components/responses/NotModified' } }),
    405: { $ref: '#/components/responses/MethodNotAllowed' },
    ...Object.fromEntries(problemsOf(endpoint)),
    ...(also && { [also]: answer }),
  }
}
