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

/** Runs `work` while the maximum number of downloads wait for the database. */
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

describe('more exports than are read at once', () => {
  it('SET-06 F14 go on in turns; an owner has two at most', async () => {
    const { access } = await newOwner()
    let asked: Promise<Response>[] = []
    await whileFull(async () => {
      asked = Array.from({ length: 3 }, () => ask(access))
      const statuses = await Promise.all(asked.map(async (one) => (await one).status))
      expect(statuses.sort()).toEqual([200, 200, 429])
    })
    const sizes = await Promise.all(asked.map(async (one) => (await (await one).arrayBuffer()).byteLength))
    expect(sizes.filter((size) => size > 1000)).toHaveLength(2)
  })

  it('SET-06 F14 have no turn once their session has ended', async () => {
    const { access, email } = await newOwner()
    await whileFull(async () => {
      const asked = await Promise.all([ask(access), ask(access)])
      await api.db.run(
        `with gone as (delete from session using owner where owner = owner.id and email = $1 returning session.id)
         select pg_notify('session_ended', id::text) from gone`,
        [email],
      )
      const ended = await Promise.allSettled(asked.map((one) => one.arrayBuffer()))
      expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    })
  })
})
