import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { cuttable } from '../../test/cuttable.ts'
import { testDatabase } from '../../test/database.ts'
import { mailServer, stages } from '../../test/mail-server.ts'
import { accountStore } from '../accounts/store.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { composing } from './compose.ts'
import { MAIL_ADDED, mailStore } from './store.ts'
import { openTransport, times } from './transport.ts'
import { openMailWorker } from './worker.ts'

const secret = Buffer.alloc(32, 7)
const MINUTE = 60_000
const config = { PUBLIC_URL: 'https://portal.example', CONTACT_URL: undefined, OIDC_NAME: 'CleverPV' }
const swift = { ...times, send: { connectionTimeout: 2000, greetingTimeout: 500, socketTimeout: 500 } }

let database: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof mailServer>>
let skipped: number
let closings: (() => Promise<unknown>)[]
let logged: string[]
const now = () => new Date(Date.now() + skipped)

beforeEach(async () => {
  database = await testDatabase()
  server = await mailServer()
  skipped = 0
  closings = []
  logged = []
})
afterEach(async () => {
  for (const close of closings.reverse()) await close()
  await server.stop()
  await database.close()
})

function work(db: Db = database.db, patience = times) {
  const transport = openTransport(
    { SMTP_URL: server.url, MAIL_FROM: 'K <no-reply@portal.example>' },
    now,
    patience,
  )
  if (!transport) throw new Error('no transport')
  const worker = openMailWorker({
    db,
    transport,
    compose: composing({ db, secret, now, config }),
    now,
    log: pino({}, { write: (line) => void logged.push(line) }),
  })
  closings.push(worker.close)
  return worker
}
const owner = async (email: string, lang: 'de' | 'en' = 'de') => {
  const id = await accountStore(database.db).create(email, 'no hash', lang)
  if (id === null) throw new Error('taken')
  return id
}
const welcome = (id: string) => mailStore(database.db).add({ kind: 'welcome', owner: id }, now())
const rows = () =>
  database.db.rows(
    z.object({ tries: z.int(), due: z.date() }),
    'select tries, due_at as due from mail order by created_at',
  )
/** Waits until what was due has been dealt with, for now. */
const settled = (left: number) =>
  vi.waitFor(async () => {
    const all = await rows()
    expect(all).toHaveLength(left)
    expect(all.every(({ tries, due }) => tries > 0 && due.getTime() < now().getTime() + 14 * MINUTE)).toBe(
      true,
    )
  }, 10_000)
const skip = async (ms: number) => {
  skipped += ms
  await database.db.run(`select pg_notify('${MAIL_ADDED}', '')`)
}

