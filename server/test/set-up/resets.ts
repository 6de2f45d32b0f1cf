import { eventually } from '@kellersonne/testing/eventually'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { createMailComposer } from '../../src/identity/mail/compose.ts'
import { openTransport } from '../../src/platform/mail/transport.ts'
import { openMailWorker } from '../../src/platform/mail/worker.ts'
import { SECRET, testApi } from '../api.ts'
import { mailServer } from '../mail-server.ts'

export const ANNA = 'anna@example.org'
const NEW = 'Ganz-neuer-Keller-7'
const HERE = '127.0.0.1'
const config = { PUBLIC_URL: 'https://portal.example', CONTACT_URL: undefined, OIDC_NAME: 'CleverPV' }

/** The real server with a real mail server, and Anna's steps to reset her password. */
export async function testResets() {
  const server = await mailServer()
  let clock = () => new Date()
  const transport = openTransport({ SMTP_URL: server.url, MAIL_FROM: 'no-reply@portal.example' }, () =>
    clock(),
  )
  if (!transport) throw new Error('no transport')
  const api = await testApi({ mail: transport })
  clock = api.now
  const work = () =>
    openMailWorker({
      db: api.db,
      transport,
      mails: createMailComposer({ db: api.db, secret: SECRET, now: api.now, config }),
      now: api.now,
      log: api.log,
    })
  let worker = work()

  const ask = (email: string, remoteAddress = HERE) =>
    api.post('/api/auth/password_reset/', { email }, { remoteAddress })
  const waiting = async () =>
    (await api.db.row(z.object({ n: z.int() }), 'select count(*) as n from mail'))?.n ?? Number.NaN
  const tokensSent = () =>
    server.taken.flatMap(({ text }) => /password_reset#token=(\S+)/.exec(text ?? '')?.[1] ?? [])

  const sent = () => eventually(async () => expect(await waiting()).toBe(0))

  return {
    api,
    server,
    ask,
    waiting,
    tokensSent,
    confirm: (token: string, password = NEW, more: Record<string, string> = {}) =>
      api.post('/api/auth/password_reset/confirm/', { token, password, ...more }),
    check: (token: string, remoteAddress = HERE) =>
      api.post('/api/auth/password_reset/check/', { token }, { remoteAddress }),
    enter: (password: string, remoteAddress = HERE) =>
      api.post('/api/auth/token/', { email: ANNA, password }, { remoteAddress }),
    /** Requests a link; resolves to the token in it. */
    async receive(): Promise<string> {
      const before = tokensSent().length
      expect((await ask(ANNA)).statusCode).toBe(200)
      await eventually(() => expect(tokensSent()).toHaveLength(before + 1))
      return z.string().parse(tokensSent().at(-1))
    },
    /** Resolves once all mails are sent. Call it before advancing the clock, or one in progress may be due again. */
    sent,
    /** Runs it without the mail worker. */
    async withoutWorker<T>(run: () => Promise<T>): Promise<T> {
      await worker.close()
      const done = await run()
      worker = work()
      return done
    },
    /** Restores the initial state: Anna with her first password. */
    begin: () => api.owner(ANNA),
    async clear() {
      await sent()
      await api.db.run('delete from attempt')
      await api.db.run('delete from owner')
      server.taken.length = 0
    },
    async close() {
      await worker.close()
      await api.close()
      await server.stop()
    },
  }
}
export type TestResets = Awaited<ReturnType<typeof testResets>>
