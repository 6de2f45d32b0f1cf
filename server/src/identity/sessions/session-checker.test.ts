import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import type { Db } from '../../platform/db/database.ts'
import { accountStore } from '../accounts/store.ts'
import { createSessionChecker } from './session-checker.ts'
import { sessionStore } from './store.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

describe('a session that has ended without a notice', () => {
  it('AUT-11 is over a second after it was last seen to live', async () => {
    const owner = (await accountStore(test.db).create('anna@example.org', 'hash', 'de')) ?? ''
    const [id, began] = [randomUUID(), Date.parse('2026-06-18T10:00:00Z')]
    let at = began
    const sessions = createSessionChecker(test.db, () => new Date(at), pino({ level: 'silent' }))
    await expect.poll(() => test.db.listening()).toBe(true)
    await sessionStore(test.db).create({ id, owner, stayLoggedIn: true, agent: null }, null, new Date(began))
    expect(await sessions.alive(id)).toBe(true)
    await test.db.run('delete from session where id = $1', [id])
    at = began + 999
    expect(await sessions.alive(id)).toBe(true)
    at = began + 1000
    expect(await sessions.alive(id)).toBe(false)
    sessions.close()
  })
})

describe('asking whether a session lives', () => {
  it('API-14 F14 costs one query however many ask at once, and none about one that has ended', async () => {
    const owner = (await accountStore(test.db).create('berta@example.org', 'hash', 'de')) ?? ''
    const [id, began] = [randomUUID(), new Date('2026-06-18T10:00:00Z')]
    let [at, queries] = [began.getTime(), 0]
    const db: Db = {
      ...test.db,
      row(...query) {
        queries += 1
        return test.db.row(...query)
      },
    }
    const sessions = createSessionChecker(db, () => new Date(at), pino({ level: 'silent' }))
    await sessionStore(test.db).create({ id, owner, stayLoggedIn: true, agent: null }, null, began)
    const ask = () => Promise.all(Array.from({ length: 50 }, () => sessions.alive(id)))
    expect(new Set(await ask())).toEqual(new Set([true]))
    expect(queries).toBe(1)
    await sessionStore(test.db).end(id)
    at += 1000
    expect(new Set([...(await ask()), ...(await ask())])).toEqual(new Set([false]))
    expect(await sessions.find(id)).toBeUndefined()
    expect(queries).toBe(2)
    sessions.close()
  })
})
