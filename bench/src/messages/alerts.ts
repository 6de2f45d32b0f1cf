import { readingPayload, toReading } from '@kellersonne/contract/telemetry/device'
import { storeBatch } from '@kellersonne/server/app/roles/store-batch'
import type { Db } from '@kellersonne/server/platform/db/database'
import { openSharedDatabase } from '../lib/database.ts'
import { type Member, makeFleet, makeOwners } from '../lib/fleet.ts'
import { READING_MS, reading } from '../lib/reading.ts'
import { report, spread } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

/** Units in a batch, of a fleet whose other rules only fill the table. */
const UNITS = 1000
const FLEET = 100_000
const AT_ONCE = 1000
const RULES_EACH = 3
const ROUNDS = 8
const ROUND_MS = 3000

/** Gives each system rules, of which one turns every few minutes. */
const giveRules = (db: Db, systems: string) =>
  db.run(
    `insert into own_rule (owner, system, created_at, quantity, comparison, threshold, minutes, calm_least, calm_most)
     select owner, system, now(), quantity, comparison, threshold, minutes, least, most
     from ownership, (values ('soc', 'below', 20, 5, 20000, null), ('load', 'above', 9000, 10, null, 9000000),
       ('pv', 'above', 2000, 0, null, 2000000)) as rule(quantity, comparison, threshold, minutes, least, most)
     where ${systems}`,
  )

/** Stores batches of one reading of each unit, measured now; resolves to readings per second. */
function storing(db: Db, fleet: readonly Member[]) {
  let sent = 0
  const began = Date.now() - 3_600_000
  return async (ms: number) => {
    const start = performance.now()
    let stored = 0
    while (performance.now() - start < ms) {
      const at = Math.min(Date.now(), began + sent * READING_MS)
      const parsed = toReading(readingPayload.parse(reading(sent, at)))
      sent += 1
      const receivedAt = new Date(at)
      await storeBatch(
        db,
        fleet.map(({ id }) => ({ kind: 'reading', system: id, receivedAt, reading: parsed })),
      )
      stored += fleet.length
    }
    return stored / ((performance.now() - start) / 1000)
  }
}

/** Adds the rest of the fleet, all of one owner, in a few statements. */
async function fillFleet(db: Db) {
  for (let first = 500_000; first < 500_000 + FLEET; first += AT_ONCE) await addSystems(db, first)
}

const addSystems = (db: Db, first: number) =>
  db.run(
    `with made as (
       insert into storage_system (sn, phase, time_zone, secret_hash)
       select ($1::integer + i)::text, 1, 'Europe/Berlin', secret_hash from generate_series(1, $2::integer) as i,
         (select secret_hash from storage_system limit 1) as one returning id
     ) insert into ownership (system, owner, since)
     select made.id, owner.id, now() from made, (select id from owner limit 1) as owner`,
    [first, AT_ONCE],
  )

await onStage(async (stage) => {
  const { db } = await openSharedDatabase(stage)
  const plain = await makeFleet(db, 100_000, UNITS)
  const ruled = await makeFleet(db, 200_000, UNITS)
  await makeOwners(db, [...plain, ...ruled], 2)
  await fillFleet(db)
  await giveRules(db, `system not between ${plain[0]?.id} and ${plain.at(-1)?.id}`)
  await db.run('vacuum analyze own_rule, ownership, storage_system')
  const [without, with_] = [storing(db, plain), storing(db, ruled)]
  const rounds: { without: number; with: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { without: await without(ROUND_MS), with: await with_(ROUND_MS) }
    // The first is a warm-up.
    if (round > 0) rounds.push(measured)
  }
  const ratios = rounds.map((round) => round.with / round.without)
  const rate = (name: string, of: 'with' | 'without') => {
    const values = rounds.map((round) => round[of])
    return { name, value: median(values), unit: 'readings/s', note: spread(values) }
  }
  report(`alerts: batches of ${UNITS}, ${RULES_EACH} own rules a system, beside ${FLEET} further systems`, [
    rate('floor: systems without rules', 'without'),
    rate('systems with rules', 'with'),
    { name: 'ratio', value: median(ratios), unit: '', target: { atLeast: 0.9 }, note: spread(ratios) },
  ])
})
