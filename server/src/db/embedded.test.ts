import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, openDatabase } from './database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

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
    // Its children still answer for a moment.
    await vi.waitFor(async () => expect(await pid()).not.toBe(killed), { timeout: 20_000, interval: 20 })
    const kept = () => db.row(z.object({ n: z.int() }), 'select n from kept')
    await vi.waitFor(async () => expect(await kept()).toEqual({ n: 1 }), { timeout: 20_000, interval: 100 })
  })

  it('HND-01 takes one at a time on the same folder, also after it was killed', async () => {
    await expect(startEmbedded(folder)).rejects.toThrow(/is in use by another Kellersonne/)
    expect(await db.run('select 1')).toBe(1)
  })
})
