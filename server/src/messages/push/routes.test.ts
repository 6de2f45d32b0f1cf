import { openPushService } from '@kellersonne/testing/push-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { setUpPush } from '../../../test/set-up/push.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import { subscriptionStore } from './subscription-store.ts'

const world = setUpPush()
let foreign: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  foreign = await openPushService()
})
afterAll(() => foreign.close())

async function signedIn() {
  const of = world()
  const { owner: id, ...made } = await of.owner()
  return { ...of, ...made, id, ...(await of.api.signIn(made.email)) }
}

describe('a browser', () => {
  it('ALR-19 is added once per session, and its new subscription replaces the old one', async () => {
    const { service, post, access, settings } = await signedIn()
    const first = service.subscribe()
    const both = [await post('', first, access), await post('', first, access)]
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await Promise.all([post('', first, access), post('', service.subscribe(), access)])
    const { key, browsers } = await settings(access)
    expect(browsers).toMatchObject([{ current: true }])
    expect(key).toMatch(/^B[\w-]{86}$/)
  })

  it('ALR-19 is refused at hosts that are no push service’s, and with keys that are no browser’s', async () => {
    const { service, post, access, count } = await signedIn()
    const endless = `${service.origin}/${'x'.repeat(1000)}`
    for (const endpoint of [
      foreign.origin,
      'https://10.0.0.1/',
      'https://fcm.googleapis.com.evil.example/',
    ]) {
      const { p256dh, auth } = service.subscribe()
      expectProblem(await post('', { endpoint, p256dh, auth }, access), 409, 'push_refused')
    }
    const own = service.subscribe()
    const noPoint = `B${'A'.repeat(86)}`
    expectProblem(await post('', { ...own, p256dh: noPoint }, access), 409, 'push_refused')
    for (const wrong of [
      { p256dh: 'B'.repeat(60_000) },
      { auth: 'a'.repeat(23) },
      { auth: 'a\r\nX: y' },
      { endpoint: endless },
    ])
      expectProblem(await post('', { ...own, ...wrong }, access), 400, 'input_invalid')
    expect(await count('push_subscription')).toBe(0)
    expect(foreign.seen).toEqual([])
  })

  it('ALR-19 goes to whoever signs in with it next, without what waited for the former', async () => {
    const { service, owner, report, pass, deliver, api, post, ...anna } = await signedIn()
    const shared = service.subscribe()
    await post('', shared, anna.access)
    await report(anna.system, 'relay')
    await pass(1.1)
    const bert = await owner()
    const { access } = await api.signIn(bert.email)
    expect((await post('', shared, access)).statusCode).toBe(200)
    expect(await deliver()).toEqual([])
    await report(bert.system, 'relay')
    await pass(1.1)
    const sent = await deliver()
    expect(sent.map(({ title }) => title)).toEqual([`Speicher ${bert.sn}: Störung „Relay!“`])
    expect((await world().settings(anna.access)).browsers).toEqual([])
  })

  it('ALR-19 is nobody else’s by its endpoint alone', async () => {
    const { service, owner, api, post, count, access } = await signedIn()
    const anna = service.subscribe()
    await post('', anna, access)
    const bert = (await api.signIn((await owner()).email)).access
    const { p256dh, auth } = service.subscribe()
    expectProblem(await post('', { endpoint: anna.endpoint, p256dh, auth }, bert), 409, 'push_refused')
    expect(await count('push_subscription')).toBe(1)
    const [{ id } = { id: '' }] = (await world().settings(access)).browsers
    expectProblem(await post('test/', { id }, bert), 404, 'not_found')
    expectProblem(await post('remove/', { id }, bert), 404, 'not_found')
    expect((await post('remove/', { id }, access)).json().browsers).toEqual([])
  })

  it('ALR-19 is one of ten, and ten thousand are refused', async () => {
    const { service, api, post, email, count } = await signedIn()
    let last = ''
    for (let i = 0; i < 11; i++) {
      await api.db.run('delete from attempt')
      last = (await api.signIn(email)).access
      const answer = await post('', service.subscribe(), last)
      if (i < 10) expect(answer.statusCode).toBe(200)
      else expectProblem(answer, 409, 'push_full')
    }
    expect(await count('push_subscription')).toBe(10)
    const statuses = new Set<number>()
    for (let i = 0; i < 40; i++) statuses.add((await post('', service.subscribe(), last)).statusCode)
    expect([...statuses]).toEqual([409, 429])
    expect(await count('push_subscription')).toBe(10)
  })

  it('ALR-20 is tried with a message, and the result is returned', async () => {
    const { service, deliver, browser, post, access, count, beImpatient } = await signedIn()
    const { id, endpoint } = await browser(access)
    const verdict = async () => (await post('test/', { id }, access)).json().verdict
    expect(await verdict()).toBe('sent')
    expect((await deliver())[0]).toMatchObject({ title: 'Kellersonne', tag: 'test', path: '/alerts' })
    beImpatient()
    for (const how of ['never', { status: 413 }] as const) service.troubles.push({ how })
    expect([await verdict(), await verdict()]).toEqual(['away', 'refused'])
    service.unsubscribe(endpoint)
    expect(await verdict()).toBe('gone')
    expect(await count('push_subscription')).toBe(0)
  })

  it('ALR-20 shows only that there is something if its owner wants that', async () => {
    const { report, pass, deliver, browser, post, access, system } = await signedIn()
    await browser(access)
    expect((await post('discreet/', { discreet: 'true' }, access)).json().discreet).toBe(true)
    await report(system, 'relay hw')
    await pass(1.1)
    expect(await deliver()).toMatchObject([{ title: 'Kellersonne', body: 'Etwas an Ihrer Anlage' }])
  })
})

