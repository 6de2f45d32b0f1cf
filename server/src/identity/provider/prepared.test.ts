import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { type TestFlow, testFlow } from '../../../test/provider/provider-flow.ts'
import { identityStore } from './store.ts'

const ANNA = 'anna@example.org'
const linkable = z.object({ outcome: z.literal('link'), ticket: z.string() })

let flow: TestFlow
beforeAll(async () => {
  flow = await testFlow()
})
beforeEach(async () => {
  for (const table of ['attempt', 'mail', 'identity', 'owner']) await flow.api.db.run(`delete from ${table}`)
})
afterAll(() => flow.close())

const ticketOf = async (subject: string) => linkable.parse((await flow.signIn(subject)).json()).ticket
const mallory = () => ({ issuer: flow.provider.issuer, subject: 'mallory' })
const mails = async () =>
  (await flow.api.db.rows(z.object({ kind: z.string() }), 'select kind from mail order by kind')).map(
    ({ kind }) => kind,
  )

/** An account whose address nobody has confirmed, with a session and a sign-in at the provider of somebody else's. */
async function prepared() {
  const { owner } = await flow.api.owner(ANNA)
  const { refresh } = await flow.api.signIn(ANNA)
  await flow.api.db.run('update owner set email_confirmed_at = null')
  await identityStore(flow.api.db).link(mallory(), owner, flow.api.now())
  return { owner, refresh }
}

describe('an account that somebody else may have prepared, once the provider vouches for its address', () => {
  it('AUT-16 AUT-18 has no session and no sign-in at the provider from before, but those that are its owner’s', async () => {
    const { owner, refresh } = await prepared()
    const linked = await flow.link(await ticketOf(ANNA), PASSWORD)
    expect(linked.statusCode, linked.body).toBe(200)
    expectProblem(await flow.api.refresh(refresh), 401, 'session_expired')
    expect((await flow.api.refresh(linked.json().refresh)).statusCode).toBe(200)
    const user = await flow.api.get('/api/auth/user/', linked.json().access)
    expect(user.json()).toMatchObject({ email_confirmed: true, linked: true })
    expect(await identityStore(flow.api.db).owner(mallory())).toBeUndefined()
    expect(await identityStore(flow.api.db).of(owner)).toHaveLength(1)
    expect(await mails()).toEqual(['linked', 'unlinked'])
  })

  it('AUT-16 AUT-13 knows the browser in which that was, and no other from before', async () => {
    await prepared()
    const before = await flow.api.post('/api/auth/token/', { email: ANNA, password: PASSWORD })
    const linked = await flow.link(await ticketOf(ANNA), PASSWORD)
    for (const [answer, isNew] of [
      [before, true],
      [linked, false],
    ] as const) {
      const headers = {
        cookie: [answer.headers['set-cookie']].flat().join('; '),
        'x-forwarded-for': isNew ? '203.0.113.9' : '203.0.113.10',
      }
      await flow.api.post('/api/auth/token/', { email: ANNA, password: PASSWORD }, { headers })
      const row = z.object({ isNew: z.boolean() })
      const newest = 'select new_device as "isNew" from session order by created_at desc limit 1'
      expect(await flow.api.db.row(row, newest)).toEqual({ isNew })
    }
  })

  it('AUT-16 AUT-18 loses nothing by a ticket from before its link was ended, or without the password', async () => {
    const { refresh } = await prepared()
    const ticket = await ticketOf(ANNA)
    expectProblem(await flow.link(ticket, 'Falsch-1234'), 401, 'credentials_wrong')
    await flow.api.db.run('update owner set unlinked_at = $1', [new Date(flow.api.now().getTime() + 1000)])
    expectProblem(await flow.link(ticket, PASSWORD), 410, 'ticket_expired')
    expect(await identityStore(flow.api.db).owner(mallory())).toBeDefined()
    expect((await flow.api.refresh(refresh)).statusCode).toBe(200)
  })
})
