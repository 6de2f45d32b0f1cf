import { type CurrentDataList, fromLiveSystem } from '@kellersonne/contract/live/live'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { zoneOffset } from '@kellersonne/core/time/days'
import { accountStore, type Language } from '../identity/accounts/store.ts'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { liveStore } from './store.ts'

/** Returns systems in wire format, for an owner who reads `lang`. */
export const toWire = (systems: readonly LiveSystem[], now: Date, lang: Language): CurrentDataList =>
  systems.map((system) => fromLiveSystem(system, { now, zoneOffset: zoneOffset(now, system.timeZone), lang }))

/** Resolves to the live data of an owner's systems in wire format. */
export async function describeSystems(sql: Sql, owner: string, systems: OwnedSystem[], now: Date) {
  const lang = (await accountStore(sql).language(owner)) ?? 'de'
  return toWire(await liveStore(sql).of(systems, now), now, lang)
}
