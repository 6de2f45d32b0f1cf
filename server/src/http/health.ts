import { getHealth } from '@kellersonne/contract/health'
import * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { type Api, mount } from './mount.ts'

const PING_MS = 1000

/** What is wrong with the database, or null. Never waits longer than PING_MS. */
async function databaseFault(db: Db): Promise<string | null> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(late.resolve, PING_MS, 'no answer')
  const ping = db.row(z.object({ one: z.literal(1) }), 'select 1 as one').then(
    () => null,
    () => 'away',
  )
  const fault = await Promise.race([ping, late.promise])
  clearTimeout(timer)
  return fault
}

export function health(api: Api, { db }: { readonly db: Db }): void {
  mount(api, getHealth, async ({ reply }) => {
    const parts = { database: await databaseFault(db), notices: db.listening() ? null : 'not listening' }
    const ready = Object.values(parts).every((fault) => fault === null)
    reply.code(ready ? 200 : 503)
    return { ready, parts }
  })
}
