import pg from 'pg'
import { copyIn, copyOut } from './copy.ts'
import { type Sql, toDatabaseError, wrapClient } from './database.ts'
import { openPlace } from './place/place.ts'

/** The text format of values must not depend on the server's configuration. */
const settings = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** A single connection for long operations, without timeouts. */
export type Connection = Sql & {
  /** `begin`: the statement, such as `begin isolation level …`. */
  transaction<T>(begin: string, work: () => Promise<T>): Promise<T>
  /** Yields the rows of `copy … to stdout (format binary)`, in pieces that can be copied in one by one. */
  copyOut(text: string): AsyncIterable<Buffer>
  /** Feeds rows to `copy … from stdin`; resolves to their number. */
  copyIn(text: string, rows: AsyncIterable<Buffer>): Promise<number>
}

/** Runs work on a dedicated connection and closes it. Throws `DatabaseUnavailableError` if it cannot connect. */
export async function withConnection<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: await serverOf(url), keepAlive: true })
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error: unknown) => {
      throw toDatabaseError(error)
    })
    await client.query(settings)
    return await work(over(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function serverOf(url: string): Promise<string> {
  const place = openPlace(url)
  try {
    return await place.server()
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    await place.close()
  }
}
/** Runs work on `count` dedicated connections and closes them. */
export const withConnections = <T>(
  url: string,
  count: number,
  work: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> =>
  count === 0
    ? work([])
    : withConnection(url, (first) => withConnections(url, count - 1, (others) => work([first, ...others])))

const over = (client: pg.Client): Connection => ({
  ...wrapClient(client),
  async transaction(begin, work) {
    await client.query(begin)
    try {
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  },
  copyOut: (text) => copyOut(client, text),
  copyIn: (text, rows) => copyIn(client, text, rows),
})
