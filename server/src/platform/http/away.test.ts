import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { cuttable } from '../../../test/database/cuttable.ts'
import { openEvents } from '../../../test/events.ts'

const LIST = '/api/auth/usr_sn/'
const line = cuttable()

let api: TestApi
let access: string
beforeAll(async () => {
  api = await testApi({ through: line.through })
  await api.owner('anna@example.org', ['1001'])
  ;({ access } = await api.signIn('anna@example.org'))
})
afterAll(() => api.close())

describe('a database that is away', () => {
  it('API-13 HND-04 is 503 with a time to try again, and all is well when it is back', async () => {
    expect((await api.get(LIST, access)).statusCode).toBe(200)
    await line.cut()

    const answer = await api.get(LIST, access)
    expectProblem(answer, 503, 'unavailable')
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().retry_after).toBe(2)
    expectProblem(await api.get('/api/auth/data/', access), 503, 'unavailable')
    expectProblem(await api.post('/api/auth/token/', { email: 'a', password: 'b' }), 503, 'unavailable')
    const sick = await api.get('/api/health')
    expect(sick.statusCode).toBe(503)
    expect(sick.json()).toEqual({ ready: false, parts: { database: 'away', notices: 'not listening' } })

    await line.mend()
    await expect.poll(async () => (await api.get('/api/health')).statusCode).toBe(200)
    expect((await api.get(LIST, access)).statusCode).toBe(200)
  })

  it('DSH-07 a live stream outlives it, and sends what is new as soon as it is back', async () => {
    const origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const events = await openEvents(`${origin}/api/auth/live/`, access)
    await events.next('data')
    await line.cut()
    await expect.poll(() => api.db.listening()).toBe(false)
    await line.mend()
    await events.next('data')
    events.close()
  })

  it('API-13 broken connections alone are not noticed by a caller for long', async () => {
    await api.db.run(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await expect.poll(async () => (await api.get(LIST, access)).statusCode).toBe(200)
    await expect.poll(() => api.db.listening()).toBe(true)
  })

  it('API-13 HND-24 is one that is read-only, too, as after the promotion of another: health names it', async () => {
    const readOnly = async (value: 'on' | 'off') => {
      await api.db.transaction(async (sql) => {
        await sql.run('set transaction read write')
        await sql.run(`do $$ begin
          execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
        end $$`)
      })
      // It applies to new connections only, so all are ended, this one last.
      await api.db
        .run(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() order by pid = pg_backend_pid()`,
        )
        .catch(() => undefined)
    }
    await readOnly('on')
    await expect
      .poll(async () => (await api.get('/api/health')).json())
      .toMatchObject({ ready: false, parts: { database: 'read-only' } })
    const signIn = await api.post('/api/auth/token/', { email: 'a@b.example', password: 'b' })
    await readOnly('off')
    expectProblem(signIn, 503, 'unavailable')
    await expect.poll(async () => (await api.get('/api/health')).statusCode).toBe(200)
  })
})
