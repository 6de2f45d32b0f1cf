import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { accountStore } from '../accounts/store.ts'
import { resetStore } from './store.ts'

const NOW = Date.parse('2026-06-18T10:00:00Z')
const at = (ms: number) => new Date(NOW + ms)

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const makeOwner = async (email: string) => (await accountStore(test.db).create(email, 'hash', 'de')) ?? ''
/** Issues a link; resolves to its id. */
async function issue(owner: string, expires: number): Promise<string> {
  const id = randomUUID()
  await resetStore(test.db).issue(id, owner, at(expires), at(0))
  return id
}

describe('a link as it is stored', () => {
  it('AUT-06 works whatever links others have asked for since', async () => {
    const store = resetStore(test.db)
    const [anna, berta] = [await makeOwner('anna@example.org'), await makeOwner('berta@example.org')]
    const [hers, newer] = [await issue(anna, 1000), await issue(berta, 2000)]
    expect([await store.find(hers, at(0)), await store.find(newer, at(0))]).toEqual([anna, berta])
    expect([await store.spend(hers, at(0)), await store.spend(newer, at(0))]).toEqual([anna, berta])
  })

  it('AUT-06 works beside others of the same owner, until one of them is used', async () => {
    const store = resetStore(test.db)
    const clara = await makeOwner('clara@example.org')
    const [last, first] = [await issue(clara, 2000), await issue(clara, 1000)]
    expect([await store.find(last, at(0)), await store.find(first, at(0))]).toEqual([clara, clara])
    expect(await store.spend(first, at(0))).toBe(clara)
    expect([await store.find(last, at(0)), await store.spend(last, at(0))]).toEqual([undefined, undefined])
  })

  it('AUT-06 locks the links of its owner in the order of their ids, so that two resets cannot deadlock', async () => {
    const hugo = await makeOwner('hugo@example.org')
    const [first = '', second = ''] = [await issue(hugo, 1000), await issue(hugo, 1000)].toSorted()
    const hold = (id: string) => `select from reset where id = '${id}' for update`
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const spending = await test.db.transaction(async (sql) => {
      await sql.run(hold(first))
      const spent = test.db.transaction((other) => resetStore(other).spend(second, at(0)))
      await expect.poll(() => test.db.run(waits)).toBe(1)
      expect(await sql.run(`${hold(second)} nowait`)).toBe(1)
      return { spent }
    })
    expect(await spending.spent).toBe(hugo)
  })

  it('AUT-06 works until the instant in which it expires', async () => {
    const store = resetStore(test.db)
    const dora = await makeOwner('dora@example.org')
    const link = await issue(dora, 1000)
    expect([await store.find(link, at(999)), await store.find(link, at(1000))]).toEqual([dora, undefined])
  })

  it('AUT-06 is gone from the instant in which it expires, once another is asked for', async () => {
    const store = resetStore(test.db)
    const gerda = await makeOwner('gerda@example.org')
    const left = () => test.db.run('select from reset where owner = $1', [gerda])
    await issue(gerda, 1000)
    await store.issue(randomUUID(), gerda, at(2000), at(999))
    expect(await left()).toBe(2)
    await store.issue(randomUUID(), gerda, at(2000), at(1000))
    expect(await left()).toBe(2)
  })

  it('AUT-06 AUT-11 is useless once its owner’s password has changed, and others’ are not', async () => {
    const store = resetStore(test.db)
    const [emil, frida] = [await makeOwner('emil@example.org'), await makeOwner('frida@example.org')]
    const [his, hers] = [await issue(emil, 1000), await issue(frida, 1000)]
    await store.spendAll(emil)
    expect([await store.find(his, at(0)), await store.find(hers, at(0))]).toEqual([undefined, frida])
  })
})
