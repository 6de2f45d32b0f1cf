import { nameSystem } from '@kellersonne/contract/systems/names'
import {
  addSystems,
  type Claim,
  listSystems,
  objectToHandover,
  releaseSystem,
} from '@kellersonne/contract/systems/systems'
import { type ListEntry, type SerialNumber, systemList, TOTAL } from '@kellersonne/core/systems/systems'
import { call } from '../../platform/client/client.ts'
import { keepSystems, useAppState } from '../../platform/state.ts'
import { arriving } from '../live/api/live.ts'

/**
 * Loads the owner's systems and the total (ENT-01) into the application state. Failures are ignored: the live values
 * provide the list too.
 */
export const askSystems = () => call(listSystems, {}).then(keepSystems, () => undefined)

/** Leaves the list to live values that are on their way; asks for it if they do not arrive before `signal` aborts. */
export async function awaitSystems(signal: AbortSignal) {
  if (!(await arriving(signal)) && !signal.aborted) await askSystems()
}

/** Claims systems by serial numbers and registration codes; resolves to each outcome. Throws an ApiError. */
export async function claimSystems(keys: readonly string[]): Promise<Claim[]> {
  const claims = await call(addSystems, { form: { sn: [...keys] } })
  await askSystems()
  return claims
}

/** All entries except the total. */
const systemsOf = (list: readonly ListEntry[]) => list.filter((entry) => entry.sn !== TOTAL)

/** Objects to the hand-over of one of the owner's systems. Throws an ApiError. */
export async function objectTo(sn: SerialNumber) {
  await call(objectToHandover, { form: { sn } })
}

/** Releases a system, with the owner's password; or cancels a pending claim or a hand-over to the owner. Throws an ApiError. */
export async function removeSystem(sn: SerialNumber, password?: string) {
  await call(releaseSystem, { form: { sn, ...(password !== undefined && { password }) } })
  const left = systemsOf(useAppState.getState().systems).filter((system) => system.sn !== sn)
  keepSystems(systemList(left))
}

/** Names a system, or takes its name away if empty. Throws an ApiError. */
export async function renameSystem(sn: SerialNumber, typed: string) {
  const { name } = await call(nameSystem, { form: { sn, name: typed } })
  const { systems } = useAppState.getState()
  keepSystems(systems.map((entry) => (entry.sn === sn ? { ...entry, name } : entry)))
}

/** The owner's systems known so far. */
export const useSystems = () => systemsOf(useAppState((state) => state.systems))
