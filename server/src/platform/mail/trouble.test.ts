import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cuttable } from '../../../test/database/cuttable.ts'
import { stages } from '../../../test/mail-server.ts'
import { MINUTE, setUpMail } from '../../../test/set-up/mail.ts'
import { openDatabase } from '../db/database.ts'
import { times } from './transport.ts'

/** Short timeouts, so that tests need not wait for a slow server. */
const swift = { ...times, send: { connectionTimeout: 4000, greetingTimeout: 2000, socketTimeout: 2000 } }

const post = setUpMail()

describe('mails, where something is in their way,', () => {
  const faults = [
    ...stages.flatMap((at) => [[at, 'hang up'] as const, [at, { status: 451 }] as const]),
    ...(['connect', 'sender', 'recipient'] as const).map((at) => [at, { wait: 6000 }] as const),
  ]
  it.each(faults)('F22 go out once although the server makes trouble at %s: %j', async (at, how) => {
    const { database, server, now, work, owner, welcome, rows, settled, skip } = post()
    server.troubles.push({ at, how })
    const first = work(database.db, typeof how === 'object' && 'wait' in how ? swift : times)
    await welcome(await owner('anna@example.org'))
    await settled(1)
    expect(server.troubles).toEqual([])
    await first.close()
    work()
    expect((await rows())[0]?.due.getTime()).toBeGreaterThan(now().getTime() + 20_000)
    await skip(30_000)
    await settled(0)
    expect(server.taken).toHaveLength(1)
    expect(new Set(server.seen).size).toBe(1)
  })

  it.each(['recipient', 'data', 'confirm'] as const)(
    'F22 are dropped once refused for good at %s',
    async (at) => {
      const { server, logged, work, owner, welcome, settled, skip } = post()
      server.troubles.push({ at, how: { status: 550 } })
      work()
      await welcome(await owner('anna@example.org'))
      await settled(0)
      await skip(60 * MINUTE)
      expect(server.taken).toEqual([])
      expect(logged.join()).toContain('"outcome":"refused"')
      expect(logged.join()).not.toContain('anna')
    },
  )

  it('HND-07 F14 of which many fail write a few lines a minute about it, which say how many are left out', async () => {
    const { server, logged, work, owner, welcome, settled, skip } = post()
    const many = Array.from({ length: 40 }, (_, i) => `anna@${i}.example`)
    const fail = () =>
      server.troubles.push(...many.map(() => ({ at: 'recipient', how: { status: 451 } }) as const))
    const lines = () => logged.filter((line) => line.includes('could not be sent'))
    fail()
    work()
    for (const address of many) await welcome(await owner(address))
    await settled(many.length)
    expect(lines()[0]).toContain('"responseCode":451')
    expect(lines().length).toBeLessThan(many.length / 2)
    fail()
    await skip(MINUTE)
    await eventually(() => expect(lines().join()).toMatch(/"left_out":[1-9]/))
  })

  it('F22 are dropped where their address is empty, which no server is asked about', async () => {
    const { server, logged, work, owner, welcome, settled } = post()
    work()
    await welcome(await owner(' '))
    await settled(0)
    expect(server.taken).toEqual([])
    expect(logged.join()).toContain('"outcome":"refused"')
  })

  it('F22 are kept where the server has something against us', async () => {
    const { server, work, owner, welcome, settled, skip } = post()
    server.troubles.push({ at: 'sender', how: { status: 550 } })
    work()
    await welcome(await owner('anna@example.org'))
    await settled(1)
    await skip(30_000)
    await settled(0)
    expect(server.taken).toHaveLength(1)
  })

  it('F22 wait for a server that is away, and all arrive once when it is back', async () => {
    const { server, work, owner, welcome, settled, skip } = post()
    await server.stop()
    work()
    for (let i = 0; i < 6; i++) await welcome(await owner(`owner${i}@example.org`))
    await settled(6)
    await server.start()
    await skip(30_000)
    await settled(0)
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(6)
    expect(server.taken).toHaveLength(6)
  })

  it('F22 go out once from a server that takes its time, and hold no transaction open meanwhile', async () => {
    const { database, server, work, owner, welcome, settled } = post()
    for (let i = 0; i < 4; i++) server.troubles.push({ at: 'confirm', how: { wait: 700 } })
    work()
    const id = await owner('anna@example.org')
    for (let i = 0; i < 4; i++) await welcome(id)
    await eventually(() => expect(server.seen).toHaveLength(4))
    const open = await database.db.rows(
      z.object({ state: z.string() }),
      `select state from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    )
    expect(open).toEqual([])
    await settled(0)
    expect(server.taken).toHaveLength(4)
  })

  it('F22 go out once though the database is away when they are confirmed', async () => {
    const { database, server, work, owner, welcome, settled, skip, closeLast } = post()
    const line = cuttable()
    const db = openDatabase(await line.through(database.url))
    server.troubles.push({ at: 'confirm', how: { wait: 500 } })
    work(db)
    closeLast(() => db.close())
    await welcome(await owner('anna@example.org'))
    await eventually(() => expect(server.seen).toHaveLength(1))
    await line.cut()
    await eventually(() => expect(server.taken).toHaveLength(1))
    await line.mend()
    await settled(0)
    await skip(60 * MINUTE)
    expect(server.taken).toHaveLength(1)
    closeLast(() => line.cut())
  })
})
