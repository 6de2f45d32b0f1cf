import { GRACE_MS } from '@kellersonne/core/identity/sessions'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, PUBLIC_URL, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import { openTurns } from '../../platform/http/turns/turns.ts'
import { deriveKeys } from './keys.ts'
import { refreshTokens } from './refresh.ts'
import { openSessions } from './routes.ts'
import { sessionStore } from './store.ts'

const HOUR = 3_600_000
const LIST = '/api/auth/usr_sn/'
const answered = z.object({ access: z.string(), refresh: z.string() })

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner('anna@example.org', ['1001'])
})
afterAll(() => api.close())

const refreshed = async (token: string) => answered.parse((await api.refresh(token)).json())
const claimOf = (token: string) => refreshTokens(deriveKeys(SECRET).refresh).read(token)
const counterOf = (token: string) => claimOf(token)?.counter
const sessionOf = (token: string) => claimOf(token)?.session
const sessionRows = () =>
  api.db.rows(
    z.object({ id: z.string(), counter: z.int(), refreshed_at: z.date() }),
    'select id, counter, refreshed_at from session order by id',
  )

describe('refreshing', () => {
  it('API-02 answers 50 parallel refreshes with one token, and counts one up', async () => {
    const { refresh } = await api.signIn('anna@example.org')
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.refresh(refresh)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(50).fill(200))
    const given = new Set(answers.map((answer) => answered.parse(answer.json()).refresh))
    expect([...given].map(counterOf)).toEqual([1])
    const [newest = ''] = given
    expect(counterOf((await refreshed(newest)).refresh)).toBe(2)
  })

  it('API-02 keeps a client alive that reads only the access token', async () => {
    const { refresh } = await api.signIn('anna@example.org')
    for (let i = 0; i < 3; i++) {
      api.clock.skip(8 * HOUR - 60_000)
      const { access } = await refreshed(refresh)
      expect((await api.get(LIST, access)).statusCode).toBe(200)
    }
    api.clock.skip(HOUR)
    expectProblem(await api.refresh(refresh), 401, 'session_expired')
  })

  it('API-02 answers the token before the newest within the grace, after a lost answer', async () => {
    const first = await api.signIn('anna@example.org')
    const second = await refreshed(first.refresh)
    const third = await refreshed(second.refresh)
    api.clock.skip(GRACE_MS - 5000)
    expect((await refreshed(second.refresh)).refresh).toBe(third.refresh)
  })

  it('AUT-11 a reused token ends the session, access included, and is logged', async () => {
    const first = await api.signIn('anna@example.org')
    const second = await refreshed(first.refresh)
    const third = await refreshed(second.refresh)
    expectProblem(await api.refresh(first.refresh), 401, 'token_reused')
    expectProblem(await api.refresh(third.refresh), 401, 'session_expired')
    await expect.poll(async () => (await api.get(LIST, third.access)).statusCode).toBe(401)
    expect(api.logged.join('')).toContain('"event":"token_reuse"')
  })

  it('AUT-11 a token after the grace is a reused one', async () => {
    const first = await api.signIn('anna@example.org')
    const second = await refreshed(first.refresh)
    await refreshed(second.refresh)
    api.clock.skip(GRACE_MS + 1000)
    expectProblem(await api.refresh(second.refresh), 401, 'token_reused')
  })

  it('API-02 refuses made-up and altered tokens without a write', async () => {
    const { refresh } = await api.signIn('anna@example.org')
    const before = await sessionRows()
    const altered = [...refresh].map(
      (letter, i) => `${refresh.slice(0, i)}${letter === 'A' ? 'B' : 'A'}${refresh.slice(i + 1)}`,
    )
    const madeUp = ['x', 'A'.repeat(48), `${refresh}A`, `${refresh}=`, refresh.slice(1)]
    for (const token of [...altered, ...madeUp]) {
      expectProblem(await api.refresh(token), 401, 'session_expired')
    }
    expect(await sessionRows()).toEqual(before)
  })

  it('API-02 nothing in the database is a token', async () => {
    const { refresh, access } = await api.signIn('anna@example.org')
    const dump = JSON.stringify(
      await api.db.rows(z.object({ row: z.string() }), 'select s::text as row from session s'),
    )
    for (const token of [refresh, access]) expect(dump).not.toContain(token.slice(-20))
  })

  it.each([
    [false, 12 * HOUR],
    [true, 30 * 24 * HOUR],
  ])('AUT-08 stay logged in %s lets a session live idle for its time', async (stay, idle) => {
    const { refresh } = await api.signIn('anna@example.org', stay)
    api.clock.skip(idle - 5000)
    const next = await refreshed(refresh)
    api.clock.skip(idle + 1000)
    expectProblem(await api.refresh(next.refresh), 401, 'session_expired')
  })
})

describe('signing out', () => {
  const logout = (refresh: string) => api.post('/api/auth/logout/', { refresh })

  it('API-12 AUT-09 ends the session at once, once, and says nothing about it', async () => {
    const { access, refresh } = await api.signIn('anna@example.org')
    // With the clock stopped, the cache entry of one second never expires: only the notification can end it.
    api.clock.stop()
    expect((await api.get(LIST, access)).statusCode).toBe(200)
    const bodies = [await logout(refresh), await logout(refresh), await logout('nonsense')]
    expect(bodies.map((answer) => [answer.statusCode, answer.body])).toEqual(Array(3).fill([200, '{}']))
    await expect.poll(async () => (await api.get(LIST, access)).statusCode).toBe(401)
    api.clock.go()
    expectProblem(await api.refresh(refresh), 401, 'session_expired')
  })

  it('AUT-09 a session ended without a notice is noticed within a second', async () => {
    const { access } = await api.signIn('anna@example.org')
    expect((await api.get(LIST, access)).statusCode).toBe(200)
    await api.db.run('delete from session')
    api.clock.skip(1000)
    expectProblem(await api.get(LIST, access), 401, 'session_required')
  })
})

