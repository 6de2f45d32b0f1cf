// An operator's questions about a large fleet, compared with counting its systems.

import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FleetFilter, fleetStore } from '@kellersonne/server/operations/fleet/systems'
import type { Db } from '@kellersonne/server/platform/db/database'
import { openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { run } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const SYSTEMS = 50_000
const OWNERS = 25_000
const EPISODES_EACH = 20
const ROUNDS = 10
const DAY_MS = 86_400_000
const LIMIT = 100

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Imports the systems with the operators' tool, as a process of its own; resolves to how long that and its floor take. */
async function importAll(db: Db, { folder }: Stage, env: NodeJS.ProcessEnv) {
  const serials = Array.from({ length: SYSTEMS }, (_, i) => 100_000 + i)
  const file = join(folder, 'units.csv')
  const lines = serials.map((sn, i) => `${sn},${1 + (i % 3)},Europe/Berlin`)
  await writeFile(file, ['sn,phase,time_zone', ...lines].join('\n'))
  const took = await timed(async () => {
    const tool = run(['server/src/operations/cli.ts', 'system', 'import', file, '--out', `${file}.out`], env)
    const [code] = await once(tool, 'exit')
    if (code !== 0) throw new Error(`the import ended with ${code}`)
  })
  await db.run('create table plain (sn text primary key, phase smallint, time_zone text, secret_hash bytea)')
  const floor = await timed(() =>
    db.run(`insert into plain select sn, 1, 'Europe/Berlin', '\\x00' from unnest($1::text[]) as sn`, [
      serials,
    ]),
  )
  return { took, floor }
}

/** Fills the tables that are asked: every tenth system silent, every hundredth with a message, every fiftieth refused. */
async function fill(db: Db) {
  await db.run(
    `insert into owner (email, password_hash) select 'owner-' || i || '@kellersonne.example', '' from generate_series(1, $1) as i`,
    [OWNERS],
  )
  await db.run(
    `insert into ownership (system, owner, since)
     select system.id, owner.id, now() - interval '1 year'
     from (select id, row_number() over (order by id) as nr from storage_system) as system
     join (select id, row_number() over (order by id) as nr from owner) as owner using (nr)`,
  )
  await db.run(
    `insert into latest (system, heard_at)
     select id, now() - case when id % 10 = 0 then interval '3 days' else interval '10 seconds' end from storage_system`,
  )
  await db.run(
    `insert into unit_state (system, told)
     select id, jsonb_build_object('status', jsonb_build_array(0, 'on'), 'versions',
       jsonb_build_array(0, jsonb_build_object('bms', '2.' || id % 7 || '.0', 'inverter', '3.0.' || id % 5)))
     from storage_system`,
  )
  await db.run(
    `insert into episode (system, code, raised_at, resolved_at, count)
     select id, code, at, case when id % 100 > 0 or nr > 1 then at + interval '1 hour' end, 1
     from storage_system, generate_series(1, $1) as nr,
       lateral (select 'i' || nr as code, now() - nr * interval '1 day' as at) as raised`,
    [EPISODES_EACH],
  )
  await db.run(
    `insert into refused_today select id, date_trunc('day', now()), 5 from storage_system where id % 50 = 0`,
  )
  await db.run('analyze')
}

async function play(stage: Stage) {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const { took: imported, floor: inserted } = await importAll(patient, stage, env)
  await fill(patient)
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  const filters: Record<string, Omit<FleetFilter, 'isRetired'>> = {
    all: {},
    'silent for a day': { silentSince: ago(1) },
    'with a version': { version: { chip: 'bms', version: '2.3.0' } },
    'with an active message': { message: 'i1' },
    'without an owner': { hasOwner: false },
    'with refused readings': { refusedSince: ago(2) },
    'of which nothing is true': { version: { chip: 'bms', version: '9.9.9' }, message: 'none' },
  }
  const bare = () => db.rows(z.object({ count: z.int() }), 'select count(*)::integer from storage_system')
  const figures: Figure[] = [
    { name: `${SYSTEMS} imported`, unit: 's', value: imported / 1000, target: { atMost: 60 } },
    { name: 'floor: their rows inserted', unit: 's', value: inserted / 1000 },
    { name: 'ratio', unit: '', value: imported / inserted },
  ]
  for (const [name, conditions] of Object.entries(filters)) {
    const filter = { ...conditions, isRetired: false }
    const took: number[] = []
    const ratios: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const floor = await timed(bare)
      const one = await timed(async () => {
        await fleetStore(db).count(filter)
        await fleetStore(db).systems(filter, { limit: LIMIT }, ago(2))
      })
      if (round === 0) continue
      took.push(one)
      ratios.push(one / floor)
    }
    figures.push(
      { name, unit: 'ms', value: median(took), note: spread(took), target: { atMost: 1000 } },
      { name: 'ratio', unit: '', value: median(ratios), note: spread(ratios) },
    )
  }
  report(`fleet: ${LIMIT} of ${SYSTEMS} systems and their number; floor: counting the systems`, figures)
}

await onStage(play)
