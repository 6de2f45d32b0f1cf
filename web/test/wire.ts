import type { ErrorCode, Problem } from '@kellersonne/contract/shared/errors'
import { errors } from '@kellersonne/contract/shared/errors'
import { vi } from 'vitest'

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** An error answer of the server. */
export const refusal = (code: ErrorCode, more: Partial<Problem> = {}) =>
  json({ type: 'about:blank', title: code, status: errors[code], code, ...more }, errors[code])

export type RecordedCall = {
  path: string
  method: string
  token: string | null
  form: URLSearchParams
  /** The multipart body; null if there was none. */
  files: FormData | null
}
type Answer = (calls: RecordedCall) => Response | Promise<Response>

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Stubs `fetch` with a server; returns the requests it receives. A path without an answer fails as if offline. */
export function serve(answers: Record<string, Answer>): RecordedCall[] {
  const calls: RecordedCall[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')
    const call = {
      path,
      method: init.method ?? 'GET',
      token: token?.replace('Bearer ', '') ?? null,
      form: new URLSearchParams(init.body?.toString() ?? ''),
      files: init.body instanceof FormData ? init.body : null,
    }
    calls.push(call)
    const answer = answers[path.replace(/\?.*/, '')]
    if (!answer) throw new TypeError('Failed to fetch')
    return await (init.signal ? Promise.race([answer(call), aborted(init.signal)]) : answer(call))
  })
  return calls
}
