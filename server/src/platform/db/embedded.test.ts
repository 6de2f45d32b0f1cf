import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@kellersonne/testing/eventually'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, openDatabase } from './database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { HOLDER, RUNNING_MS, takeInstanceLock } from './instance-lock.ts'

describe('the embedded database', () => {
  let folder: string
  let embedded: EmbeddedDatabase
  let db: Db
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ks-'))
    embedded = await startEmbedded(folder)
    db = openDatabase(embedded.url)
  })
  afterAll(async () => {
    await db.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('HND-01 comes back by itself when it is killed, with all that was committed', async () => {
    await db.run('create table kept (n integer)')
    await db.run('insert into kept values (1)')
    const pidFile = join(folder, 'postgres', 'postmaster.pid')
    const pid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    const killed = await pid()
    process.kill(killed, 'SIGKILL')
    // Its child processes still respond for a moment.
    await eventually(async () => expect(await pid()).not.toBe(killed))
    const kept = () => db.row(z.object({ n: z.int() }), 'select n from kept')
    await eventually(async () => expect(await kept()).toEqual({ n: 1 }))
  })

  it('HND-01 keeps its log from everybody else, also one of before', async () => {
    const log = join(folder, 'postgres.log')
    expect((await stat(log)).mode & 0o777).toBe(0o600)
    const older = await mkdtemp(join(tmpdir(), 'ks-'))
    onTestFinished(() => rm(older, { recursive: true, force: true }))
    await writeFile(join(older, 'postgres.log'), '', { mode: 0o644 })
    const another = await startEmbedded(older)
    onTestFinished(() => another.stop())
    expect((await stat(join(older, 'postgres.log'))).mode & 0o777).toBe(0o600)
  })

  it('HND-01 keeps shared memory in its folder, so that a killed server leaves none behind', async () => {
    expect(await readdir(join(folder, 'postgres', 'pg_dynshmem'))).not.toEqual([])
  })

  it('HND-01 waits for PostgreSQL to end', async () => {
    const ended = await mkdtemp(join(tmpdir(), 'ks-'))
    onTestFinished(() => rm(ended, { recursive: true, force: true }))
    const { stop } = await startEmbedded(ended)
    const pidFile = join(ended, 'postgres', 'postmaster.pid')
    expect(existsSync(pidFile)).toBe(true)
    await stop()
    expect(existsSync(pidFile)).toBe(false)
  })

  it('HND-01 takes one at a time on the same folder, also after it was killed', async () => {
    await expect(startEmbedded(folder)).rejects.toThrow(/is in use by another Kellersonne/)
    expect(await db.run('select 1')).toBe(1)
  })

  it('HND-01 waits for as long as PostgreSQL holds the lock of a process that was killed', async () => {
    await db.run('create database starting')
    const connectAs = async (pid: number) => {
      const connectionString = embedded.url.replace('/kellersonne?', '/starting?')
      const client = new pg.Client({ connectionString, application_name: `${HOLDER} ${pid}` })
      onTestFinished(() => client.end().catch(() => undefined))
      await client.connect()
      return client
    }
    // A lock with two numbers, the second of which is the same, is a different lock.
    await (await connectAs(process.pid)).query(
      `select pg_advisory_lock(1, objid::integer) from pg_locks where locktype = 'advisory' and classid = 0`,
    )
    const killed = await connectAs(spawnSync('true').pid)
    await takeInstanceLock(killed, folder)
    const started = vi.fn<() => void>()
    const starting = takeInstanceLock(await connectAs(process.pid), folder).then(started)
    // Longer than a start waits for a running process.
    await Promise.race([starting, sleep(2 * RUNNING_MS)])
    expect(started).not.toHaveBeenCalled()
    await killed.end()
    await starting
    expect(started).toHaveBeenCalled()
  })
})
