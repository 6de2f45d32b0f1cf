import { serverNow } from '../../../platform/clock/serverClock.ts'
import { onStorageChange, stored } from '../../../platform/stored.ts'

const listeners = new Set<() => void>()
const invalidateAll = () => {
  for (const expire of listeners) expire()
}

/** Calls `expire` whenever an owner's history has been corrected or imported, here or in another tab of this browser. */
export const onCorrected = (expire: () => void) => void listeners.add(expire)

/** Says that history has been corrected or imported: what this browser knows of them no longer holds (ENE-11). */
export function announceCorrected() {
  stored.corrected.set(serverNow())
  invalidateAll()
}

onStorageChange((key) => {
  if (key === stored.corrected.key && stored.corrected.get() !== null) invalidateAll()
})