describe('cleaning up', () => {
  async function cleanUp() {
    const { strangers: turns } = openTurns(Number.POSITIVE_INFINITY)
    const deps = { ...api, secret: SECRET, config: { PUBLIC_URL }, turns }
    const opened = await openSessions(fastify(), deps)
    await opened.cleanUp()
    opened.live.close()
  }

  it('AUT-08 removes sessions that are over and attempts that no longer count, and nothing else', async () => {
    await api.db.run('delete from session')
    await api.signIn('anna@example.org')
    const kept = await api.signIn('anna@example.org', true)
    const stranger = { remoteAddress: '203.0.113.1' }
    await api.post('/api/auth/token/', { email: 'anna@example.org', password: 'wrong' }, stranger)
    api.clock.skip(13 * HOUR)
    await cleanUp()
    expect((await sessionRows()).map(({ id }) => id)).toEqual([sessionOf(kept.refresh)])
    const attempts = await api.db.rows(z.object({ resets_at: z.date() }), 'select resets_at from attempt')
    expect(attempts.map(({ resets_at }) => resets_at > api.now())).toEqual([true])
  })

  it('AUT-08 goes on where sessions cannot be removed, and removes them later', async () => {
    await api.db.run('delete from session')
    const { refresh } = await api.signIn('anna@example.org')
    await api.db.run(`insert into attempt values ('over', 1, '2000-01-01')`)
    api.clock.skip(13 * HOUR)
    const left = async () => [
      await sessionRows(),
      await api.db.rows(z.object({ key: z.string() }), `select key from attempt where key = 'over'`),
    ]
    await api.db.run(
      `create function refuse() returns trigger language plpgsql as $$begin raise exception 'refused'; end$$;
       create trigger refuse before delete on session for each row execute function refuse()`,
    )
    const accept = () => api.db.run('drop function if exists refuse cascade')
    onTestFinished(async () => void (await accept()))
    await cleanUp()
    expect(await left()).toMatchObject([[{ id: sessionOf(refresh) }], []])
    await accept()
    await cleanUp()
    expect(await left()).toEqual([[], []])
  })

  it('AUT-08 stops when the server closes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const other = await testApi()
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    await other.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a session as it is stored', () => {
  const DAY = 24 * HOUR
  async function begun() {
    await api.db.run('delete from session')
    api.clock.stop()
    const id = z.string().parse(sessionOf((await api.signIn('anna@example.org')).refresh))
    api.clock.go()
    const session = await sessionStore(api.db).find(id)
    return { id, at: z.date().parse(session?.createdAt).getTime() }
  }
  const isThere = async (at: number) => {
    await sessionStore(api.db).endExpired(new Date(at))
    return (await sessionRows()).length === 1
  }

  it('AUT-08 is removed in the very instant in which it is over, idle or old', async () => {
    const idle = await begun()
    expect([await isThere(idle.at + 12 * HOUR - 1), await isThere(idle.at + 12 * HOUR)]).toEqual([
      true,
      false,
    ])
    const old = await begun()
    await sessionStore(api.db).rotate(old.id, 0, null, new Date(old.at + DAY - 1))
    expect([await isThere(old.at + DAY - 1), await isThere(old.at + DAY)]).toEqual([true, false])
  })

  it('API-02 is not kept alive by its first token once a later one has been shown', async () => {
    const { id, at } = await begun()
    const store = sessionStore(api.db)
    const [rotated, touched] = [new Date(at + HOUR), new Date(at + 2 * HOUR)]
    await store.rotate(id, 0, null, new Date(at))
    await store.touch(id, null, rotated)
    expect(await store.find(id)).toMatchObject({ adopted: false, refreshedAt: rotated })
    await store.rotate(id, 1, null, rotated)
    await store.touch(id, null, touched)
    expect(await store.find(id)).toMatchObject({ adopted: true, refreshedAt: rotated })
  })
})

describe('the log', () => {
  it('AUT-09 holds each event, and no token, password or address', async () => {
    api.logged.length = 0
    const { access, refresh } = await api.signIn('anna@example.org')
    await api.post('/api/auth/token/', { email: 'anna@example.org', password: 'Wrong-secret-9' })
    await api.get(`${LIST}?email=anna@example.org`, access)
    await api.post('/api/auth/logout/', { refresh })
    const text = api.logged.join('')
    const events = api.logged.map((line) => JSON.parse(line)).filter((line) => line.event !== undefined)
    expect(events.map(({ event, outcome, from }) => [event, outcome, from])).toEqual([
      ['sign_in', 'succeeded', '127.0.0.1'],
      ['sign_in', 'refused', '127.0.0.1'],
      ['sign_out', 'succeeded', '127.0.0.1'],
    ])
    for (const secret of [access, refresh, PASSWORD, 'Wrong-secret-9', 'anna@', '?']) {
      expect(text).not.toContain(secret)
    }
  })
})