describe('the end of a session', () => {
  type Of = Awaited<ReturnType<typeof signedIn>>
  const ends: [string, (of: Of) => Promise<unknown>][] = [
    ['signing out', ({ api, refresh }) => api.post('/api/auth/logout/', { refresh })],
    [
      'its revocation elsewhere',
      async ({ api, email, bearer }) => {
        const other = bearer((await api.signIn(email)).access)
        const sessions = (await api.app.inject({ url: '/api/auth/sessions/', ...other })).json()
        const { id } = sessions.find(({ current }: { current: boolean }) => !current)
        await api.post('/api/auth/sessions/end/', { id }, other)
      },
    ],
    ['a new password', ({ api, id }) => sessionStore(api.db).endAll(id)],
    ['the removal of the account', ({ api }) => api.db.run('delete from owner')],
  ]
  it.each(ends)('ALR-21 by %s ends what its browser shows', async (_, end) => {
    const { service, ...of } = await signedIn()
    await of.browser(of.access)
    await of.report(of.system, 'relay')
    await of.pass(1.1)
    await end({ service, ...of })
    expect(await of.count('push_subscription')).toBe(0)
    expect(await of.deliver()).toEqual([])
    expect((await of.outcomes()).every((outcome) => outcome === 'failed')).toBe(true)
  })
})

describe('a browser whose push service gives it a new subscription', () => {
  it('ALR-21 goes on with it, and proves itself by the old one', async () => {
    const { service, browser, api, access, report, pass, deliver, system } = await signedIn()
    const { endpoint, auth } = await browser(access)
    const next = service.subscribe()
    const renew = (old: { old_endpoint: string; old_auth: string }) =>
      api.post('/api/push/renew/', { ...next, ...old })
    const guessed = await renew({ old_endpoint: endpoint, old_auth: next.auth })
    expectProblem(guessed, 404, 'not_found')
    // A neighbour's attempts from the same network do not keep this browser from it.
    for (let i = 0; i < 31; i += 1) await renew({ old_endpoint: `${endpoint}${i}`, old_auth: auth })
    expect((await renew({ old_endpoint: endpoint, old_auth: auth })).statusCode).toBe(200)
    expectProblem(await renew({ old_endpoint: endpoint, old_auth: auth }), 429, 'too_many_attempts')
    await report(system, 'relay')
    await pass(1.1)
    expect((await deliver()).map((one) => one.endpoint)).toEqual([next.endpoint])
  })

  it('ALR-21 has one of its own: of two that renew to the same one at once, one gets it', async () => {
    const of = await signedIn()
    const other = await signedIn()
    const [first, second] = [await of.browser(of.access), await other.browser(other.access)]
    const next = { ...of.service.subscribe(), service: 'own' as const }
    const { db } = of.api
    const outcomes: Promise<boolean>[] = []
    await db.transaction(async (sql) => {
      expect(await subscriptionStore(sql).renew(first, next)).toBe(true)
      outcomes.push(subscriptionStore(db).renew(second, next))
      // The other one has looked by now, and waits for this transaction.
      for (let i = 0; i < 20; i += 1) await of.count('push_subscription')
    })
    expect(await Promise.all(outcomes)).toEqual([false])
  })
})
