import { QUARTER_MS } from '@kellersonne/core/time/days'
import { readTables } from '@kellersonne/server/operations/backup/catalog'
import { type Db, openDatabase } from '@kellersonne/server/platform/db/database'
import { createSealing } from '@kellersonne/server/telemetry/sealing/job'
import * as z from 'zod/mini'
import { makeFleet } from '../lib/fleet.ts'
import { daysBefore, putQuarters, sampledDays } from '../lib/sampled-year.ts'
import type { Stage } from '../lib/stage.ts'
import { systemYear } from './system-year.ts'

/** Households that are simulated; all others repeat their days. */
const HOUSEHOLDS = 40
const READING_DAYS = 35

/** `sealed` days and `open` days of quarters of each system, and raw readings of `withReadings` of them. */
type Wanted = {
  readonly systems: number
  readonly sealed: number
  readonly open: number
  readonly withReadings: number
}

/** Gives every system the rows of a household. Neighbours differ, as they would: what repeats is far apart. */
async function repeat(db: Db, table: string, order: string) {
  const columns = (await readTables(db)).find(({ name }) => name === table)?.columns ?? []
  const others = columns.filter((name) => name !== 'system').join()
  await db.run(
    `insert into ${table} (system, ${others}) select id, ${others}
     from ${table} join storage_system on id > ${HOUSEHOLDS} and (id - 1) % ${HOUSEHOLDS} + 1 = system
     order by ${order}, id`,
  )
}

/** Creates a fleet with its history in an empty database; resolves to functions that read its rows as they are stored. */
export async function backedUpFleet(db: Db, url: string, stage: Stage, wanted: Wanted) {
  const plain = openDatabase(url, { size: 1, patient: true })
  stage.onEnd(() => plain.close())
  const now = new Date()
  const fleet = await makeFleet(db, 1, wanted.systems)
  const households = fleet.slice(0, HOUSEHOLDS).map(({ id }) => ({ id, draw: sampledDays(id) }))
  await db.run('insert into latest (system) select id from storage_system')
  async function live(days: ReturnType<typeof daysBefore>) {
    for (const { start, until } of days)
      for (const { id, draw } of households)
        await putQuarters(db, id, draw(start.getTime(), (until.getTime() - start.getTime()) / QUARTER_MS))
  }
  const days = daysBefore(now, wanted.sealed + wanted.open)
  await live(days.slice(0, wanted.sealed))
  const sealDays = createSealing()
  while (await db.transaction((sql) => sealDays(sql, now)));
  await live(days.slice(wanted.sealed))
  await repeat(plain, 'sealed_day', 'start')
  await repeat(plain, 'quarter', 'at')
  const year = systemYear(url, stage)
  for (const { id } of fleet.slice(0, wanted.withReadings)) await year.fillReadings(id, READING_DAYS)
  await plain.run('vacuum analyze')
  return {
    /** Reads all rows at PostgreSQL's full speed, over one connection. */
    async copy(withReadings: boolean) {
      for (const { name } of await readTables(plain))
        if (withReadings || name !== 'reading') await plain.run(`copy (select * from ${name}) to stdout`)
    },
    /** Creates an empty database beside this one; resolves to its address. */
    async another(name: string) {
      await plain.run(`drop database if exists ${name} with (force)`)
      await plain.run(`create database ${name} template template0`)
      return url.replace('/kellersonne?', `/${name}?`)
    },
    /** In bytes, with indexes. */
    async databaseSize() {
      const row = z.object({ bytes: z.number() })
      return (
        (await plain.row(row, 'select pg_database_size(current_database())::float8 as bytes'))?.bytes ?? 0
      )
    },
  }
}
