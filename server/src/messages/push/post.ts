import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { publicLookup } from './public-lookup.ts'

/** A push service that has not answered by then is away. */
const ANSWER_MS = 10_000
/** Nothing of an answer's body is used. */
const MOST_BYTES = 4096

type Message = { readonly headers: Readonly<Record<string, string | number>>; readonly body: Buffer }
type Reply = { readonly status: number; readonly retryAfter: string | undefined }

/** Reads an answer to its end, so that its connection can be used again, or hangs up on one that is too long. */
function drain(answer: IncomingMessage) {
  let bytes = 0
  answer.on('error', () => undefined)
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) answer.destroy()
  })
}

/**
 * Opens connections to push services. Redirects are not followed, names lead to public addresses only, and each post takes
 * at most ten seconds with its answer.
 */
export function openPosts(lookup = publicLookup(), ms = ANSWER_MS) {
  const agents = {
    http: new HttpAgent({ keepAlive: true, lookup }),
    https: new HttpsAgent({ keepAlive: true, lookup }),
  }
  return {
    /** Resolves once the head of the answer is there; rejects if none comes. */
    post: (endpoint: string, { headers, body }: Message, closing: AbortSignal): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const url = new URL(endpoint)
        const isPlain = url.protocol === 'http:'
        const signal = AbortSignal.any([closing, AbortSignal.timeout(ms)])
        const options = { method: 'POST', headers, signal, agent: isPlain ? agents.http : agents.https }
        const sending = (isPlain ? httpRequest : httpsRequest)(url, options, (answer) => {
          drain(answer)
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
        })
        sending.on('error', reject)
        sending.end(body)
      }),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
export type Posts = ReturnType<typeof openPosts>
