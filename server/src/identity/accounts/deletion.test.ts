import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { tracesIn, tracesInDatabase } from '../../../test/database/traces.ts'
import { openEvents } from '../../../test/events.ts'
import { makePerson, tablesOfOwners } from '../../../test/set-up/person.ts'
import { systemAccess } from '../../systems/access.ts'
import { systemStore } from '../../systems/store.ts'
import { SESSION_ENDED } from '../sessions/store.ts'
import { hashPassword } from './password.ts'

const REMOVE = '/api/auth/remove_customer/'
const DATA = '/api/auth/data/'
const ignore = () => undefined

let api: TestApi
let origin: string
let passwordHash: string
let anna: Awaited<ReturnType<typeof makePerson>>
let access: string
let count = 0
beforeAll(async () => {
  api = await testApi()
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  count += 1
  anna = await makePerson(api.db, `anna${count}`, passwordHash, [`${count}001`, `${count}002`])
  await api.publish(anna.system, 1234)
  ;({ access } = await api.signIn(anna.email))
})
afterAll(() => api.close())

const remove = (password: string, token = access) =>
  api.post(REMOVE, { password }, { headers: { authorization: `Bearer ${token}` } })
const traces = () => tracesInDatabase(api.db, anna.words)
const readingsOf = async (system: number) =>
  (
    await api.db.row(z.object({ n: z.int() }), 'select count(*)::int as n from reading where system = $1', [
      system,
    ])
  )?.n

describe('deleting an account', () => {
  it('SET-04 leaves nothing of the person in the database', async () => {
    const before = new Set((await traces()).map(({ where }) => where))
    const references = await tablesOfOwners(api.db)
    expect(references.filter(({ name }) => !before.has(name))).toEqual([])
    expect(references.filter(({ action }) => action !== 'c')).toEqual([])

    expect((await remove(PASSWORD)).json()).toEqual({})
    expect(await traces()).toEqual([])
  })

  it('SET-04 says so in the log without saying who', async () => {
    const written = api.logged.length
    await remove(PASSWORD)
    await api.get(DATA, access)
    const after = api.logged.slice(written)
    expect(after.filter((line) => line.includes('"event":"deletion","outcome":"succeeded"'))).toHaveLength(1)
    expect(tracesIn(after, anna.words)).toEqual([])
    const [, email = '', old = '', phone = ''] = anna.words
    expect(tracesIn(api.logged, [email, old, phone])).toEqual([])
  })

  it('SET-04 keeps what the systems have measured, and the next owner sees none of it', async () => {
    await remove(PASSWORD)
    expect(await readingsOf(anna.system)).toBe(1)
    const { owner } = await api.owner(`next${count}@example.org`)
    // However far back the claim is dated.
    expect(await systemStore(api.db).claim(anna.system, owner, new Date(0))).toBe(true)
    const next = await api.signIn(`next${count}@example.org`)
    const [entry] = z
      .array(z.record(z.string(), z.looseObject({ grid_power: z.nullable(z.number()) })))
      .parse((await api.get(DATA, next.access)).json())
    expect(entry?.[`${count}001`]).toMatchObject({ grid_power: null })
  })

  it('SET-04 asks for the password, which is refused five times at most', async () => {
    const before = await traces()
    for (let i = 0; i < 5; i += 1) expectProblem(await remove('wrong'), 403, 'password_wrong')
    expectProblem(await remove(PASSWORD), 429, 'too_many_attempts')
    expect(await traces()).toEqual(before)
    expect((await api.get(DATA, access)).statusCode).toBe(200)
  })

  it('SET-04 happens once, however often it is clicked', async () => {
    const statuses = await Promise.all([remove(PASSWORD), remove(PASSWORD)])
    expect(statuses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expectProblem(await remove(PASSWORD), 401, 'session_required')
  })

  it("SET-04 touches nothing of anybody else's", async () => {
    const other = await makePerson(api.db, `berta${count}`, passwordHash, [`${count}003`, `${count}004`])
    const { access: theirs } = await api.signIn(other.email)
    const words = other.words.filter((word) => !anna.words.includes(word))
    const before = await tracesInDatabase(api.db, words)
    await remove(PASSWORD)
    expect(await tracesInDatabase(api.db, words)).toEqual(before)
    expect((await api.get(DATA, theirs)).statusCode).toBe(200)
    const owned = await systemAccess(api.db).all(other, 'see')
    expect(owned.map(({ sn }) => sn)).toEqual([serialNumber.parse(`${count}003`)])
  })

  it('SET-04 ends polling, streaming and downloading in other windows by a notice, not when they look next', async () => {
    const other = await api.signIn(anna.email)
    const ended: string[] = []
    const stop = api.db.listen(SESSION_ENDED, (id) => ended.push(id), ignore)
    const events = await openEvents(`${origin}/api/auth/live/`, other.access)
    await events.next('data')
    expect((await api.get(DATA, other.access)).statusCode).toBe(200)
    await api.db.transaction(async (sql) => {
      // Blocks the download, which can neither end nor continue.
      await sql.run('lock table reading in access exclusive mode')
      const headers = { authorization: `Bearer ${other.access}` }
      const download = await fetch(`${origin}/api/auth/export/`, { headers })
      const body = download.arrayBuffer()
      body.catch(ignore)

      // With the clock stopped, no cache entry expires: only the notification ends the session.
      api.clock.stop()
      expect((await remove(PASSWORD)).statusCode).toBe(200)
      await expect(body).rejects.toThrow('terminated')
      await events.next('end')
      await events.closed
      await expect.poll(async () => (await api.get(DATA, other.access)).statusCode).toBe(401)
      api.clock.go()
    })
    expectProblem(await api.refresh(other.refresh), 401, 'session_expired')
    // With that of a browser that gets notifications.
    await expect.poll(() => ended.length).toBe(3)
    stop()
  })
})
