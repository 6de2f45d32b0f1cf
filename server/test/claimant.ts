// A process that makes claims concurrently, each on its own connection, and stalls each after a number of statements:
// `claimant.ts URL CODE-KEY CLAIMS`. It sends "there" once all have reached that point, and waits to be killed.
import * as z from 'zod/mini'
import { openDatabase, type Sql } from '../src/platform/db/database.ts'
import { claims, keysOf } from '../src/systems/claims.ts'

const claim = z.object({ owner: z.uuid(), statements: z.int(), keys: z.array(z.string()) })
export type Claim = z.infer<typeof claim>

const [url = '', codeKey = '', text = ''] = process.argv.slice(2)

/** Wraps a database so that it stops responding after a number of statements. */
function until(sql: Sql, statements: number, reached: () => void): Sql {
  let left = statements
  async function pass<T>(answer: Promise<T>): Promise<T> {
    const known = await answer
    left -= 1
    if (left > 0) return known
    reached()
    return new Promise(() => undefined)
  }
  return {
    rows: (row, query, values) => pass(sql.rows(row, query, values)),
    row: (row, query, values) => pass(sql.row(row, query, values)),
    run: (query, values) => pass(sql.run(query, values)),
  }
}

const make = ({ owner, statements, keys }: Claim) =>
  new Promise<void>((reached, fail) => {
    const db = openDatabase(url)
    db.transaction((sql) =>
      claims(until(sql, statements, reached), Buffer.from(codeKey, 'hex')).make(
        keysOf(keys),
        owner,
        new Date(),
      ),
    )
      .then(() => db.close())
      .then(reached, fail)
  })

await Promise.all(z.array(claim).parse(JSON.parse(text)).map(make))
process.send?.('there')
