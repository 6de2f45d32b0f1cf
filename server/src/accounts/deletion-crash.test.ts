import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PASSWORD, SECRET } from '../../test/api.ts'
import { testDatabase } from '../../test/database.ts'
import { makePerson } from '../../test/person.ts'
import { end, runUntilReady, workplace } from '../../test/process.ts'
import { tracesInDatabase, tracesInFiles } from '../../test/traces.ts'
import { hashPassword } from './password.ts'

const tokens = z.object({ access: z.string() })
const VICTIM = 'victim'

/** What a deletion must wait for, one after the other: a table, and the lock that is in its way. */
const obstacles = [
  ['owner', 'exclusive'],
  ...['session', 'mail', 'owner', 'ownership', 'identity', 'claim', 'reset'].map(
    (table) => [table, 'share'] as const,
  ),
] as const
/** When it is killed otherwise, in parts of the time that a deletion takes. */
const moments = [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1, 1.1]

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

/** A person with an account, a server to kill, and what must hold afterwards. */
async function deletion(work: (kill: () => Promise<unknown>, ask: () => Promise<Response>) => Promise<void>) {
  await using place = await workplace()
  const env = {
    ...place.env,
    ...{ DATABASE_URL: database.url, SECRET: SECRET.toString('base64'), ROLES: 'api', PGAPPNAME: VICTIM },
  }
  const server: ChildProcess = await runUntilReady(env)
  count += 1
  const person = await makePerson(database.db, `person${count}`, passwordHash, [`${count}01`, `${count}02`])
  const access = await signIn(place.url, person.email)
  const before = await tracesInDatabase(database.db, person.words)
  await work(
    () => end(server, 'SIGKILL'),
    () => remove(place.url, access),
  )
  await expect.poll(() => backends('true')).toBe(0)
  const after = await tracesInDatabase(database.db, person.words)
  expect([before, []]).toContainEqual(after)
  return { gone: after.length === 0 }
}

describe('a server killed while it deletes an account', () => {
  it.each(obstacles)('SET-04 F2 leaves all or nothing: waiting for %s (%s)', async (table, lock) => {
    const { gone } = await deletion(async (kill, ask) => {
      await database.db.transaction(async (sql) => {
        await sql.run(`lock table ${table} in ${lock} mode`)
        const asked = ask().catch(() => undefined)
        await expect.poll(() => backends(`wait_event_type = 'Lock'`)).toBe(1)
        await kill()
        await asked
      })
    })
    expect(gone).toBe(false)
  })

  it('SET-04 F2 leaves all or nothing: at any other moment, and all is gone once it has said so', async () => {
    let took = 0
    const undisturbed = await deletion(async (kill, ask) => {
      const began = performance.now()
      expect((await ask()).status).toBe(200)
      took = performance.now() - began
      await kill()
    })
    expect(undisturbed.gone).toBe(true)
    for (const moment of moments) {
      await deletion(async (kill, ask) => {
        const asked = ask().catch(() => undefined)
        const { promise, resolve } = Promise.withResolvers<void>()
        setTimeout(resolve, moment * took)
        await promise
        await kill()
        await asked
      })
    }
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
