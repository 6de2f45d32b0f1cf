import { refreshTokens } from '@kellersonne/contract/identity/sessions'
import type { Answer, Endpoint, Sent } from '@kellersonne/contract/shared/endpoint'
import { type ErrorCode, type FieldRule, type Problem, problem } from '@kellersonne/contract/shared/errors'
import { BUILD_HEADER } from '@kellersonne/contract/shared/version'
import * as z from 'zod/mini'
import { trackSaving } from '../program/unsaved.ts'
import { isOutdated, noteServerBuild } from '../program/version.ts'
import { accessToken, endSession, isSignedIn, renewAccessToken } from '../session.ts'
import { headStart } from './headStart.ts'

/** `network`: no answer at all. `outdated`: this page is too old to understand the server. */
export type FaultCode = ErrorCode | 'network' | 'outdated'

/** Why a call failed. Shows nothing: the message is up to the screen (API-09). */
export class ApiError extends Error {
  readonly code: FaultCode
  /** null if there was no answer. */
  readonly status: number | null
  readonly fields: Readonly<Record<string, FieldRule>>
  /** Seconds, if the server sent them. */
  readonly retryAfter: number | null

  constructor(code: FaultCode, problem: Partial<Problem> = {}, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.status = problem.status ?? null
    this.fields = problem.errors ?? {}
    this.retryAfter = problem.retry_after ?? null
  }
}

export const toFault = (cause: unknown) =>
  cause instanceof ApiError ? cause : new ApiError('internal', {}, cause)

type Options = {
  signal?: AbortSignal
  keepalive?: boolean
  /** Origin of the server; defaults to our own. */
  origin?: string
  /** A refused renewal does not end the session: the caller first tells the owner, then ends it. */
  saysItself?: boolean
}
/** Values as encoded in a URL or a form; a list becomes a repeated field. */
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
  if (!upload && multipart !== 'only') return form ? encode(input.form ?? {}) : null
  const body = new FormData()
  if (upload) body.set(upload.field, input.file ?? '')
  for (const [name, value] of encode(input.form ?? {})) body.set(name, value)
  return body
}

/** The error code for an answer that does not match the contract this page knows. */
const notUnderstood = () => (isOutdated() ? 'outdated' : 'internal')

/** Reads the error from a response; a proxy's page or an empty body counts as an unavailable server. */
async function faultOf(response: Response): Promise<ApiError> {
  const { status } = response
  const parsed = z.safeParse(problem, await response.json().catch(() => null))
  if (!parsed.success) return new ApiError(status >= 502 ? 'unavailable' : notUnderstood(), { status })
  const seconds = parsed.data.retry_after ?? Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new ApiError(parsed.data.code, {
    ...parsed.data,
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
    return await (isChange ? trackSaving(sent) : sent)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError('network', {}, cause)
  }
}

/**
 * How long one tab may keep all others waiting for their renewed token. The server takes a token whose answer was lost once
 * more within `GRACE_MS`; later, it ends the session.
 */
export const RENEWAL_MS = 10_000

async function exchange(refresh: string) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ApiError('network')), RENEWAL_MS)
  try {
    return await call(refreshTokens, { form: { refresh } }, { signal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves to a renewed access token, or null if the server refuses. Rejects if it is unavailable. */
async function renewal(spent: string): Promise<string | null> {
  try {
    return await renewAccessToken(spent, exchange)
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 401) return null
    throw fault
  }
}

/**
 * Sends with the access token, or with the cookie that accompanies it. A 401 renews both and retries once; a second
 * 401 means that the session has ended.
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

/** Resolves to the unread response. Throws an ApiError unless it is ok. */
export async function request<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options = {}) {
  const dispatch = endpoint.auth === 'none' ? send : sendSignedIn
  const response = await dispatch(endpoint, input, options, null)
  noteServerBuild(response.headers.get(BUILD_HEADER))
  if (!response.ok) throw await faultOf(response)
  return response
}

/** Calls an endpoint and parses the answer. Throws an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: Options = {},
): Promise<Answer<E>> {
  const response = await request(endpoint, input, options)
  const body: unknown = await response.json().catch(() => null)
  options.signal?.throwIfAborted()
  const answer = z.safeParse(endpoint.response, body)
  if (answer.success) return answer.data as Answer<E>
  throw new ApiError(notUnderstood(), { status: response.status }, answer.error)
}

/**
 * Downloads the file an endpoint answers with; calls `progress` with the bytes received so far. Throws an ApiError,
 * also if the download breaks off.
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
