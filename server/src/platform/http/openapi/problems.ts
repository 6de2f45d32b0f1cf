import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { type ErrorCode, errors, type FieldRule } from '@kellersonne/contract/shared/errors'
import { ApiError, PROBLEM, problemOf } from '../api-error.ts'

/** Errors that say how long to wait, and for how many seconds in examples. */
const timed: readonly ErrorCode[] = ['too_many_attempts', 'too_many_waits', 'too_many_mails', 'unavailable']
const RETRY_S = 30

/** Calls wait for their turn, of which nobody may have too many; only files and the readiness have other rules. */
const isCrowdable = ({ stream, download, also }: Endpoint) => !stream && !download && also === undefined

/** Returns all error codes of an endpoint: its own, and those implied by its method, authentication and input. */
export const errorsOf = (endpoint: Endpoint): Set<ErrorCode> => {
  const { method, auth, query, form, upload, errors: own } = endpoint
  return new Set<ErrorCode>([
    ...(query || form || upload ? (['input_invalid'] as const) : []),
    ...(form || upload ? (['length_required', 'payload_too_large', 'media_type_unsupported'] as const) : []),
    ...(auth !== 'none' ? (['session_required'] as const) : []),
    ...(method === 'POST' ? (['origin_denied'] as const) : []),
    ...own,
    ...(isCrowdable(endpoint) ? (['too_many_attempts'] as const) : []),
    'internal',
    'unavailable',
  ])
}

/** True for a status after which the same call may succeed, and whose answers say when if that is known. */
const isPassing = (status: number) => status === 429 || status === 503

const exampleOf = (code: ErrorCode, fields?: Readonly<Record<string, FieldRule>>) => ({
  value: problemOf(
    new ApiError(code, {
      ...(fields && { fields }),
      ...(timed.includes(code) && { retryAfter: RETRY_S }),
    }),
  ),
})

/** An endpoint's error with the first of its fields; other errors are the same everywhere. */
function exampleIn({ query, form, upload }: Endpoint, code: ErrorCode) {
  if (code !== 'input_invalid') return { $ref: `#/components/examples/${code}` }
  const [field = upload?.field ?? ''] = Object.keys({ ...query?.def.shape, ...form?.def.shape })
  return exampleOf(code, { [field]: 'required' })
}

const referTo = (name: string) => ({ $ref: `#/components/headers/${name}` })
function headersOf(status: number) {
  if (isPassing(status)) return { 'Retry-After': referTo('Retry-After') }
  return status === 401 ? { 'WWW-Authenticate': referTo('WWW-Authenticate') } : undefined
}

/** Returns the content of an error's answer, with an example of each of its codes. */
const contentOf = (examples: Readonly<Record<string, object>>) => ({
  [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' }, examples },
})

/** Returns an endpoint's answers for errors, by status. */
export function problemsOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        headers: headersOf(status),
        content: contentOf(Object.fromEntries(codes.map((code) => [code, exampleIn(endpoint, code)]))),
      },
    ]),
  )
}

/** The answer to methods that a path does not have. */
export const methodNotAllowed = {
  description: 'method_not_allowed: what any other method of this path is answered.',
  headers: { Allow: referTo('Allow') },
  content: contentOf({ method_not_allowed: exampleOf('method_not_allowed') }),
}

/** Returns one example for each code that endpoints refer to. */
export const problemExamples = (endpoints: readonly Endpoint[]) =>
  Object.fromEntries(
    [...new Set(endpoints.flatMap((endpoint) => [...errorsOf(endpoint)]))]
      .filter((code) => code !== 'input_invalid')
      .map((code) => [code, exampleOf(code)]),
  )
