import { DDI_ROOT, poll } from '@kellersonne/contract/firmware/ddi'

/** The update service responded with an error; `retryMs`: how long it asks clients to wait. */
export class ServiceFault extends Error {
  readonly status: number
  readonly retryMs: number
  constructor(status: number, retryMs: number) {
    super(`the update service answered ${status}`)
    this.status = status
    this.retryMs = retryMs
  }
}
/** The update service does not know, or no longer knows, an action that is in progress here. */
export class ActionGone extends Error {}

export type Feedback = {
  readonly execution: 'proceeding' | 'closed'
  readonly finished: 'none' | 'success' | 'failure'
  readonly progress?: { readonly cnt: number; readonly of: number }
  readonly details: readonly string[]
}

/** Timeout of a response, and of a part of an image. */
const PATIENCE_MS = 60_000

const secondsOf = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0)
const orOver = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    const gone = error instanceof ServiceFault && (error.status === 404 || error.status === 410)
    throw gone ? new ActionGone() : error
  })
const lastOf = (href: string) => new URL(href).pathname.split('/').at(-1) ?? ''

/**
 * A unit's client of the update service (hawkBit's DDI, docs/device-protocol.md). Calls reject with `ServiceFault`,
 * those about an action also with `ActionOver`; they also reject if the service is unreachable.
 */
export function openService({ url, sn, secret }: { url: string; sn: string; secret: string }) {
  const root = `${url}${DDI_ROOT.replace('{sn}', sn)}`

  async function call(href: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(href, {
      ...init,
      headers: { authorization: `TargetToken ${secret}`, ...init.headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    throw new ServiceFault(answer.status, 1000 * (Number(answer.headers.get('retry-after')) || 0))
  }
  async function send(method: 'POST' | 'PUT', href: string, body: object, signal: AbortSignal) {
    const headers = { 'content-type': 'application/json' }
    const answer = await call(href, signal, { method, headers, body: JSON.stringify(body) })
    await answer.body?.cancel()
  }
  const sendFeedback = (href: string, id: string, feedback: Feedback, signal: AbortSignal) => {
    const { execution, finished, progress, details } = feedback
    const result = { finished, ...(progress && { progress }) }
    return send('POST', href, { id, status: { execution, result, details } }, signal)
  }

  return {
    /** Returns what there is to do, and when to poll again. */
    async poll(signal: AbortSignal) {
      const { config, _links } = poll.parse(await (await call(root, signal)).json())
      return {
        sleepMs: 1000 * secondsOf(config.polling.sleep),
        configData: _links.configData?.href ?? null,
        cancelled: _links.cancelAction ? lastOf(_links.cancelAction.href) : null,
        action: _links.deploymentBase ? lastOf(_links.deploymentBase.href) : null,
      }
    },
    sendConfigData: (href: string, data: Readonly<Record<string, string>>, signal: AbortSignal) =>
      send('PUT', href, { mode: 'merge', data }, signal),
    offer: async (action: string, signal: AbortSignal): Promise<unknown> =>
      (await orOver(call(`${root}/deploymentBase/${action}`, signal))).json(),
    feedback: (action: string, feedback: Feedback, signal: AbortSignal) =>
      orOver(sendFeedback(`${root}/deploymentBase/${action}/feedback`, action, feedback, signal)),
    confirmCancel: (action: string, signal: AbortSignal) =>
      orOver(
        sendFeedback(
          `${root}/cancelAction/${action}/feedback`,
          action,
          { execution: 'closed', finished: 'success', details: ['The update is cancelled.'] },
          signal,
        ),
      ),
    /** Fetches bytes `start` to `end` - 1 of an image, or all of it if its ETag is a different one. */
    part: (href: string, range: { start: number; end: number; etag: string | null }, signal: AbortSignal) =>
      orOver(
        call(href, signal, {
          headers: {
            range: `bytes=${range.start}-${range.end - 1}`,
            ...(range.etag !== null && { 'if-range': range.etag }),
          },
        }),
      ),
  }
}
export type Service = ReturnType<typeof openService>
