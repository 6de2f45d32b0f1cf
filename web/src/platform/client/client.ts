import { refreshTokens } from '@kellersonne/contract/identity/sessions'
import type { Answer, Endpoint, Sent } from '@kellersonne/contract/shared/endpoint'
import { type ErrorCode, type FieldRule, type Problem, problem } from '@kellersonne/contract/shared/errors'
import { BUILD_HEADER } from '@kellersonne/contract/shared/version'
import * as z from 'zod/mini'
import { saving } from '../program/unsaved.ts'
import { heardBuild, isOutdated } from '../program/version.ts'
import { accessToken, endSession, isSignedIn, renewed } from '../session.ts'
import { headStart } from './headStart.ts'

/** `network`: no answer came at all. `outdated`: this page is too old to understand the server. */
export type FaultCode = ErrorCode | 'network' | 'outdated'

/** Why a call failed. Shows nothing: what to say is the screen's business (API-09). */
export class ApiError extends Error {
  readonly code: FaultCode
  /** null where no answer came. */
  readonly status: number | null
  readonly fields: Readonly<Record<string, FieldRule>>
  /** Seconds, where the server said. */
  readonly retryAfter: number | null

  constructor(code: FaultCode, said: Partial<Problem> = {}, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.status = said.status ?? null
    this.fields = said.errors ?? {}
    this.retryAfter = said.retry_after ?? null
  }
}

export const toFault = (cause: unknown) =>
  cause instanceof ApiError ? cause : new ApiError('internal', {}, cause)

type Options = {
  signal?: AbortSignal
  keepalive?: boolean
  /** Whose call it is; ours where nobody is named. */
  origin?: string
  /** The session does not end with a refused renewal: the caller says so first, and ends it. */
  saysItself?: boolean
}
/** As it stands in an address or a form; a list is a field repeated. */
type Fields = Readonly<Record<string, unknown>>

function encode(fields: Fields): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs.filter(([, value]) => value !== 'undefined'))
}

function addressOf({ path }: Endpoint, { params, query }: Sent<Endpoint>) {
  const fields: Fields = params ?? {}
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(fields[name])))
  return query ? `${filled}?${encode(query)}` : filled
}

function bodyOf({ upload, form, multipart }: Endpoint, input: Sent<Endpoint>): BodyInit | null {
  if (!upload && !multipart) return form ? encode(input.form ?? {}) : null
  const body = new FormData()
  if (upload) body.set(upload.field, input.file ?? '')
  for (const [name, value] of encode(input.form ?? {})) body.set(name, value)
  return body
}

/** What is wrong with an answer that is none by the contract this page knows. */
const notUnderstood = () => (isOutdated() ? 'outdated' : 'internal')

/** What the answer says of its failure; a proxy's page or nothing at all counts as a server that is away. */
async function faultOf(response: Response): Promise<ApiError> {
  const { status } = response
  const said = z.safeParse(problem, await response.json().catch(() => null))
  if (!said.success) return new ApiError(status >= 502 ? 'unavailable' : notUnderstood(), { status })
  const seconds = said.data.retry_after ?? Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new ApiError(said.data.code, {
    ...said.data,
    retry_after: Number.isNaN(seconds) ? undefined : seconds,
  })
}

async function send(endpoint: Endpoint, input: Sent<Endpoint>, options: Options, token: string | null) {
  const { origin = '', saysItself: _, ...rest } = options
  const isChange = endpoint.method === 'POST' && endpoint !== refreshTokens
  try {
    const sent = fetch(origin + addressOf(endpoint, input), {
      method: endpoint.method,
      headers: token === null || endpoint.auth !== 'bearer' ? {} : { authorization: `Bearer ${token}` },
      body: bodyOf(endpoint, input),
      ...(endpoint.auth === 'cookie' && { credentials: 'include' as const }),
      ...rest,
    })
    return await (isChange ? saving(sent) : sent)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError('network', {}, cause)
  }
}

/** A renewed access token, or null where the server refuses to renew. A server that is away ends nothing. */
async function renewal(spent: string): Promise<string | null> {
  try {
    return await renewed(spent, (refresh) => call(refreshTokens, { form: { refresh } }))
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 401) return null
    throw fault
  }
}

/**
 * Sends with the access token, or the cookie that comes with it; a 401 renews them once and sends again. Still a 401:
 * the session has ended.
 */
async function sendSignedIn(endpoint: Endpoint, input: Sent<Endpoint>, options: Options) {
  const token = accessToken()
  const begun = token === null ? null : headStart(addressOf(endpoint, input), token, options.signal)
  const first = (begun && (await begun)) ?? (await send(endpoint, input, options, token))
  if (first.status !== 401) return first
  const fresh = token === null ? null : await renewal(token)
  const second = fresh === null ? first : await send(endpoint, input, options, fresh)
  const alreadyGone = token !== null && !isSignedIn()
  if (second.status === 401 && !alreadyGone && !options.saysItself) endSession('ended')
  return second
}

/** The answer to a call, unread. Throws an ApiError unless it is a good one. */
export async function request<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options = {}) {
  const dispatch = endpoint.auth === 'none' ? send : sendSignedIn
  const response = await dispatch(endpoint, input, options, null)
  heardBuild(response.headers.get(BUILD_HEADER))
  if (!response.ok) throw await faultOf(response)
  return response
}

/** Calls an endpoint and parses what it answers. Throws an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: Options = {},
): Promise<Answer<E>> {
  const response = await request(endpoint, input, options)
  const body: unknown = await response.json().catch(() => null)
  const answer = z.safeParse(endpoint.response, body)
  if (answer.success) return answer.data as Answer<E>
  throw new ApiError(notUnderstood(), { status: response.status }, answer.error)
}

/**
 * The file an endpoint answers with; `progress` hears how many of its bytes have come. Throws an ApiError, also
 * where it breaks off.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  progress: (bytes: number) => void = () => {},
  options: Options = {},
): Promise<Blob> {
  const response = await request(endpoint, input, options)
  const reader = response.body?.getReader()
  const parts: BlobPart[] = []
  let bytes = 0
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value)
      bytes += part.value.length
      progress(bytes)
    }
  } catch (cause) {
    throw new ApiError('network', {}, cause)
  }
  return new Blob(parts, { type: endpoint.download ?? '' })
}
