import pg from 'pg'
import * as z from 'zod/mini'
import { createNotificationListener } from './listen.ts'

/** The database is away or too busy; what was asked can be asked again. */
export class DatabaseUnavailableError extends Error {}

type Values = readonly unknown[]
/** SQL asked so often that each connection plans it once and keeps the plan; a name stands for one text. */
export type Planned = { readonly name: string; readonly text: string }
/** Runs SQL; every row is parsed. Throws DatabaseUnavailableError where the database cannot be reached or does not answer. */
export type Sql = {
  rows<S extends z.ZodMiniType>(row: S, text: string | Planned, values?: Values): Promise<z.output<S>[]>
  /** The first row, or undefined. */
  row<S extends z.ZodMiniType>(row: S, text: string, values?: Values): Promise<z.output<S> | undefined>
  /** The number of rows changed. */
  run(text: string, values?: Values): Promise<number>
}
export type Db = Sql & {
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Hears what `notify channel` says, until the returned function is called. Reconnects by itself;
   * `onLapse` is called each time notices may have been missed.
   */
  listen(channel: string, onNotice: (payload: string) => void, onLapse: () => void): () => void
  /** Whether a connection stands that hears notices. */
  listening(): boolean
  close(): Promise<void>
}

const BIGINT = 20
pg.types.setTypeParser(BIGINT, Number)

const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // SQLSTATE: shut down, starting, too many connections, statement or lock time-out.
  ...['57P01', '57P02', '57P03', '53300', '57014', '55P03'],
])
const AWAY_TEXT = /terminated|timeout|Client has encountered a connection error|not queryable/i

/** What says that the database is away, as DatabaseUnavailableError. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const away = AWAY.has(code) || code.startsWith('08') || AWAY_TEXT.test(error.message)
  return away ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}

type Queryable = { query(query: pg.QueryConfig): Promise<pg.QueryResult<pg.QueryResultRow>> }

/** Every fault translated. */
export function sqlOver(client: Queryable): Sql {
  const query = (sql: string | Planned, values: Values = []) =>
    client
      .query({ ...(typeof sql === 'string' ? { text: sql } : sql), values: [...values] })
      .catch((error: unknown) => {
        throw toDatabaseError(error)
      })
  const rows: Sql['rows'] = async (row, text, values) => z.array(row).parse((await query(text, values)).rows)
  return {
    rows,
    row: async (row, text, values) => (await rows(row, text, values))[0],
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
  }
}

const CONNECT_MS = 3000
const timeouts = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  query_timeout: 8000,
  idle_in_transaction_session_timeout: 10_000,
}

/** Opens a pool; does not connect yet. `url` as in libpq. `patient`: no query is given up. */
export function openDatabase(url: string, { size = 10, patient = false } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    ...(patient ? {} : timeouts),
  })
  // An idle connection that breaks is dropped by the pool; the next query opens another.
  pool.on('error', () => undefined)
  // One that breaks while it is in use fails the query it is in use for; nobody else needs to hear of it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const ear = createNotificationListener(url)
  return {
    ...sqlOver(pool),
    async transaction(work) {
      const client = await pool.connect().catch((error: unknown) => {
        throw toDatabaseError(error)
      })
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work(sqlOver(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((fault: Error) => {
          broken = fault
        })
        throw toDatabaseError(error)
      } finally {
        client.release(broken)
      }
    },
    listen: ear.listen,
    listening: ear.listening,
    async close() {
      await ear.close()
      await pool.end()
    },
  }
}
