import { once } from 'node:events'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { onTestFinished } from 'vitest'

export type ServerEvent = { readonly event: string; readonly data: string; readonly id: string }

function parse(block: string): ServerEvent | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  return event === undefined ? null : { event, data: field('data') ?? '', id: field('id') ?? '' }
}

/** Listens to server-sent events over fetch, as the portal does, until the test has ended. */
export async function openEvents(url: string, access: string) {
  const abort = new AbortController()
  // A stream left open by a failed test would keep its server from closing.
  onTestFinished(() => abort.abort())
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${access}` },
    signal: abort.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`no stream: ${response.status}`)
  const received: ServerEvent[] = []
  let wake = Promise.withResolvers<void>()

  async function read(body: ReadableStream<Uint8Array>) {
    let rest = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      received.push(...blocks.map(parse).filter((event) => event !== null))
      wake.resolve()
      wake = Promise.withResolvers()
    }
  }
  const closed = read(response.body).catch((error: unknown) => {
    if (!abort.signal.aborted) throw error
  })
  closed.catch(() => undefined)

  return {
    headers: Object.fromEntries(response.headers),
    closed,
    close: () => abort.abort(),
    /** Resolves to the next event of that name; drops those before it. */
    async next(name: string): Promise<ServerEvent> {
      const late = AbortSignal.timeout(TEST_TIMEOUT_MS)
      let event = received.shift()
      while (event?.event !== name) {
        if (late.aborted) throw new Error(`no ${name} event came`)
        if (!event) await Promise.race([wake.promise, once(late, 'abort')])
        event = received.shift()
      }
      return event
    },
  }
}
