import { finishProvider, linkProvider } from '@kellersonne/contract/identity/provider'
import { confirmRegistration, register } from '@kellersonne/contract/identity/registration'
import { refreshTokens, signIn } from '@kellersonne/contract/identity/sessions'
import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { ACCESS_LIFE_MS } from '@kellersonne/core/identity/sessions'
import { UPDATE_COOKIE_LIFE_S, updateCookieName } from '../../identity/sessions/update-cookie.ts'
import type { Config } from '../../platform/config.ts'
import type { Description } from '../../platform/http/openapi/description.ts'
import { answers } from './answers.ts'
import { details } from './details.ts'
import { endpoints } from './endpoints.ts'
import { examples } from './examples/examples.ts'
import { inputs } from './inputs.ts'
import { alerts } from './schemas/alerts.ts'
import { batteryHealths } from './schemas/battery-health.ts'
import { batteryPassports } from './schemas/battery-passport.ts'
import { charts } from './schemas/charts.ts'
import { corrections } from './schemas/corrections.ts'
import { days } from './schemas/days.ts'
import { findings } from './schemas/findings.ts'
import { firmware } from './schemas/firmware.ts'
import { forecastRecords } from './schemas/forecast-records.ts'
import { forecasts } from './schemas/forecasts.ts'
import { imports } from './schemas/imports.ts'
import { live } from './schemas/live.ts'
import { ownRules } from './schemas/own-rules.ts'
import { owners } from './schemas/owners.ts'
import { push } from './schemas/push.ts'
import { units } from './schemas/units.ts'

type Addresses = Pick<Config, 'PUBLIC_URL' | 'UPDATES_URL'>

const introduction = `What the portal asks the server; other programs may ask the same.

- Sign in with \`POST /api/auth/token/\` and send the access token as \`Authorization: Bearer …\`. Once a call answers 401
  \`session_required\`, exchange the refresh token at \`POST /api/auth/token/refresh/\`, once for all calls under way.
- Powers are in W, energies in Wh, voltages in V, shares and states of charge in %. Grid power is above zero while
  drawing and below zero while feeding in; battery power is below zero while charging and above zero while discharging.
- \`null\` means that a value is not known. It is never the same as 0.
- Days are those of the system's time zone. Instants are in UTC.
- The update service is another server: its two calls, \`/has_update\` and \`/update/\`, take the cookie in place of the token.
- Bodies of requests are forms; answers are JSON. Errors are \`application/problem+json\` with a stable \`code\`.
- No page of another origin can read the main service's answers (it sends no CORS headers), or send a POST there.`

const domains = {
  identity: 'Accounts, sessions, registration, passwords and addresses, the second sign-in provider.',
  systems: 'Which systems are the caller’s, their names, claims and hand-overs.',
  live: 'The current values of the caller’s systems, once or as a stream.',
  energy: 'Charts, calendar, balance of the day, forecast and events.',
  messages: 'The faults and states that units have reported, and the alerts that owners are notified of.',
  control: 'Commands to units.',
  firmware: 'Updates of a unit’s chips: plan, consent, start, receipt.',
  operations: 'What operators and the portal’s own program need.',
}

/** Answers with tokens set the cookie that goes with them. */
const settingCookie = new Set<Endpoint>([
  ...[signIn, refreshTokens, register, confirmRegistration, finishProvider, linkProvider],
])

/** Everything about the API that the contract does not say itself. */
export const describeApi = ({ PUBLIC_URL, UPDATES_URL }: Addresses): Description => ({
  servers: { main: PUBLIC_URL, updates: `${UPDATES_URL}/api/v1` },
  cookie: {
    name: updateCookieName(PUBLIC_URL),
    description: `The main service sets it with every answer that has tokens; it is valid for ${UPDATE_COOKIE_LIFE_S / 60} minutes. Another program keeps it like a browser and sends it to the update service, which accepts no access token.`,
  },
  accessToken: `The access token of the last answer that had tokens. It is valid for ${ACCESS_LIFE_MS / 60_000} minutes.`,
  settingCookie,
  introduction,
  endpoints,
  domains,
  inputs,
  answers,
  details,
  examples,
  schemas: {
    ...{
      ...owners,
      ...live,
      ...charts,
      ...days,
      ...forecasts,
      ...forecastRecords,
      ...batteryHealths,
      ...batteryPassports,
      ...findings,
    },
    ...{ ...corrections, ...imports, ...units, ...firmware, ...alerts, ...ownRules, ...push },
  },
})
