import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { mailStore } from './store.ts'

const DUE = Date.parse('2026-06-18T10:00:00Z')
const LEASE_MS = 1000
const at = (ms: number) => new Date(DUE + ms)

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const take = (ms: number) => mailStore(test.db).take(['reset'], 1, at(ms), at(ms + LEASE_MS))

describe('a mail as it is stored', () => {
  it('F22 is taken from the instant on in which it is due, and again when its lease is over', async () => {
    const store = mailStore(test.db)
    await store.add({ kind: 'reset', address: 'anna@example.org' }, at(0))
    expect(await take(-1)).toEqual([])
    const [first] = await take(0)
    expect(first).toMatchObject({ tries: 1 })
    expect(await take(LEASE_MS - 1)).toEqual([])
    const [second] = await take(LEASE_MS)
    expect(second).toMatchObject({ id: first?.id, tries: 2 })
    // The first process is late: the mail has been leased by another since.
    if (first) await store.postpone(first, at(0))
    expect(await take(LEASE_MS + 1)).toEqual([])
    if (second) await store.postpone(second, at(0))
    expect(await take(LEASE_MS + 1)).toHaveLength(1)
  })

  it('AUT-06 F14 is called up in its turn where it waits in a line, and is taken before all that came later', async () => {
    const store = mailStore(test.db)
    await test.db.run('delete from mail')
    for (const ms of [0, 1, 2]) await store.add({ kind: 'reset', address: `${ms}@example.org` }, at(ms))
    for (const mail of await store.take(['reset'], 3, at(2), at(LEASE_MS)))
      await store.lineUp(mail, at(LEASE_MS), mail.mail.address?.startsWith('1') ? 'other' : 'line')
    await store.add({ kind: 'reset', address: 'new@example.org' }, at(0))
    const next = async () => {
      const [taken] = await take(3)
      return [taken?.mail.address, taken?.tries]
    }
    await store.callUp('line', ['welcome'])
    expect(await next()).toEqual(['new@example.org', 1])
    expect(await next()).toEqual([undefined, undefined])
    await store.add({ kind: 'reset', address: 'new@example.org' }, at(3))
    await store.callUp('line', ['reset'])
    await store.callUp('line', ['reset'])
    await store.callUp('line', ['reset'])
    expect([await next(), await next(), await next(), await next()]).toEqual([
      ['0@example.org', 1],
      ['2@example.org', 1],
      ['new@example.org', 1],
      [undefined, undefined],
    ])
  })
})
