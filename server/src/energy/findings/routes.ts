import { listFindings, type WireFinding } from '@kellersonne/contract/energy/findings'
import type { Db } from '../../platform/db/database.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { systemAccess } from '../../systems/access.ts'
import { type Fix, fixesFor } from './fixes.ts'
import { type Finding, findingStore } from './store.ts'

type Deps = { readonly db: Db; readonly now: () => Date }

const SHOWN_MS = 60 * 86_400_000
/** More than all that can be open at once. */
const MOST_SHOWN = 30

const findingToWire = ({ id, name, begunAt, endedAt, reasons }: Finding, fix: Fix | null): WireFinding => ({
  ...{ id, name },
  begun_at: begunAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
  ...reasons,
  fix,
  points: reasons.points.map(({ at, value }) => ({ at: new Date(at).toISOString(), value })),
})

/** Mounts the findings of the caller's systems. */
export function findings(api: Api, { db, now }: Deps): void {
  mount(api, listFindings, async ({ caller }) => {
    const systems = await systemAccess(db).all(caller, 'see')
    const found = await findingStore(db).of(systems, new Date(now().getTime() - SHOWN_MS))
    const open = found.findings.filter(({ endedAt }) => endedAt === null)
    const affected = systems.filter(({ id }) => open.some(({ system }) => system === id))
    const fixOf = await fixesFor(db, affected, now())
    return {
      systems: systems.map(({ id, sn }) => {
        const watch = found.checks.find(({ system }) => system === id)
        return {
          sn,
          judged_at: watch?.judgedAt?.toISOString() ?? null,
          checks: watch?.checks ?? [],
          findings: found.findings
            .filter(({ system }) => system === id)
            .slice(-MOST_SHOWN)
            .map((one) => findingToWire(one, one.endedAt === null ? fixOf(id, one.name) : null)),
        }
      }),
    }
  })
}
