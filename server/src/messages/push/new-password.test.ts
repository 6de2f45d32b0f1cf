import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { setUpPush } from '../../../test/set-up/push.ts'
import { resetStore } from '../../identity/resets/store.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'

const world = setUpPush()
const NEW_PASSWORD = 'Ganz-neuer-Keller-7'

/** An owner whose two sessions each have a browser. */
async function signedIn() {
  const of = world()
  const { owner, ...made } = await of.owner()
  const [first, second] = [await of.api.signIn(made.email), await of.api.signIn(made.email)]
  await of.browser(second.access)
  const own = await of.browser(first.access)
  return { ...of, ...made, ...first, own, id: owner }
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>

async function change({ api, bearer, access }: SignedIn) {
  const form = { password: NEW_PASSWORD, current_password: PASSWORD }
  expect((await api.post('/api/auth/user/', form, bearer(access))).statusCode).toBe(200)
}
async function reset({ api, id: owner }: SignedIn) {
  const id = randomUUID()
  await resetStore(api.db).issue(id, owner, new Date(api.now().getTime() + 60_000), api.now())
  const form = { token: linkTokens(SECRET, 'reset').write(id), password: NEW_PASSWORD }
  expect((await api.post('/api/auth/password_reset/confirm/', form)).statusCode).toBe(200)
}

it.each([
  ['changed', change],
  ['reset', reset],
])(
  'ALR-21 no browser shows alerts once the password is %s, and what waits for it fails',
  async (_, replace) => {
    const of = await signedIn()
    await of.report(of.system, 'relay')
    await of.pass(1.1)
    await replace(of)
    expect(await of.count('push_subscription')).toBe(0)
    expect(await of.deliver()).toEqual([])
    expect(await of.outcomes()).toEqual(['failed', 'failed'])
  },
)

it('ALR-21 a browser is added anew after a change, but not by an access token of before', async () => {
  const of = await signedIn()
  of.api.clock.skip(2000)
  await change(of)
  const [thief, own] = [of.service.subscribe(), of.service.subscribe()]
  expectProblem(await of.post('', thief, of.access), 401, 'session_required')
  expect(await of.count('push_subscription')).toBe(0)
  const renewed = await of.api.post('/api/auth/token/refresh/', { refresh: of.refresh })
  const { access } = renewed.json()
  expect((await of.post('', own, access)).statusCode).toBe(200)
})

it('ALR-22 each is listed with the hash of its endpoint, never with the endpoint', async () => {
  const of = await signedIn()
  const answer = await of.api.get('/api/auth/push/', of.access)
  const endpoint_sha256 = createHash('sha256').update(of.own.endpoint).digest('hex')
  expect(answer.json().browsers).toContainEqual(expect.objectContaining({ current: true, endpoint_sha256 }))
  expect(answer.body).not.toContain(of.own.endpoint)
})
