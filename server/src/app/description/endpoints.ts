import * as commands from '@kellersonne/contract/control/commands'
import * as balance from '@kellersonne/contract/energy/balance'
import * as batteryHealth from '@kellersonne/contract/energy/battery-health'
import * as batteryPassport from '@kellersonne/contract/energy/battery-passport'
import * as calendar from '@kellersonne/contract/energy/calendar'
import * as charts from '@kellersonne/contract/energy/charts'
import * as chartRows from '@kellersonne/contract/energy/charts-rows'
import * as corrections from '@kellersonne/contract/energy/corrections'
import * as counters from '@kellersonne/contract/energy/counters'
import * as events from '@kellersonne/contract/energy/events'
import * as findings from '@kellersonne/contract/energy/findings'
import * as forecast from '@kellersonne/contract/energy/forecast'
import * as forecastRecord from '@kellersonne/contract/energy/forecast-record'
import * as imports from '@kellersonne/contract/energy/imports'
import * as place from '@kellersonne/contract/energy/place'
import * as updates from '@kellersonne/contract/firmware/updates'
import * as accounts from '@kellersonne/contract/identity/accounts'
import * as email from '@kellersonne/contract/identity/email'
import * as provider from '@kellersonne/contract/identity/provider'
import * as registration from '@kellersonne/contract/identity/registration'
import * as sessions from '@kellersonne/contract/identity/sessions'
import * as live from '@kellersonne/contract/live/live'
import * as alerts from '@kellersonne/contract/messages/alerts'
import * as messages from '@kellersonne/contract/messages/messages'
import * as ownRules from '@kellersonne/contract/messages/own-rules'
import * as push from '@kellersonne/contract/messages/push'
import * as crashes from '@kellersonne/contract/operations/crashes'
import * as health from '@kellersonne/contract/operations/health'
import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import * as names from '@kellersonne/contract/systems/names'
import * as pairing from '@kellersonne/contract/systems/pairing'
import * as systems from '@kellersonne/contract/systems/systems'
import type { NamedEndpoint } from '../../platform/http/openapi/description.ts'

/** The contract's modules with endpoints, by domain. */
const modules = {
  identity: [sessions, registration, accounts, email, provider],
  systems: [systems, names, pairing],
  live: [live],
  energy: [
    ...[charts, chartRows, calendar, balance, forecast, forecastRecord, counters, events],
    ...[corrections, imports, place, batteryHealth, batteryPassport, findings],
  ],
  messages: [messages, alerts, ownRules, push],
  control: [commands],
  firmware: [updates],
  operations: [crashes, health],
}

/** Distinguishes endpoints from what else a module of the contract exports. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value

/** Every endpoint of the contract, with its constant's name and its domain. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(modules).flatMap(([domain, ofDomain]) =>
  ofDomain.flatMap((module) =>
    Object.entries<unknown>(module).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name, domain, endpoint: value }] : [],
    ),
  ),
)
