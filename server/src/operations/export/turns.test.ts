import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'

const EXPORT = '/api/auth/export/'
const AT_ONCE = 4

let api: TestApi
let origin: string
beforeAll(async () => {
  api = await testApi()
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

let count = 0
async function newOwner() {
  count += 1
  const email = `owner${count}@example.org`
  await api.owner(email, [`${1000 + count}`])
  return { email, ...(await api.signIn(email)) }
}
const ask = (access: string) => fetch(origin + EXPORT, { headers: { authorization: `Bearer ${access}` } })

/** Runs `work` while the maximum number of concurrent downloads is stalled. */
async function whileFull(work: () => Promise<void>) {
  const owners = await Promise.all(Array.from({ length: AT_ONCE }, newOwner))
  const bodies = await api.db.transaction(async (sql) => {
    await sql.run('lock table reading in access exclusive mode')
    const answers = await Promise.all(owners.map(({ access }) => ask(access)))
    expect(answers.map(({ status }) => status)).toEqual(owners.map(() => 200))
    const bodies = answers.map((answer) => answer.arrayBuffer())
    await work()
    return bodies
  })
  await Promise.all(bodies)
}

/** Requests three downloads for one owner, two of which may wait: any one of the three is refused. */
async function askThrice(access: string) {
  const asked = Array.from({ length: 3 }, () => ask(access))
  for (const one of asked) one.catch(() => undefined)
  expect((await Promise.race(asked)).status).toBe(429)
  return asked
}

describe('more exports than there may be at once', () => {
  it('SET-06 F14 wait until others have been taken, two of an owner', async () => {
    const { access } = await newOwner()
    let asked: Promise<Response>[] = []
    await whileFull(async () => {
      asked = await askThrice(access)
    })
    const statuses = asked.map(async (one) => {
      const answer = await one
      await answer.arrayBuffer()
      return answer.status
    })
    expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 429])
  })

  it('SET-06 F14 have no turn once their session has ended', async () => {
    const { access, email } = await newOwner()
    await whileFull(async () => {
      const asked = await askThrice(access)
      await api.db.run(
        `with gone as (delete from session using owner where owner = owner.id and email = $1 returning session.id)
         select pg_notify('session_ended', id::text) from gone`,
        [email],
      )
      const ended = (await Promise.allSettled(asked)).map(({ status }) => status)
      expect(ended.sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    })
  })
})
