import pg from 'pg'
import * as z from 'zod/mini'
import { openEcho } from './echo.ts'
import { createNotificationListener } from './listen.ts'
import { NoPrimaryError, openPlace } from './place/place.ts'
import { serverName } from './place/servers.ts'
import { openMovingPool } from './pool.ts'
import type { PreparedQuery } from './prepared.ts'

/** The database is unavailable or overloaded; the operation can be retried. */
export class DatabaseUnavailableError extends Error {}

type Values = readonly unknown[]
/** Runs SQL and parses every row. Throws `DatabaseUnavailableError` if the database is unreachable or too slow. */
export type Sql = {
  rows<S extends z.ZodMiniType>(row: S, text: string | PreparedQuery, values?: Values): Promise<z.output<S>[]>
  /** Resolves to the first row, or undefined. */
  row<S extends z.ZodMiniType>(
    row: S,
    text: string | PreparedQuery,
    values?: Values,
  ): Promise<z.output<S> | undefined>
  /** Resolves to the number of affected rows. */
  run(text: string | PreparedQuery, values?: Values): Promise<number>
}
export type Db = Sql & {
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Listens to a channel until the returned function is called. Reconnects automatically; `onLapse` is called each
   * time notifications may have been missed.
   */
  listen(channel: string, onNotice: (payload: string) => void, onLapse: () => void): () => void
  /** True if a connection is listening at the moment and hears what this process itself notifies. */
  listening(): boolean
  close(): Promise<void>
}

const BIGINT = 20
pg.types.setTypeParser(BIGINT, Number)

const STATEMENT_TIMEOUT = '57014'
const LOCK_TIMEOUT = '55P03'
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // SQLSTATE: shut down, starting up, too many connections, statement or lock timeout.
  ...['57P01', '57P02', '57P03', '53300', STATEMENT_TIMEOUT, LOCK_TIMEOUT],
  // A transaction that did nothing, or took long, and a session that did nothing.
  ...['25P03', '25P04', '57P05'],
  // Read-only, as a standby or a primary that has been demoted; disk full.
  ...['25006', '53100'],
])
/** Of errors of the driver, which have no code. */
const AWAY_TEXT = /terminated|timeout|Client has encountered a connection error|not queryable/i

const SQLSTATE = /^[0-9A-Z]{5}$/

/** The SQLSTATE of an error, or the code of a system call; undefined if it has neither. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
const timedOut = (error: unknown, ...states: readonly string[]) =>
  error instanceof DatabaseUnavailableError && states.includes(sqlStateOf(error.cause) ?? '')
export const isStatementTimeout = (error: unknown): boolean => timedOut(error, STATEMENT_TIMEOUT)
/** True if a statement or its wait for a lock timed out: another part of the work may succeed, and the same one later. */
export const isTooSlow = (error: unknown): boolean => timedOut(error, STATEMENT_TIMEOUT, LOCK_TIMEOUT)

/**
 * Converts errors that mean the database is unavailable to `DatabaseUnavailableError`. Where there is a SQLSTATE, it says so
 * alone: the text may quote a value that was refused.
 */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = sqlStateOf(error) ?? ''
  const away =
    error instanceof NoPrimaryError ||
    AWAY.has(code) ||
    code.startsWith('08') ||
    (!SQLSTATE.test(code) && AWAY_TEXT.test(error.message))
  return away ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}

type Queryable = { query(query: pg.QueryConfig): Promise<pg.QueryResult<pg.QueryResultRow>> }

/** Wraps a client; all errors are converted. */
export function wrapClient(client: Queryable): Sql {
  const query = (sql: string | PreparedQuery, values: Values = []) =>
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

/** The number of connections of a process to the database, unless another is given. */
export const POOL_SIZE = 10
const CONNECT_MS = 3000
const timeouts = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  query_timeout: 8000,
  idle_in_transaction_session_timeout: 10_000,
}

type Options = {
  readonly size?: number
  /** No statement timeout. */
  readonly patient?: boolean
  /** Called with the host once another server of `url` has become the one that accepts writes. */
  readonly onMove?: (host: string) => void
}

/** Creates a pool. `url` as in libpq; of several servers it uses the one that accepts writes, and follows a promotion. */
export function openDatabase(url: string, { size = POOL_SIZE, patient = false, onMove }: Options = {}): Db {
  const place = openPlace(url)
  const pools = openMovingPool(place, {
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    ...(patient ? {} : timeouts),
  })
  if (onMove) place.onMove((server) => onMove(serverName(server)))
  const sql = wrapClient({ query: async (query) => (await pools.current()).query(query) })
  const ear = createNotificationListener(place)
  const notify = (channel: string, payload: string) => sql.run('select pg_notify($1, $2)', [channel, payload])
  // Opened by the first listener: whoever does not listen needs no connection for it.
  let echo: ReturnType<typeof openEcho> | undefined
  return {
    ...sql,
    async transaction(work) {
      const client = await pools
        .current()
        .then((pool) => pool.connect())
        .catch((error: unknown) => {
          throw toDatabaseError(error)
        })
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work(wrapClient(client))
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
    listen(channel, onNotice, onLapse) {
      const stop = ear.listen(channel, onNotice, onLapse)
      echo ??= openEcho({ listen: ear.listen, notify })
      return stop
    },
    listening: () => ear.listening() && echo?.received() === true,
    async close() {
      echo?.close()
      await ear.close()
      await pools.end()
      await place.close()
    },
  }
}
