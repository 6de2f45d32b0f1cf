import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PASSWORD, SECRET } from '../../../test/api.ts'
import { testDatabase } from '../../../test/database/database.ts'
import { tracesInDatabase, tracesInFiles } from '../../../test/database/traces.ts'
import { end, runUntilReady, workplace } from '../../../test/process.ts'
import { makePerson } from '../../../test/set-up/person.ts'
import { hashPassword } from './password.ts'

const tokens = z.object({ access: z.string() })
const VICTIM = 'victim'

/** What a deletion has to wait for in turn: a table and the lock that blocks it. */
const obstacles = [
  ['owner', 'exclusive'],
  ...['session', 'mail', 'owner', 'ownership', 'identity', 'claim', 'reset'].map(
    (table) => [table, 'share'] as const,
  ),
] as const
const MANY = 24

let database: Awaited<ReturnType<typeof testDatabase>>
let passwordHash: string
let count = 0
beforeAll(async () => {
  database = await testDatabase()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => database.close())

async function signIn(url: string, email: string) {
  const body = new URLSearchParams({ email, password: PASSWORD })
  const answer = await fetch(`${url}/api/auth/token/`, { method: 'POST', body })
  return tokens.parse(await answer.json()).access
}
const remove = (url: string, access: string) =>
  fetch(`${url}/api/auth/remove_customer/`, {
    method: 'POST',
    body: new URLSearchParams({ password: PASSWORD }),
    headers: { authorization: `Bearer ${access}` },
  })

const backends = async (condition: string) =>
  (
    await database.db.row(
      z.object({ n: z.int() }),
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = $1 and ${condition}`,
      [VICTIM],
    )
  )?.n

type Person = Awaited<ReturnType<typeof makePerson>> & { readonly ask: () => Promise<Response> }

/** A server to kill, people with accounts on it, and what must be true of each of them afterwards. */
async function deletions(
  people: number,
  work: (people: readonly Person[], kill: () => Promise<unknown>) => Promise<void>,
) {
  await using place = await workplace()
  const env = {
    ...place.env,
    ...{ DATABASE_URL: database.url, SECRET: SECRET.toString('base64'), ROLES: 'api', PGAPPNAME: VICTIM },
  }
  const server: ChildProcess = await runUntilReady(env)
  const asking: Person[] = []
  for (let i = 0; i < people; i += 1) {
    count += 1
    const number = String(count).padStart(3, '0')
    const sns = [`9${number}01`, `9${number}02`] as const
    const person = await makePerson(database.db, `person${number}`, passwordHash, sns)
    const access = await signIn(place.url, person.email)
    asking.push({ ...person, ask: () => remove(place.url, access) })
  }
  /** In sequence: all at once would queue for the pool and time out there. */
  async function traces() {
    const found: Awaited<ReturnType<typeof tracesInDatabase>>[] = []
    for (const { words } of asking) found.push(await tracesInDatabase(database.db, words))
    return found
  }
  const before = await traces()
  await work(asking, () => end(server, 'SIGKILL'))
  await expect.poll(() => backends('true')).toBe(0)
  const after = await traces()
  for (const [i, left] of after.entries()) expect([before[i], []]).toContainEqual(left)
  return { gone: after.map(({ length }) => length === 0) }
}

describe('a server killed while it deletes an account', () => {
  it.each(obstacles)('SET-04 F2 leaves all or nothing: waiting for %s (%s)', async (table, lock) => {
    const { gone } = await deletions(1, async ([person], kill) => {
      await database.db.transaction(async (sql) => {
        await sql.run(`lock table ${table} in ${lock} mode`)
        const asked = person?.ask().catch(() => undefined)
        await expect.poll(() => backends(`wait_event_type = 'Lock'`)).toBe(1)
        await kill()
        await asked
      })
    })
    expect(gone).toEqual([false])
  })

  it('SET-04 F2 leaves all or nothing: at any other moment, and all is gone once it has answered', async () => {
    const answered: number[] = []
    const { gone } = await deletions(MANY, async (people, kill) => {
      // Started together, they are at different stages when the kill comes.
      const half = Promise.withResolvers<void>()
      const asked = people.map(async ({ ask }, i) => {
        const answer = await ask().catch(() => null)
        if (answer?.status === 200) answered.push(i)
        if (answered.length === MANY / 2) half.resolve()
      })
      await half.promise
      await kill()
      await Promise.all(asked)
    })
    expect(answered.filter((i) => !gone[i])).toEqual([])
  })
})

describe('the data folder', () => {
  it('SET-04 holds nothing of a person, but in the files of the database itself', async () => {
    await using place = await workplace()
    const server = await runUntilReady(place.env)
    const email = 'demo@kellersonne.example'
    const access = await signIn(place.url, email)
    expect((await remove(place.url, access)).status).toBe(200)
    await end(server)
    const folder = place.env['DATA_DIR'] ?? ''
    expect(await tracesInFiles(folder, [email], ['postgres'])).toEqual([])
    expect(await tracesInFiles(folder, ['demo-units.json'], ['postgres'])).toHaveLength(1)
  })
})
