import { getPlace, removePlace, type SystemPlace, setPlace } from '@kellersonne/contract/energy/place'
import type { Sent } from '@kellersonne/contract/shared/endpoint'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { call } from '../../../platform/client/client.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { onStorageChange, stored } from '../../../platform/stored.ts'

/** A form without its system. */
export type PlaceForm = Omit<Sent<typeof setPlace>['form'], 'sn'>

const places = createQueries((sn: SerialNumber) => callWithRetry(getPlace, { query: { sn } }))
const listeners = new Set<() => void>()
const invalidateAll = () => {
  for (const expire of listeners) expire()
}

/** Calls `expire` whenever the place of a system has changed, here or in another tab of this browser. */
export const onPlaced = (expire: () => void) => void listeners.add(expire)

onStorageChange((key) => {
  if (key !== stored.placed.key || stored.placed.get() === null) return
  places.expireAll()
  invalidateAll()
})

/** The place of a system, if its owner has set one. */
export const placeOf = (sn: SerialNumber) => places(sn)

async function changed(sn: SerialNumber, asked: Promise<SystemPlace>) {
  places(sn).setData(await asked)
  stored.placed.set(serverNow())
  invalidateAll()
}

/** Sets the place of a system. Throws an ApiError. */
export const savePlace = (sn: SerialNumber, form: PlaceForm) =>
  changed(sn, call(setPlace, { form: { sn, ...form } }))

/** Removes the place of a system. Throws an ApiError. */
export const erasePlace = (sn: SerialNumber) => changed(sn, call(removePlace, { form: { sn } }))
