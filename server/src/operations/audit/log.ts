import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { AUDITED, auditStore, PRODUCT } from './store.ts'

const PART = 100

/**
 * Logs each change by an operator or by the product itself, whichever process makes it, so that it also is where the server's log goes. Changes
 * made while no process with the role jobs runs are in the table alone.
 */
export function openAuditLog({ db, log }: { readonly db: Db; readonly log: FastifyBaseLogger }) {
  let last: number | null = null
  let reading = Promise.resolve()

  async function logNew() {
    if (last === null) {
      last = await auditStore(db).newest()
      return
    }
    for (;;) {
      const entries = await auditStore(db).after(last, PART)
      for (const { id, at: _, ...entry } of entries) {
        const who = entry.operator === PRODUCT.name ? entry.operator : 'an operator'
        log.info({ audit: id, ...entry }, `changed by ${who}`)
        last = id
      }
      if (entries.length < PART) return
    }
  }
  function next() {
    reading = reading.then(logNew).catch((error: unknown) => log.warn(error, 'audit: could not be read'))
  }
  const stop = db.listen(AUDITED, next, next)
  return {
    async close() {
      stop()
      await reading
    },
  }
}
