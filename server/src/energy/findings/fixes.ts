import { systemUpdates } from '../../firmware/runs/system-updates.ts'
import type { Db, Sql } from '../../platform/db/database.ts'
import { systemAccess } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'

/** An update that is offered to a system and fixes what was found at it. */
export type Fix = { readonly chip: string; readonly version: string }

/** Resolves to a function that says which update, offered to a system now, fixes a finding; null = none. */
export async function fixesFor(sql: Sql, systems: readonly OwnedSystem[], now: Date) {
  const updates = await systemUpdates(sql, systems, now)
  const offered = new Map(systems.map(({ id }, i) => [id, updates[i]?.offers ?? []]))
  return (system: number, finding: string): Fix | null => {
    const release = offered.get(system)?.find(({ fixes }) => fixes.includes(finding))
    return release ? { chip: release.chip, version: release.version } : null
  }
}

/** Returns the same for an owner's systems, by their serial numbers. */
export const ownersFixes =
  ({ db, now }: { readonly db: Db; readonly now: () => Date }) =>
  async (owner: string) => {
    const systems = await systemAccess(db).all({ owner }, 'update')
    const fixOf = await fixesFor(db, systems, now())
    return (sn: string, finding: string): Fix | null => {
      const system = systems.find((one) => one.sn === sn)
      return system ? fixOf(system.id, finding) : null
    }
  }
