import { eventually } from '@kellersonne/testing/eventually'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { replicatedDatabase } from '../../../../test/database/replicated.ts'
import { withConnection } from '../connection.ts'
import { openDatabase } from '../database.ts'

const count = z.object({ n: z.int() })
const COUNT = 'select count(*)::int as n from written'

describe('a database of several servers', () => {
  let two: Awaited<ReturnType<typeof replicatedDatabase>>
  beforeEach(async () => {
    const mine = await replicatedDatabase()
    two = mine
    return () => mine.close()
  })
  function open(options = {}) {
    const db = openDatabase(two.url, options)
    onTestFinished(() => db.close())
    return db
  }

  it('HND-27 is written to where it accepts writes, and followed after a promotion, with notices', async () => {
    const onMove = vi.fn<(host: string) => void>()
    const db = open({ onMove })
    const received: string[] = []
    db.listen(
      'news',
      (payload) => received.push(payload),
      () => undefined,
    )
    await db.run('create table written (n integer)')
    await db.run('insert into written values (1)')
    await eventually(async () => expect(await two.second.administer(COUNT)).toEqual([{ n: 1 }]))

    await two.first.stop('SIGKILL')
    await two.promote()
    await eventually(() => db.run('insert into written values (2)'))
    expect(await db.row(count, COUNT)).toEqual({ n: 2 })
    expect(onMove.mock.calls).toEqual([[two.second.sockets]])
    await eventually(() => expect(db.listening()).toBe(true))
    await db.run("select pg_notify('news', 'promoted')")
    await eventually(() => expect(received).toEqual(['promoted']))
  })

  it('HND-27 is never written to where it was replaced, even while that still accepts writes', async () => {
    const db = open()
    await db.run('create table written (n integer)')
    await eventually(async () => expect(await two.second.administer(COUNT)).toEqual([{ n: 0 }]))

    const held = db.transaction(async (sql) => {
      await sql.run('insert into written values (1)')
      await two.promote()
      await eventually(async () =>
        expect(await two.second.administer('select pg_is_in_recovery() as still')).toEqual([
          { still: false },
        ]),
      )
      // Ends when its connection is given up.
      for (;;) await sql.run('select pg_sleep(0.05)')
    })
    await expect(held).rejects.toThrow()
    await eventually(() => db.run('insert into written values (2)'))
    const another = open()
    await another.run('insert into written values (3)')
    await withConnection(two.url, (sql) => sql.run('insert into written values (4)'))
    expect(await two.first.administer(COUNT)).toEqual([{ n: 0 }])
    expect(await two.second.administer(COUNT)).toEqual([{ n: 3 }])

    // The one before alone accepts writes: nothing is written until the promoted one is back.
    await two.second.stop('SIGKILL')
    await expect(db.run('insert into written values (5)')).rejects.toThrow()
    await two.second.start()
    await eventually(() => db.run('insert into written values (6)'))
    expect(await two.first.administer(COUNT)).toEqual([{ n: 0 }])
  })

  it('HND-27 says of each server why it cannot be written to', async () => {
    await two.first.stop('SIGKILL')
    await expect(open().run('select 1')).rejects.toThrow(
      /none of its servers accepts writes \(.*first-socket: connect E\w+.*; .*second-socket: read-only\)/,
    )
  })
})
