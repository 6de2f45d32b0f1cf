import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { consentStore } from '@kellersonne/server/firmware/runs/consent-store'
import { systemUpdates } from '@kellersonne/server/firmware/runs/system-updates'
import { partsOf } from '@kellersonne/server/firmware/runs/wire'
import type { Db } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'

const owned = z.object({ id: z.int(), since: z.date(), visible_from: z.date(), owner: z.uuid() })

/** Records the owner's consent to the updates offered to a system, as the portal does before a start. */
export async function agree(db: Db, sn: SerialNumber) {
  const at = new Date()
  const system = await db.row(
    owned,
    `select id, since, visible_from(ownership) as visible_from, owner from ownership join storage_system on id = system where sn = $1 and until is null`,
    [sn],
  )
  if (!system) throw new Error(`${sn} is nobody's`)
  const [known] = await systemUpdates(db, [{ ...system, sn }], at)
  const parts = known ? partsOf(known) : []
  await consentStore(db).add(system, sn, { at, language: 'de', wording: 'Ja', parts })
}
