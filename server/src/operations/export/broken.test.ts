import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApi, testApi } from '../../../test/api.ts'

const EXPORT = '/api/auth/export/'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner('berta@example.org', ['1002'])
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

describe('an export that cannot go on', () => {
  const blocked = z.object({ pid: z.int() })
  /** Locks the readings while `work` runs, so that a download waits for them. */
  async function whileWaiting(work: (body: Promise<ArrayBuffer>, pid: number) => Promise<void>) {
    const origin = `http://127.0.0.1:${z.object({ port: z.int() }).parse(api.app.server.address()).port}`
    await api.db.transaction(async (sql) => {
      await sql.run('lock table reading in access exclusive mode')
      const { access: theirs } = await api.signIn('berta@example.org')
      const response = await fetch(origin + EXPORT, { headers: { authorization: `Bearer ${theirs}` } })
      expect(response.status).toBe(200)
      const waiting = () =>
        api.db.row(
          blocked,
          `select pid from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%from reading%'`,
        )
      await expect.poll(waiting).toBeDefined()
      const body = response.arrayBuffer()
      body.catch(() => undefined)
      await work(body, (await waiting())?.pid ?? 0)
    })
  }
  it('SET-06 breaks off when the database does, and never looks whole', () =>
    whileWaiting(async (body, pid) => {
      await api.db.run('select pg_terminate_backend($1)', [pid])
      await expect(body).rejects.toThrow('terminated')
    }))

  it('SET-06 ends by the notice that its session has ended', () =>
    whileWaiting(async (body) => {
      // With the clock stopped, no cache entry expires: only the notification ends it.
      api.clock.stop()
      await api.db.run(
        `with gone as (delete from session using owner where owner = owner.id and email like 'berta%' returning session.id)
         select pg_notify('session_ended', id::text) from gone`,
      )
      await expect(body).rejects.toThrow('terminated')
      api.clock.go()
    }))
})
