import { followPrimary } from './follow-primary.ts'
import { readDatabaseUrl } from './servers.ts'

/** For now, no server of the database accepts writes. */
export class NoPrimaryError extends Error {}

const PATIENCE_MS = 3000

/** Where a database is: its only server, or the one among several that accepts writes. */
export type DatabasePlace = ReturnType<typeof openPlace>

/** Begins to follow the database, if it has several servers. Throws `RangeError` for a URL that cannot be used. */
export function openPlace(url: string) {
  const { servers, oneWrites } = readDatabaseUrl(url)
  const moves: ((server: string) => void)[] = []
  const first = Promise.withResolvers<void>()
  let server = oneWrites ? null : url
  const following = oneWrites ? followPrimary(servers, move) : null

  function move(to: string) {
    const before = server
    server = to
    first.resolve()
    if (before !== null) for (const listener of moves) listener(to)
  }
  async function awaitFirst() {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const why = following?.reasons().join('; ') || 'no answer'
      reject(new NoPrimaryError(`none of its servers accepts writes (${why})`))
    }, PATIENCE_MS)
    await Promise.race([first.promise, promise]).finally(() => clearTimeout(timer))
  }
  return {
    /** Resolves to the URL of the server to connect to. Throws `NoPrimaryError` after seconds without one. */
    async server(): Promise<string> {
      if (server === null) await awaitFirst()
      return server ?? url
    },
    /** Calls back when it has become another server: connections to the one before must be given up. */
    onMove: (listener: (server: string) => void) => void moves.push(listener),
    close: async () => following?.close(),
  }
}
