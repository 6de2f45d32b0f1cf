import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { StartupError } from '../config.ts'
import { DatabaseUnavailableError, type Db, openDatabase, sqlStateOf, toDatabaseError } from './database.ts'
import { appliedMigrations, knownMigrations, migrate } from './migrate.ts'

const one = z.object({ one: z.int() })
const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

describe('database', () => {
  let place: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    place = await testDatabase()
  })
  afterAll(() => place.close())

  it('parses rows, and refuses those of another shape', async () => {
    expect(await place.db.row(one, 'select 1 as one')).toEqual({ one: 1 })
    await expect(place.db.row(one, "select 'one' as one")).rejects.toThrow()
  })

  it('leaves nothing of a transaction that fails', async () => {
    await place.db.run('create table half (n integer)')
    const work = place.db.transaction(async (sql) => {
      await sql.run('insert into half values (1)')
      throw new Error('cut short')
    })
    await expect(work).rejects.toThrow('cut short')
    expect(await place.db.row(one, 'select count(*)::int as one from half')).toEqual({ one: 0 })
  })

  it('says that the database is away, and recovers without a restart', async () => {
    const away = openDatabase('postgres://127.0.0.1:1/nowhere')
    await expect(away.run('select 1')).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await away.close()

    const slow = place.db.run('select pg_sleep(4)').catch((error: unknown) => error)
    const other = openDatabase(place.url)
    await eventually(async () =>
      expect(await other.run("select 1 from pg_stat_activity where query = 'select pg_sleep(4)'")).toBe(1),
    )
    await other.run(endOthers)
    await other.close()
    expect(await slow).toBeInstanceOf(DatabaseUnavailableError)
    expect(await place.db.row(one, 'select 1 as one')).toEqual({ one: 1 })
  })

  it('HND-06 is not away where a value that is refused says so, but where a connection was ended', async () => {
    const refused = place.db.row(one, 'select $1::integer as one', ['terminated by a timeout'])
    const error: unknown = await refused.catch((thrown: unknown) => thrown)
    expect([error instanceof DatabaseUnavailableError, sqlStateOf(error)]).toEqual([false, '22P02'])
    const ended = (code: string | undefined, message: string) =>
      toDatabaseError(Object.assign(new Error(message), { code })) instanceof DatabaseUnavailableError
    expect(ended(undefined, 'Connection terminated unexpectedly')).toBe(true)
    expect(ended('25P03', 'terminating connection due to idle-in-transaction timeout')).toBe(true)
  })

  it('outlives a connection that is cut in the middle of a transaction', async () => {
    const other = openDatabase(place.url)
    const cut = place.db.transaction(async (sql) => {
      await sql.run('insert into half values (2)')
      await other.run(endOthers)
      await sql.run('insert into half values (3)')
    })
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(await place.db.row(one, 'select count(*)::int as one from half')).toEqual({ one: 0 })
    await other.close()
  })

  it('receives notices, also after the connection was cut, and says that some may be missing', async () => {
    const received: string[] = []
    const lapse = vi.fn<() => void>()
    const stop = place.db.listen('news', (payload) => received.push(payload), lapse)
    await eventually(() => expect(lapse).toHaveBeenCalledTimes(1))
    await place.db.run("select pg_notify('news', 'first')")
    await eventually(() => expect(received).toEqual(['first']))

    const other = openDatabase(place.url)
    await other.run(endOthers)
    await eventually(() => expect(place.db.listening()).toBe(false))
    await eventually(() => expect(lapse).toHaveBeenCalledTimes(2))
    await other.run("select pg_notify('news', 'second')")
    await eventually(() => expect(received).toEqual(['first', 'second']))
    await other.close()
    stop()
  })

  it('migrates once, however many start at the same time', async () => {
    const empty = await testDatabase('template0')
    const starts = Array.from({ length: 10 }, () => openDatabase(empty.url, { size: 1, patient: true }))
    const all = await knownMigrations()
    const applied = await Promise.all(starts.map(migrate))
    expect(applied.filter((names) => names.length > 0)).toEqual([all])
    expect(await appliedMigrations(empty.db)).toEqual(all)
    await Promise.all(starts.map((db) => db.close()))
    await empty.close()
  })

  it('HND-01 changes nothing of a server that is too old', async () => {
    const { db, close } = await testDatabase('template0')
    const old: Db = {
      ...db,
      row: (shape, text, values) =>
        db.row(
          shape,
          typeof text === 'string' ? text.replace("current_setting('server_version_num')", "'140011'") : text,
          values,
        ),
    }
    await expect(migrate(old)).rejects.toThrow(StartupError)
    expect(await appliedMigrations(db)).toEqual([])
    await close()
  })
})
