import { addSystems, type Claim, listSystems, releaseSystem } from '@kellersonne/contract/systems/systems'
import { type ListEntry, type SerialNumber, systemList, TOTAL } from '@kellersonne/core/systems/systems'
import { call } from '../../platform/client/client.ts'
import { keepSystems, useAppState } from '../../platform/state.ts'

/**
 * Asks for the owner's systems and the total (ENT-01), and keeps them in the application state. Where the call
 * fails nothing is lost: the live values bring the list too.
 */
export const askSystems = () => call(listSystems, {}).then(keepSystems, () => undefined)

/** Claims systems by serial numbers and registration codes; what became of each. Throws an ApiError. */
export async function claimSystems(keys: readonly string[]): Promise<Claim[]> {
  const claims = await call(addSystems, { form: { sn: [...keys] } })
  await askSystems()
  return claims
}

/** All but the total. */
const systemsOf = (list: readonly ListEntry[]) => list.filter((entry) => entry.sn !== TOTAL)

/** Gives up a system, or a claim that waits. Throws an ApiError. */
export async function giveUpSystem(sn: SerialNumber) {
  await call(releaseSystem, { form: { sn } })
  const left = systemsOf(useAppState.getState().systems).filter((system) => system.sn !== sn)
  keepSystems(systemList(left))
}

/** The owner's systems, as far as they are known. */
export const useSystems = () => systemsOf(useAppState((state) => state.systems))
