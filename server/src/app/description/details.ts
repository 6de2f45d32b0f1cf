import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { HEARTBEAT_MS } from '@kellersonne/contract/live/live'
import { CONSENT_MS } from '../../firmware/runs/start-and-cancel.ts'
import { MAX_STREAMS } from '../../live/sse-connections.ts'
import { RETRY_MS } from '../../platform/http/event-stream.ts'
import type { Fields } from '../../platform/http/openapi/description.ts'

const transcript = `retry: ${RETRY_MS}

id: 1
event: data
data: [{"1001":{"grid_power":-2116,…}},{"1002":{"grid_power":310,…}}]

:

id: 2
event: data
data: [{"1002":{"grid_power":290,…}}]

id: 3
event: end
data:`

const watchLive = `A stream of server-sent events (WHATWG HTML, 9.2):

- \`data\`: a list of records. The first event has all of the caller's systems, each later one only those that have
  changed, and their records replace the former ones. A caller without systems gets an empty list.
- \`end\`: without data. The session is over or its access token has expired, and the stream closes. Refresh the tokens and
  open it again; if that answers 401, the session has ended.
- A comment (a line with a colon alone) every ${HEARTBEAT_MS / 1000} seconds, so that silence for longer than that means a broken connection.
- \`retry\` asks to wait ${RETRY_MS} ms before connecting again after a stream that closed without \`end\`, as it does when the
  server stops, or when the caller has gained, lost or renamed a system: the first event then has them all.
- \`id\` counts the events of one connection. \`Last-Event-ID\` changes nothing, as the first event has everything.

An owner has ${MAX_STREAMS} streams at most; one more ends the oldest with \`end\`. A listener that reads too slowly is cut off.
The access token goes into the header, which a browser's \`EventSource\` cannot send: read the body with \`fetch\`.

So a stream may look, with records cut short:

\`\`\`
${transcript}
\`\`\``

/** What must be known of a call beyond its summary, by the endpoint's name. */
export const details: Fields = {
  watchLive,
  startUpdate: `Needs an answer to \`giveConsent\` for what is offered, not older than ${CONSENT_MS / 60_000} minutes and not used yet. If an update is under way, the answer is as if it had just been started. Then see \`getUpdate\` on the main service, whenever the live stream announces the system.`,
  giveConsent:
    'To be called before the start, with the text that the owner was shown and agreed to. 409 `update_changed`: other versions are offered by now, and the plan must be read again.',
  sendCommand:
    'The answer says that the command was taken, not that it was done: see `getCommand`, whenever the live stream announces the system.',
  refreshTokens:
    'Only one refresh at a time: an old refresh token that is used again, later than half a minute after, or by another client from a network that is not known, ends the session (`token_reused`).',
  register: `The terms are those of ${TERMS_VERSION}.`,
}
