import type { Description, NamedEndpoint } from './description.ts'
import { methodNotAllowed, problemsOf } from './problems.ts'
import type { SchemaWriter } from './schemas.ts'

const JSON_TYPE = 'application/json'
const STREAM = 'text/event-stream'

const referTo = (name: string) => ({ $ref: `#/components/headers/${name}` })

const text = (description: string) => ({ description, schema: { type: 'string' } })

/** Headers that answers share. */
export const headers = {
  'Retry-After': {
    description: 'Seconds to wait before the next try, as in `retry_after`; missing if it is not known.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': text(
    'What would identify the caller: `Bearer` at the main service, `Cookie` at the update service.',
  ),
  Allow: text('The methods of the path.'),
  'Set-Cookie': text(
    'The cookie for the update service, and one by which the browser is known when it signs in again.',
  ),
  ETag: text('Names this state of the answer. Sent as `If-None-Match`, it saves an unchanged one: 304.'),
}

/** Answers that endpoints share. */
export const sharedAnswers = {
  MethodNotAllowed: methodNotAllowed,
  NotModified: {
    description: 'What the caller has, by `If-None-Match`, is the answer still. Without a body.',
    headers: { ETag: referTo('ETag') },
  },
}

/** Returns what an endpoint answers, by status. */
export function answersOf(
  { name, endpoint }: NamedEndpoint,
  { settingCookie, answers, examples }: Description,
  { schemaOf }: SchemaWriter,
) {
  const { response, stream, download, also, cached } = endpoint
  const ownHeaders = {
    ...(cached && { ETag: referTo('ETag') }),
    ...(settingCookie.has(endpoint) && { 'Set-Cookie': referTo('Set-Cookie') }),
  }
  const example = examples[name]?.answer
  const answer = {
    description: stream ? 'Server-sent events; this is what their data carries.' : 'The answer.',
    ...(Object.keys(ownHeaders).length > 0 && { headers: ownHeaders }),
    content: {
      [download ?? (stream ? STREAM : JSON_TYPE)]: {
        schema: schemaOf(response, 'output', answers[name]),
        ...(example !== undefined && { example }),
      },
    },
  }
  return {
    200: answer,
    ...(cached && { 304: { $ref: '#/components/responses/NotModified' } }),
    405: { $ref: '#/components/responses/MethodNotAllowed' },
    ...problemsOf(endpoint),
    ...(also && { [also]: answer }),
  }
}
