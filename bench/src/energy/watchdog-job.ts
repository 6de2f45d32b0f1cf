// How long the watchdog takes for a system each night, with its database: it reads sixty-seven days and judges them.
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { judgeSystems } from '@kellersonne/server/energy/findings/judging'
import { openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { type Member, makeOwners } from '../lib/fleet.ts'
import { report } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { backedUpFleet } from '../operations/backed-up-fleet.ts'

const DAYS = 68
const SMALL = 40
const LARGE = 400

const member = z.object({ id: z.int(), sn: serialNumber })
const checked = z.object({ count: z.int() })

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const url = env['DATABASE_URL'] ?? ''
  const patient = openDatabase(url, { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  await backedUpFleet(db, url, stage, { systems: LARGE, sealed: DAYS, open: 1, withReadings: 0 })
  const fleet: Member[] = await db.rows(member, 'select id, sn from storage_system order by id')
  const now = new Date()

  /** Gives these systems an owner and judges all that are due; resolves to ms per system. */
  async function judge(systems: readonly Member[], owner: number) {
    await makeOwners(db, systems, 1, owner)
    await patient.run('vacuum analyze')
    await db.transaction((sql) => judgeSystems(sql, now))
    const began = performance.now()
    while (await db.transaction((sql) => judgeSystems(sql, now)));
    return (performance.now() - began) / systems.length
  }
  await judge(fleet.slice(0, SMALL / 2), 0)
  const small = await judge(fleet.slice(SMALL / 2, SMALL), 1)
  const large = await judge(fleet.slice(SMALL), 2)
  const known = await db.row(
    checked,
    `select count(*)::integer as count from watch where checks @> '[{"name": "round_trip", "verdict": "usual"}]'`,
  )
  report(`watchdog job: systems with ${DAYS} days`, [
    { name: `a system of ${LARGE}`, value: large, unit: 'ms', target: { atMost: 20 } },
    { name: `a system of ${SMALL}`, value: small, unit: 'ms' },
    { name: `${LARGE} to ${SMALL}`, value: large / small, unit: '', target: { atMost: 1.2 } },
    { name: 'systems whose round trip could be judged', value: known?.count ?? Number.NaN, unit: '' },
  ])
})
