import { toStatus } from '@kellersonne/contract/firmware/status'
import {
  cancelUpdate,
  getHasUpdate,
  getUpdate,
  giveConsent,
  namesOf,
  type Receipt,
  seeUpdate,
  startUpdate,
} from '@kellersonne/contract/firmware/updates'
import type { Answer, Endpoint, Sent } from '@kellersonne/contract/shared/endpoint'
import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import type { NewestRun, Standing, UpdateRecord } from '@kellersonne/core/firmware/wizard/state'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { answerInTime } from '../../../platform/client/answerInTime.ts'
import { ApiError, call, toFault } from '../../../platform/client/client.ts'
import { resources } from '../../../platform/client/resource.ts'
import { accessToken } from '../../../platform/session.ts'
import { onStoredElsewhere, stored } from '../../../platform/stored.ts'

/** What is known of a system's update: the flight plan, what stands, the one under way or the last. */
export type UpdateFacts = Answer<typeof getUpdate>

type Options = { readonly origin?: string; readonly signal?: AbortSignal }

/** Calls as one who ends the session themselves, and does not wait for long. Throws an ApiError. */
const ask = <E extends Endpoint>(endpoint: E, input: Sent<E>, { origin = '', signal: outer }: Options = {}) =>
  answerInTime((signal) => call(endpoint, input, { origin, signal, saysItself: true }), outer)

/** What is known of a system's update; asked for when it is first looked at. */
export const updateOf = resources((sn: SerialNumber) => ask(getUpdate, { query: { sn } }))

function stateOf({ outcome, parts }: Receipt): NewestRun['state'] {
  if (outcome !== 'partly') return outcome
  const last = parts.findLast(({ state }) => state !== null)
  return last?.state === 'cancelled' ? 'cancelled' : 'interrupted'
}

/** Where an update stands, in core's words. */
export const standingOf = ({ status, last }: Pick<UpdateFacts, 'status' | 'last'>): Standing => ({
  status: toStatus(status),
  run: last && { id: last.id, state: stateOf(last), seen: last.seen },
})

/** The origin that runs a system's update. Throws an ApiError. */
async function serviceOf(sn: SerialNumber): Promise<string> {
  const known = updateOf(sn).current()
  return known ? known.service : (await ask(getUpdate, { query: { sn } })).service
}

/** The update service does not get its cookie, though the main service has just set it: the browser keeps it back. */
export class CookieBarred extends ApiError {}

/** Calls the update service. Throws an ApiError; a 401 is a session that has ended, unless it is CookieBarred. */
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

/** What the update service says of a system now (API-10). Throws an ApiError. */
export const askUpdateService = async (sn: SerialNumber, signal?: AbortSignal): Promise<UpdateStatus> =>
  toStatus(await askService(sn, getHasUpdate, { query: { sn } }, signal))

/** What an owner has agreed to: what the plan has shown them, in the words they have read. */
export type Agreement = {
  readonly sn: SerialNumber
  readonly parts: UpdateFacts['plan']['parts']
  readonly language: 'de' | 'en'
  readonly wording: string
}

/**
 * Notes what was agreed to, and starts the update (UPD-10, UPD-20). Gives how many parts it has. Throws an ApiError:
 * update_changed where something else is offered by now.
 */
export async function start({ sn, parts: shown, language, wording }: Agreement) {
  await ask(giveConsent, { form: { sn, lang: language, wording, parts: namesOf(shown) } })
  const { updates } = await askService(sn, startUpdate, { form: { sn, update: '1' } })
  void updateOf(sn).refresh()
  const parts = Object.values(updates)
  return { available: parts.filter(({ new_update }) => new_update).length, total: parts.length }
}

/** Cancels an update that still waits. Throws an ApiError: update_started where it came too late. */
export async function cancel(sn: SerialNumber) {
  try {
    await ask(cancelUpdate, { form: { sn } })
  } finally {
    void updateOf(sn).refresh()
  }
}

/** Says that the owner knows how the newest update ended; what cannot be said now is asked again on the next visit. */
export async function see(sn: SerialNumber) {
  const known = updateOf(sn)
  const last = known.current()?.last
  if (last && !last.seen && last.outcome !== 'running')
    await ask(seeUpdate, { form: { id: last.id } }).catch(() => null)
  await known.refresh()
}

/** What this browser remembers of an update (UPD-16). */
export const rememberedUpdate = (): UpdateRecord | null => stored.update.get()
export const rememberUpdate = (record: UpdateRecord | null) => stored.update.set(record)
/** Tells when another tab remembers something else. Returns how to stop. */
export const onUpdateElsewhere = (listener: () => void) =>
  onStoredElsewhere((key) => {
    if (key === stored.update.key) listener()
  })
