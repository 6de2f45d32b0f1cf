import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { type ErrorCode, errors } from '@kellersonne/contract/shared/errors'
import { PROBLEM } from '../api-error.ts'
import { schemaOf } from './schemas.ts'

const JSON_TYPE = 'application/json'
const STREAM = 'text/event-stream'

/** Returns all error codes of an endpoint: its own, and those implied by its method, authentication and input. */
const errorsOf = ({ method, auth, query, form, upload, errors: own }: Endpoint): Set<ErrorCode> =>
  new Set<ErrorCode>([
    ...(query || form || upload ? (['input_invalid'] as const) : []),
    ...(form || upload ? (['payload_too_large', 'media_type_unsupported'] as const) : []),
    ...(auth === 'bearer' ? (['session_required'] as const) : []),
    ...(method === 'POST' ? (['origin_denied'] as const) : []),
    ...own,
    'internal',
    'unavailable',
  ])

function problemsOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code])
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ])
}

/** Returns what an endpoint answers, by status. */
export function answersOf(endpoint: Endpoint) {
  const { response, stream, download, also } = endpoint
  const answer = {
    description: stream ? 'Server-sent events; this is what their data carries.' : 'The answer.',
    content: { [download ?? (stream ? STREAM : JSON_TYPE)]: { schema: schemaOf(response, 'output') } },
  }
  return {
    200: answer,
    ...Object.fromEntries(problemsOf(endpoint)),
    ...(also && { [also]: answer }),
  }
}
