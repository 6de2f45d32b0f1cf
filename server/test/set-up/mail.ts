import { eventually } from '@kellersonne/testing/eventually'
import { pino } from 'pino'
import { afterEach, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { accountStore } from '../../src/identity/accounts/store.ts'
import { createMailComposer } from '../../src/identity/mail/compose.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { MAIL_ADDED, mailStore } from '../../src/platform/mail/store.ts'
import { openTransport, times } from '../../src/platform/mail/transport.ts'
import { openMailWorker } from '../../src/platform/mail/worker.ts'
import { testDatabase } from '../database/database.ts'
import { mailServer } from '../mail-server.ts'

const secret = Buffer.alloc(32, 7)
export const MINUTE = 60_000
const config = { PUBLIC_URL: 'https://portal.example', CONTACT_URL: undefined, OIDC_NAME: 'CleverPV' }

/** A mail server, a database without mails, and workers between them. */
async function openPost() {
  const database = await testDatabase()
  const server = await mailServer()
  const closings: (() => Promise<unknown>)[] = []
  const logged: string[] = []
  let skipped = 0
  const now = () => new Date(Date.now() + skipped)

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
      mails: createMailComposer({ db, secret, now, config }),
      now,
      log: pino({}, { write: (line) => void logged.push(line) }),
    })
    closings.push(worker.close)
    return worker
  }
  const rows = () =>
    database.db.rows(
      z.object({ tries: z.int(), due: z.date(), line: z.nullable(z.string()) }),
      'select tries, due_at as due, line from mail order by created_at',
    )

  return {
    database,
    server,
    logged,
    now,
    work,
    rows,
    /** Registers something to close after everything else when the test is over. */
    closeLast: (close: () => Promise<unknown>) => closings.unshift(close),
    async owner(email: string, lang: 'de' | 'en' = 'de') {
      const id = await accountStore(database.db).create(email, 'no hash', lang)
      if (id === null) throw new Error('taken')
      return id
    },
    welcome: (id: string) => mailStore(database.db).add({ kind: 'welcome', owner: id }, now()),
    /** Waits until all due mails have been handled for now. */
    settled: (left: number) =>
      eventually(async () => {
        const all = await rows()
        expect(all).toHaveLength(left)
        const later = now().getTime() + 14 * MINUTE
        expect(all.every(({ tries, due }) => tries > 0 && due.getTime() < later)).toBe(true)
      }),
    /** Has mails that wait in a line go only once they are called up. */
    onlyCalledUp: () =>
      database.db.run(`update mail set due_at = due_at + interval '1 day' where line is not null`),
    /** Advances the clock without waking the workers. */
    pass(ms: number) {
      skipped += ms
    },
    async skip(ms: number) {
      skipped += ms
      await database.db.run(`select pg_notify('${MAIL_ADDED}', '')`)
    },
    async close() {
      for (const close of closings.reverse()) await close()
      await server.stop()
      await database.close()
    },
  }
}
export type Post = Awaited<ReturnType<typeof openPost>>

/** Returns the mail setup of the current test. */
export function setUpMail(): () => Post {
  let post: Post
  beforeEach(async () => {
    post = await openPost()
  })
  afterEach(() => post.close())
  return () => post
}
