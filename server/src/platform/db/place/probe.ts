import pg from 'pg'
import * as z from 'zod/mini'
import type { Writable } from './primary.ts'

const ANSWER_MS = 2000
const answer = z.object({ writable: z.boolean(), system: z.string(), wal: z.nullable(z.string()) })
/** The file of the write-ahead log begins with the timeline, in eight hexadecimal digits; a standby writes none. */
const QUESTION = `select current_setting('transaction_read_only') = 'off' as writable,
    (select system_identifier::text from pg_control_system()) as system,
    case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_insert_lsn()) end as wal`

/** A host with several addresses fails with an error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  const one = error instanceof AggregateError ? error.errors[0] : error
  return one instanceof Error ? one.message : String(one)
}

/** Asks one server on a connection of its own, which is kept open. `onLost` is called when that breaks. */
export function openProbe(server: string, onLost: () => void) {
  let client: pg.Client | undefined

  function drop(which: pg.Client) {
    if (which === client) client = undefined
    which.end().catch(() => undefined)
  }
  async function connected(): Promise<pg.Client> {
    if (client) return client
    const mine = new pg.Client({
      ...{ connectionString: server, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
      keepAlive: true,
    })
    client = mine
    mine.on('error', () => undefined)
    await mine.connect()
    mine.on('end', () => {
      if (mine !== client) return
      drop(mine)
      onLost()
    })
    return mine
  }
  return {
    /** Resolves to the server if it accepts writes now, else to why it does not. Answers within seconds. */
    async ask(): Promise<Writable | string> {
      try {
        const { rows } = await (await connected()).query(QUESTION)
        const { writable, system, wal } = answer.parse(rows[0])
        return writable && wal !== null
          ? { server, system, timeline: Number.parseInt(wal.slice(0, 8), 16) }
          : 'read-only'
      } catch (error) {
        if (client) drop(client)
        return reasonOf(error)
      }
    },
    async close() {
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
