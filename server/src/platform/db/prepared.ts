import { createHash } from 'node:crypto'

/** Frequent SQL, which each connection parses once; a name identifies exactly one text. */
export type PreparedQuery = { readonly name: string; readonly text: string }

/** PostgreSQL cuts longer names off. */
const MOST_BYTES = 63

/**
 * Names SQL that runs often. It must list the columns of its result: PostgreSQL refuses what a connection has prepared once its
 * result has other columns, and a migration may add some while processes of the version before still run.
 */
export const prepared = (text: string): PreparedQuery => ({
  name: createHash('sha256').update(text).digest('hex').slice(0, MOST_BYTES),
  text,
})

/**
 * Names SQL whose text depends on what callers choose: the first `most` texts, as connections keep what they have prepared. Further
 * ones are not prepared.
 */
export function prepareFew(most: number): (text: string) => string | PreparedQuery {
  const known = new Map<string, PreparedQuery>()
  return (text) => {
    const found = known.get(text)
    if (found || known.size >= most) return found ?? text
    const added = prepared(text)
    known.set(text, added)
    return added
  }
}
