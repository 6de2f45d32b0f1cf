import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpPgbackrest } from '../../../test/set-up/pgbackrest.ts'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { systemStore } from '../../systems/store.ts'

let place: Awaited<ReturnType<typeof setUpPgbackrest>>
beforeAll(async () => {
  place = await setUpPgbackrest()
})
afterAll(() => place.end())

const instant = z.object({ at: z.string() })
const recovery = z.object({ going: z.boolean() })
const clock = z.object({ second: z.int() })
const found = z.object({ sn: z.string() })

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(place.url)
  return work(db).finally(() => db.close())
}
const second = async (db: Db) =>
  (await db.row(clock, 'select floor(extract(epoch from clock_timestamp()))::int as second'))?.second ?? 0
const add = (db: Db, sn: string) =>
  systemStore(db).put({
    ...{ sn: serialNumber.parse(sn), phase: 1, timeZone: 'Europe/Berlin', secret: 'a secret of this test' },
  })
const isRecovering = async (db: Db) => (await db.row(recovery, 'select pg_is_in_recovery() as going'))?.going
const systems = async (db: Db) =>
  (await db.rows(found, 'select sn from storage_system order by sn')).map(({ sn }) => sn)

it('HND-35 pgBackRest, configured by the files of deploy, restores the database as it was at an instant', async () => {
  await place.start('data')
  await place.createDatabase()
  await place.pgbackrest('stanza-create')
  await withDatabase(async (db) => {
    await migrate(db)
    await add(db, '1001')
  })
  await place.pgbackrest('check')
  await place.pgbackrest('--type=full', 'backup')
  const before = await withDatabase(async (db) => {
    // pgBackRest knows when a backup ended to the second, and restores none to an instant of that second.
    const ended = await second(db)
    await expect.poll(() => second(db)).toBeGreaterThan(ended)
    await add(db, '1002')
    const now = await db.row(instant, 'select clock_timestamp()::text as at')
    await add(db, '1003')
    return now?.at ?? ''
  })
  await place.stop('data')

  const restored = place.at('restored')
  await place.pgbackrest(
    `--pg1-path=${restored}`,
    ...['--type=time', `--target=${before}`, '--target-action=promote', 'restore'],
  )
  await place.start('restored')
  await withDatabase(async (db) => {
    // It answers, read-only, before it has reached the instant.
    await expect.poll(() => isRecovering(db)).toBe(false)
    expect(await systems(db)).toEqual(['1001', '1002'])
    expect(await migrate(db)).toEqual([])
    await add(db, '1004')
  })
})
