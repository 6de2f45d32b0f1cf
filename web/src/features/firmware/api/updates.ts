import { toStatus } from '@kellersonne/contract/firmware/status'
import {
  acknowledgeUpdate,
  cancelUpdate,
  getHasUpdate,
  getUpdate,
  giveConsent,
  namesOf,
  type Receipt,
  startUpdate,
} from '@kellersonne/contract/firmware/updates'
import type { Answer, Endpoint, Sent } from '@kellersonne/contract/shared/endpoint'
import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import type { NewestRun, SystemUpdate, UpdateRecord } from '@kellersonne/core/firmware/wizard/state'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { ApiError, call, toFault } from '../../../platform/client/client.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { withTimeout } from '../../../platform/client/withTimeout.ts'
import { accessToken } from '../../../platform/session.ts'
import { onStorageChange, stored } from '../../../platform/stored.ts'

/** The server's data on a system's update: flight plan, status, and the current or last update. */
export type UpdateFacts = Answer<typeof getUpdate>

type Options = { readonly origin?: string; readonly signal?: AbortSignal }

/** Calls with a timeout; the caller ends the session itself. Throws an ApiError. */
const ask = <E extends Endpoint>(endpoint: E, input: Sent<E>, { origin = '', signal: outer }: Options = {}) =>
  withTimeout((signal) => call(endpoint, input, { origin, signal, saysItself: true }), outer)

/** A system's update data; loaded when first used. */
export const updateOf = createQueries((sn: SerialNumber) => ask(getUpdate, { query: { sn } }))

function stateOf({ outcome, parts }: Receipt): NewestRun['state'] {
  if (outcome !== 'partly') return outcome
  const last = parts.findLast(({ state }) => state !== null)
  return last?.state === 'cancelled' ? 'cancelled' : 'interrupted'
}

/** Converts the status of an update to core's type. */
export const systemUpdateOf = ({ status, last }: Pick<UpdateFacts, 'status' | 'last'>): SystemUpdate => ({
  status: toStatus(status),
  run: last && { id: last.id, state: stateOf(last), acknowledged: last.seen },
})

/** The origin of the service that runs a system's update. Throws an ApiError. */
async function serviceOf(sn: SerialNumber): Promise<string> {
  const known = updateOf(sn).current()
  return known ? known.service : (await ask(getUpdate, { query: { sn } })).service
}

/** The browser blocks the update service's cookie, although the main service has just set it. */
export class CookieBarred extends ApiError {}

/** Calls the update service. Throws an ApiError; a 401 is an expired session, unless it is CookieBarred. */
async function askService<E extends Endpoint>(
  sn: SerialNumber,
  endpoint: E,
  input: Sent<E>,
  signal?: AbortSignal,
) {
  const origin = await serviceOf(sn)
  const before = accessToken()
  try {
    return await ask(endpoint, input, { origin, ...(signal && { signal }) })
  } catch (cause) {
    const now = accessToken()
    const isRenewed = now !== null && now !== before
    if (isRenewed && toFault(cause).status === 401)
      throw new CookieBarred('session_required', { status: 401 }, cause)
    throw cause
  }
}

/** Resolves to a system's current status at the update service (API-10). Throws an ApiError. */
export const askUpdateService = async (sn: SerialNumber, signal?: AbortSignal): Promise<UpdateStatus> =>
  toStatus(await askService(sn, getHasUpdate, { query: { sn } }, signal))

/** What an owner has agreed to: the parts the plan showed, in the wording they read. */
export type Agreement = {
  readonly sn: SerialNumber
  readonly parts: UpdateFacts['plan']['parts']
  readonly language: 'de' | 'en'
  readonly wording: string
}

/**
 * Records the consent and starts the update (UPD-10, UPD-20). Resolves to the number of parts. Throws an ApiError:
 * update_changed if a different update is offered by now.
 */
export async function start({ sn, parts: shown, language, wording }: Agreement) {
  await ask(giveConsent, { form: { sn, lang: language, wording, parts: namesOf(shown) } })
  const { updates } = await askService(sn, startUpdate, { form: { sn, update: '1' } })
  void updateOf(sn).refresh()
  const parts = Object.values(updates)
  return { available: parts.filter(({ new_update }) => new_update).length, total: parts.length }
}

/** Cancels an update that has not started yet. Throws an ApiError: update_started if it was too late. */
export async function cancel(sn: SerialNumber) {
  try {
    await ask(cancelUpdate, { form: { sn } })
  } finally {
    void updateOf(sn).refresh()
  }
}

/** Acknowledges the outcome of the latest update; if that fails, it is tried again on the next visit. */
export async function acknowledgeOutcome(sn: SerialNumber) {
  const known = updateOf(sn)
  const last = known.current()?.last
  if (last && !last.seen && last.outcome !== 'running')
    await ask(acknowledgeUpdate, { form: { id: last.id } }).catch(() => null)
  await known.refresh()
}

/** The update this browser remembers (UPD-16). */
export const rememberedUpdate = (): UpdateRecord | null => stored.update.get()
export const rememberUpdate = (record: UpdateRecord | null) => stored.update.set(record)
/** Calls `listener` when another tab changes the remembered update. Returns a function that stops it. */
export const onUpdateElsewhere = (listener: () => void) =>
  onStorageChange((key) => {
    if (key === stored.update.key) listener()
  })
