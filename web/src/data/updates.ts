import type { Answer } from '@kellersonne/contract/endpoint'
import {
  cancelUpdate,
  getHasUpdate,
  getUpdate,
  giveConsent,
  type Receipt,
  seeUpdate,
  startUpdate,
} from '@kellersonne/contract/updates'
import { toStatus } from '@kellersonne/contract/updates-status'
import type { SerialNumber } from '@kellersonne/core/systems'
import type { UpdateStatus } from '@kellersonne/core/updates-status'
import type { NewestRun, Standing, UpdateRecord } from '@kellersonne/core/updates-wizard'
import { onStoredElsewhere, stored } from '../stored.ts'
import { call } from './client.ts'
import { resources } from './resource.ts'

/** What is known of a system's update: the flight plan, what stands, the one under way or the last. */
export type UpdateFacts = Answer<typeof getUpdate>

const own = { saysItself: true }

/** What is known of a system's update; asked for when it is first looked at. */
export const updateOf = resources((sn: SerialNumber) => call(getUpdate, { query: { sn } }, own))

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

/** The origin that runs a system's update. Throws a CallFault. */
async function serviceOf(sn: SerialNumber): Promise<string> {
  const known = updateOf(sn).current()
  return known ? known.service : (await call(getUpdate, { query: { sn } }, own)).service
}

/** What the update service says of a system now (API-10). Throws a CallFault; a 401 is a session that has ended. */
export async function askUpdateService(sn: SerialNumber, signal?: AbortSignal): Promise<UpdateStatus> {
  const origin = await serviceOf(sn)
  return toStatus(await call(getHasUpdate, { query: { sn } }, { ...own, origin, ...(signal && { signal }) }))
}

/** What an owner has agreed to, in the words they were shown. */
export type Agreement = {
  readonly sn: SerialNumber
  readonly language: 'de' | 'en'
  readonly wording: string
}

/** Notes what was agreed to, and starts the update (UPD-10, UPD-20). Gives how many parts it has. Throws a CallFault. */
export async function start({ sn, language, wording }: Agreement) {
  const origin = await serviceOf(sn)
  await call(giveConsent, { form: { sn, lang: language, wording } }, own)
  const { updates } = await call(startUpdate, { form: { sn, update: '1' } }, { ...own, origin })
  void updateOf(sn).refresh()
  const parts = Object.values(updates)
  return { available: parts.filter(({ new_update }) => new_update).length, total: parts.length }
}

/** Cancels an update that still waits. Throws a CallFault: update_started where it came too late. */
export async function cancel(sn: SerialNumber) {
  try {
    await call(cancelUpdate, { form: { sn } }, own)
  } finally {
    void updateOf(sn).refresh()
  }
}

/** Says that the owner knows how the newest update ended; what cannot be said now is asked again on the next visit. */
export async function see(sn: SerialNumber) {
  const known = updateOf(sn)
  const last = known.current()?.last
  if (last && !last.seen && last.outcome !== 'running')
    await call(seeUpdate, { form: { id: last.id } }, own).catch(() => null)
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
