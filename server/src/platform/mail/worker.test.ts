import { randomUUID } from 'node:crypto'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { MINUTE, setUpMail } from '../../../test/set-up/mail.ts'
import { mailStore } from './store.ts'

const post = setUpMail()

describe('mails', () => {
  it('are sent as soon as they are added, and leave nothing behind', async () => {
    const { server, work, owner, welcome, settled } = post()
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

  it('HND-04 are counted by their kind and by what became of them', async () => {
    const { server, work, owner, welcome, settled } = post()
    server.troubles.push({ at: 'confirm', how: 'hang up' })
    const id = await owner('anna@example.org')
    const since = await metricsFromNow()
    const worker = work()
    await welcome(id)
    await settled(1)
    await worker.close()
    const more = await since()
    const counted = (outcome: string) => more(`mails_total{kind="welcome",outcome="${outcome}"}`)
    expect([counted('retried'), counted('sent')]).toEqual([1, 0])
  })

  it('wait for their transaction', async () => {
    const { database, server, now, work, owner, welcome, settled } = post()
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

  it('F22 are each sent by one of several processes', async () => {
    const { server, work, owner, welcome, settled } = post()
    const id = await owner('anna@example.org')
    for (let i = 0; i < 40; i++) await welcome(id)
    for (let i = 0; i < 3; i++) work()
    await settled(0)
    expect(server.taken).toHaveLength(40)
    expect(new Set(server.seen).size).toBe(40)
  })

  it('F22 are each taken by one of many who ask at once', async () => {
    const { database, now, owner, welcome } = post()
    const id = await owner('anna@example.org')
    for (let i = 0; i < 40; i++) await welcome(id)
    const store = mailStore(database.db)
    const until = new Date(now().getTime() + MINUTE)
    // Opens all connections first, so that the queries really run at once.
    await Promise.all(Array.from({ length: 10 }, () => database.db.run('select pg_sleep(0.2)')))
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => store.take(['welcome'], 4, now(), until)),
    )
    expect(taken.flat().length).toBeLessThanOrEqual(40)
    expect(new Set(taken.flat().map((mail) => mail.id)).size).toBe(taken.flat().length)
  })

  it('F22 that a process died over are taken up after its lease', async () => {
    const { database, server, now, work, owner, welcome, settled, skip, pass } = post()
    const id = await owner('anna@example.org')
    await welcome(id)
    const [dead] = await mailStore(database.db).take(
      ['welcome'],
      1,
      now(),
      new Date(now().getTime() + 15 * MINUTE),
    )
    work()
    await welcome(id)
    await eventually(() => expect(server.taken).toHaveLength(1))
    pass(14 * MINUTE)
    await welcome(id)
    await eventually(() => expect(server.taken).toHaveLength(2))
    const copies = () => server.seen.filter((seen) => seen.includes(dead?.id ?? 'nobody'))
    expect(copies()).toEqual([])
    await skip(MINUTE)
    await settled(0)
    expect(copies()).toHaveLength(1)
  })

  it('that are under way end before the process does', async () => {
    const { server, work, owner, welcome, rows } = post()
    server.troubles.push({ at: 'confirm', how: { wait: 500 } })
    const worker = work()
    await welcome(await owner('anna@example.org'))
    await eventually(() => expect(server.seen).toHaveLength(1))
    await worker.close()
    expect(server.taken).toHaveLength(1)
    expect(await rows()).toEqual([])
  })

  it('go nowhere but where they should, whatever an address holds', async () => {
    const { server, logged, work, owner, welcome, settled } = post()
    work()
    await welcome(await owner('anna@example.org\r\nBcc: evil@example.org'))
    await welcome(await owner('anna@example.org> RCPT TO:<evil@example.org'))
    await welcome(await owner('evil@example.org, anna@example.org'))
    await settled(0)
    expect(server.to('evil@example.org')).toEqual([])
    expect(logged.join()).not.toContain('evil')
  })

  it('leave alone what a newer version has added', async () => {
    const { database, server, work, owner, welcome, rows } = post()
    const id = await owner('anna@example.org')
    await database.db.run(
      `insert into mail (id, kind, owner, created_at, due_at) values ($1, 'news', $2, now(), now())`,
      [randomUUID(), id],
    )
    work()
    await welcome(id)
    await eventually(() => expect(server.taken).toHaveLength(1))
    await eventually(async () => expect((await rows()).map(({ tries }) => tries)).toEqual([0]))
  })
})
