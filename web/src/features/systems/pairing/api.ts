import {
  cancelPairing,
  getOwnSystems,
  getPairing,
  lockGateway,
  startPairing,
} from '@kellersonne/contract/systems/pairing'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { call } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'
import { askSystems } from '../api.ts'

/** Whether the operator takes systems of owners' own. */
export const { use: useOwnSystems, refresh: refreshOwnSystems } = createQuery(() => call(getOwnSystems, {}))

const pairing = createQuery(() => call(getPairing, {}))
/** The owner's pairing code, as far as it is known without being shown again, and their own systems. */
export const { use: usePairing, refresh: refreshPairing } = pairing

/** A code, which only the answer that made it has. */
export type ShownCode = { readonly code: string; readonly until: string }

/** Makes a code for a new system, or for the gateway of one. Throws an ApiError. */
export async function makeCode(sn: SerialNumber | null): Promise<ShownCode> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { pairing_code: code, until } = await call(startPairing, {
    form: { time_zone, ...(sn !== null && { sn }) },
  })
  await refreshPairing()
  return { code, until }
}

/** Throws an ApiError. */
export async function cancelCode() {
  await call(cancelPairing, {})
  await refreshPairing()
}

/** Disconnects a gateway for good. Throws an ApiError. */
export async function lock(sn: SerialNumber) {
  await call(lockGateway, { form: { sn } })
  await refreshPairing()
}

/** Reads whether a gateway has used the code; a new system is then in the list. */
export async function followPairing() {
  await refreshPairing()
  await askSystems()
}
