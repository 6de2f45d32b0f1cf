// A process that claims systems and is killed after a given number of statements: `claimant.ts URL CODE-KEY OWNER COUNT KEY …`.
import { openDatabase, type Sql } from '../src/db/database.ts'
import { claims, keysOf } from '../src/systems/claims.ts'

const [url = '', codeKey = '', owner = '', count = '', ...keys] = process.argv.slice(2)
let left = Number(count)

/** The database, as long as this process lives. */
function mortal(sql: Sql): Sql {
  async function live<T>(answer: Promise<T>): Promise<T> {
    const known = await answer
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return known
  }
  return {
    rows: (row, text, values) => live(sql.rows(row, text, values)),
    row: (row, text, values) => live(sql.row(row, text, values)),
    run: (text, values) => live(sql.run(text, values)),
  }
}

const db = openDatabase(url)
await db.transaction((sql) =>
  claims(mortal(sql), Buffer.from(codeKey, 'hex')).make(keysOf(keys), owner, new Date()),
)
await db.close()
