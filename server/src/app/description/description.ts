import type { Description } from '../../platform/http/openapi/description.ts'
import { endpoints } from './endpoints.ts'
import { inputs } from './inputs.ts'

const introduction = `What the portal asks the server; other programs may ask the same.

- Sign in with \`POST /api/auth/token/\` and send the access token as \`Authorization: Bearer …\`. Once a call answers 401
  \`session_required\`, exchange the refresh token at \`POST /api/auth/token/refresh/\`, once for all calls under way.
- Powers are in W, energies in Wh, voltages in V, shares and states of charge in %. Grid power is above zero while
  drawing and below zero while feeding in; battery power is below zero while charging and above zero while discharging.
- \`null\` means that a value is not known. It is never the same as 0.
- Days are those of the system's time zone. Instants are in UTC.
- Bodies of requests are forms; answers are JSON. Errors are \`application/problem+json\` with a stable \`code\`.
- No page of another origin can read the main service's answers (it sends no CORS headers), or send a POST there.`

const domains = {
  identity: 'Accounts, sessions, registration, passwords and addresses, the second sign-in provider.',
  systems: 'Which systems are the caller’s, their names, claims and hand-overs.',
  live: 'The current values of the caller’s systems, once or as a stream.',
  energy: 'Charts, calendar, balance of the day, forecast and events.',
  messages: 'The faults and states that units have reported.',
  control: 'Commands to units.',
  firmware: 'Updates of a unit’s chips: plan, consent, start, receipt.',
  operations: 'What operators and the portal’s own program need.',
}

/** Everything about the API that the contract does not say itself. `origin`: the main service's. */
export const describeApi = (origin: string): Description => ({
  origin,
  introduction,
  endpoints: endpoints.filter(({ endpoint }) => endpoint.auth !== 'cookie'),
  domains,
  inputs,
})
