import { isSerialNumber } from '@kellersonne/core/systems/systems'
import { consentStore } from '../../src/firmware/runs/consent-store.ts'
import { systemUpdates } from '../../src/firmware/runs/system-updates.ts'
import { partsOf } from '../../src/firmware/runs/wire.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { systemStore } from '../../src/systems/store.ts'

/** Less than the time a consent is valid for. */
const FRESH_MS = 14 * 60_000

/** Makes a system's owner consent to the offered updates, as before a start in the portal, unless they have. */
export async function agree(db: Db, sn: string, at: Date) {
  const system = isSerialNumber(sn) ? await systemStore(db).find(sn) : undefined
  if (!system?.owner || !system.since) return
  const { id, owner, since } = system
  const named = { id, sn: system.sn, since, visible_from: since }
  // The offers at this very moment, as a start sees them.
  const [known] = await db.transaction((sql) => systemUpdates(sql, [named], at))
  const parts = known ? partsOf(known) : []
  const store = consentStore(db)
  if (parts.length === 0 || (await store.unused({ owner }, named, parts, new Date(at.getTime() - FRESH_MS))))
    return
  await store.add({ owner }, system.sn, { at, language: 'de', wording: 'Ja', parts })
}