describe('mails', () => {
  it('are sent as soon as they are added, and leave nothing behind', async () => {
    work()
    await welcome(await owner('anna@example.org'))
    await settled(0)
    expect(server.taken).toHaveLength(1)
    const [mail] = server.taken
    expect(mail?.subject).toBe('Willkommen bei Kellersonne')
    expect(mail?.from).toMatchObject({ name: 'K', address: 'no-reply@portal.example' })
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@portal\.example>$/)
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it('wait for their transaction', async () => {
    work()
    const id = await owner('anna@example.org')
    await database.db
      .transaction(async (sql) => {
        await mailStore(sql).add({ kind: 'welcome', owner: id }, now())
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await welcome(id)
    await settled(0)
    expect(server.taken).toHaveLength(1)
  })

  const faults = [
    ...stages.flatMap((at) => [[at, 'hang up'] as const, [at, { status: 451 }] as const]),
    ...(['connect', 'sender', 'recipient'] as const).map((at) => [at, { wait: 3000 }] as const),
  ]
  it.each(faults)('F22 go out once although the server makes trouble at %s: %j', async (at, how) => {
    server.troubles.push({ at, how })
    work(database.db, swift)
    await welcome(await owner('anna@example.org'))
    await settled(1)
    expect(server.troubles).toEqual([])
    expect((await rows())[0]?.due.getTime()).toBeGreaterThan(now().getTime() + 20_000)
    await skip(30_000)
    await settled(0)
    expect(server.taken).toHaveLength(1)
    expect(new Set(server.seen).size).toBe(1)
  })

  it.each(['recipient', 'data', 'confirm'] as const)(
    'F22 are dropped once refused for good at %s',
    async (at) => {
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

  it('F22 are kept where the server has something against us', async () => {
    server.troubles.push({ at: 'sender', how: { status: 550 } })
    work()
    await welcome(await owner('anna@example.org'))
    await settled(1)
    await skip(30_000)
    await settled(0)
    expect(server.taken).toHaveLength(1)
  })

  it('F22 wait for a server that is away, and all arrive once when it is back', async () => {
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
    for (let i = 0; i < 4; i++) server.troubles.push({ at: 'confirm', how: { wait: 700 } })
    work()
    const id = await owner('anna@example.org')
    for (let i = 0; i < 4; i++) await welcome(id)
    await vi.waitFor(() => expect(server.seen).toHaveLength(4))
    const open = await database.db.rows(
      z.object({ state: z.string() }),
      `select state from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    )
    expect(open).toEqual([])
    await settled(0)
    expect(server.taken).toHaveLength(4)
  })

  it('F22 are each sent by one of several processes', async () => {
    const id = await owner('anna@example.org')
    for (let i = 0; i < 40; i++) await welcome(id)
    for (let i = 0; i < 3; i++) work()
    await settled(0)
    expect(server.taken).toHaveLength(40)
    expect(new Set(server.seen).size).toBe(40)
  })

  it('F22 are each taken by one of many who ask at once', async () => {
    const id = await owner('anna@example.org')
    for (let i = 0; i < 40; i++) await welcome(id)
    const store = mailStore(database.db)
    const until = new Date(now().getTime() + MINUTE)
    // All connections stand, so that they do ask at once.
    await Promise.all(Array.from({ length: 10 }, () => database.db.run('select pg_sleep(0.2)')))
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.take(4, now(), until)))
    expect(taken.flat().length).toBeLessThanOrEqual(40)
    expect(new Set(taken.flat().map((mail) => mail.id)).size).toBe(taken.flat().length)
  })

  it('F22 that a process died over are taken up after its lease', async () => {
    const id = await owner('anna@example.org')
    await welcome(id)
    const [dead] = await mailStore(database.db).take(1, now(), new Date(now().getTime() + 15 * MINUTE))
    work()
    await welcome(id)
    await vi.waitFor(() => expect(server.taken).toHaveLength(1))
    skipped += 14 * MINUTE
    await welcome(id)
    await vi.waitFor(() => expect(server.taken).toHaveLength(2))
    const copies = () => server.seen.filter((seen) => seen.includes(dead?.id ?? 'nobody'))
    expect(copies()).toEqual([])
    await skip(MINUTE)
    await settled(0)
    expect(copies()).toHaveLength(1)
  })

  it('F22 go out once though the database is away when they are confirmed', async () => {
    const line = cuttable()
    const db = openDatabase(await line.through(database.url))
    server.troubles.push({ at: 'confirm', how: { wait: 500 } })
    work(db)
    closings.unshift(() => db.close())
    await welcome(await owner('anna@example.org'))
    await vi.waitFor(() => expect(server.seen).toHaveLength(1))
    await line.cut()
    await vi.waitFor(() => expect(server.taken).toHaveLength(1))
    await line.mend()
    await settled(0)
    await skip(60 * MINUTE)
    expect(server.taken).toHaveLength(1)
    closings.unshift(() => line.cut())
  })

  it('that are under way end before the process does', async () => {
    server.troubles.push({ at: 'confirm', how: { wait: 500 } })
    const worker = work()
    await welcome(await owner('anna@example.org'))
    await vi.waitFor(() => expect(server.seen).toHaveLength(1))
    await worker.close()
    expect(server.taken).toHaveLength(1)
    expect(await rows()).toEqual([])
  })

  it('go nowhere but where they should, whatever an address holds', async () => {
    work()
    await welcome(await owner('anna@example.org\r\nBcc: evil@example.org'))
    await welcome(await owner('anna@example.org> RCPT TO:<evil@example.org'))
    await welcome(await owner('evil@example.org, anna@example.org'))
    await settled(0)
    expect(server.to('evil@example.org')).toEqual([])
    expect(logged.join()).not.toContain('evil')
  })

  it('leave alone what a newer version has added', async () => {
    const id = await owner('anna@example.org')
    await database.db.run(
      `insert into mail (id, kind, owner, created_at, due_at) values ($1, 'news', $2, now(), now())`,
      [randomUUID(), id],
    )
    work()
    await welcome(id)
    await vi.waitFor(() => expect(server.taken).toHaveLength(1))
    expect((await rows()).map(({ tries }) => tries)).toEqual([0])
  })
})
