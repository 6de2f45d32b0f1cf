import { describe, expect, it } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { setUpPush } from '../../../test/set-up/push.ts'
import { subscriptionStore } from './subscription-store.ts'

const world = setUpPush()

/** An owner with a notice of a fault that is due in one browser. */
async function alerted() {
  const of = world()
  const made = await of.owner()
  const { access } = await of.api.signIn(made.email)
  const browser = await of.browser(access)
  await of.report(made.system, 'relay')
  await of.pass(1.1)
  return { ...of, ...made, ...browser, access }
}

describe('what is sent to a browser', () => {
  it('ALR-17 announces a fault once, beside the mail, and replaces it when the fault ends', async () => {
    const { heal, deliver, letters, system, sn, outcomes } = await alerted()
    const [begun, ...others] = await deliver()
    expect(others).toEqual([])
    expect(begun).toMatchObject({
      title: `Speicher ${sn}: Störung „Relay!“`,
      body: 'Solange sie besteht, lädt und entlädt der Speicher nicht.',
      path: `/dashboard/messages?sn=${sn}`,
      ...{ urgency: 'high', ttl: '86400' },
    })
    expect(begun?.topic).toBe(begun?.tag)
    expect((await letters()).map(({ subject }) => subject)).toEqual([begun?.title])
    expect(await deliver()).toEqual([])
    await heal(system)
    const [ended] = await deliver()
    expect(ended).toMatchObject({ urgency: 'low', ttl: '14400', topic: begun?.topic })
    expect(ended?.title).toBe(`Speicher ${sn}: vorbei: Störung „Relay!“`)
    expect(await outcomes()).toEqual(['sent', 'sent'])
  })

  it('ALR-17 is all that has happened, also what is judged just as the browser is leased', async () => {
    const { api, report, pass, deliver, system, sn } = await alerted()
    await report(system, 'relay bat')
    const until = new Date(api.now().getTime() + 2 * 60_000)
    const lane = { service: 'own', isProven: false } as const
    await api.db.transaction(async (sql) => {
      expect(await subscriptionStore(sql).take(lane, 8, api.now(), until)).toHaveLength(1)
      await pass(1.1)
    })
    api.clock.skip(2 * 60_000)
    expect((await deliver()).map(({ title }) => title)).toEqual([
      `Speicher ${sn}: Störung „Relay!“`,
      `Speicher ${sn}: Störung „BAT“`,
    ])
  })

  it('ALR-17 is no more than what is still true then', async () => {
    const { heal, deliver, system, outcomes } = await alerted()
    await heal(system)
    expect(await deliver()).toEqual([])
    expect(await outcomes()).toEqual(['over', 'over'])
  })

  it('ALR-18 is one message after a day in which nothing could be sent', async () => {
    const { service, owner, report, pass, deliver, browser, api } = world()
    const made = await owner(3)
    await browser((await api.signIn(made.email)).access)
    for (const system of made.systems) await report(system, 'relay hw')
    await pass(1.1)
    service.troubles.push({ how: { status: 503 } })
    await deliver()
    api.clock.skip(23 * 3_600_000)
    const [one, ...others] = await deliver()
    expect(others).toEqual([])
    expect(one).toMatchObject({ title: 'Kellersonne: 6 Hinweise', path: '/alerts', topic: 'alerts' })
  })

  it('ALR-18 is not sent any more when it is older than a day', async () => {
    const { deliver, api, outcomes } = await alerted()
    api.clock.skip(25 * 3_600_000)
    expect(await deliver()).toEqual([])
    expect(await outcomes()).toEqual(['failed'])
  })

  it('ALR-18 goes out once, however many processes send', async () => {
    const { service, work, owner, report, pass, browser, api, outcomes } = world()
    const made = await owner()
    for (let i = 0; i < 6; i++) await browser((await api.signIn(made.email)).access)
    await report(made.system, 'relay')
    await pass(1.1)
    const workers = [work(), work(), work()]
    await expect.poll(() => service.delivered.length).toBe(6)
    for (const worker of workers) await worker.close()
    expect(new Set(service.seen).size).toBe(6)
    expect(service.seen).toHaveLength(6)
    expect(await outcomes()).toEqual(Array(6).fill('sent'))
  })
})

describe('a push service', () => {
  it.each([404, 410])('ALR-18 that answers %i ends the subscription', async (status) => {
    const { service, deliver, count, outcomes } = await alerted()
    const since = await metricsFromNow()
    service.troubles.push({ how: { status } })
    expect(await deliver()).toEqual([])
    expect(await count('push_subscription')).toBe(0)
    expect(await outcomes()).toEqual(['failed'])
    expect((await since())('pushes_total{service="own",outcome="removed"}')).toBe(1)
  })

  it.each([413, 400, 403, 302])(
    'ALR-18 that answers %i is asked once, and that is logged',
    async (status) => {
      const { service, api, deliver, count, outcomes } = await alerted()
      service.troubles.push({ how: { status, headers: { location: `${service.origin}/elsewhere` } } })
      const before = api.logged.length
      await deliver()
      api.clock.skip(3_600_000)
      await deliver()
      expect(service.seen).toHaveLength(1)
      expect(await count('push_subscription')).toBe(1)
      expect(await outcomes()).toEqual(['failed'])
      const logged = api.logged.slice(before).filter((line) => line.includes('could not be sent'))
      expect(logged).toHaveLength(1)
      expect(logged[0]).not.toContain('wpush')
    },
  )

  it.each([
    ['600', 599, 601],
    ['99999999', 3599, 3601],
    ['Thu, 18 Jun 2026 10:11:05 GMT', 590, 604],
    ['soon', 29, 31],
  ])('ALR-18 that asks to wait %s is asked again then', async (after, tooSoon, enough) => {
    const { service, api, deliver } = await alerted()
    service.troubles.push({ how: { status: 429, headers: { 'retry-after': after } } })
    await deliver()
    api.clock.skip(tooSoon * 1000)
    expect(await deliver()).toEqual([])
    api.clock.skip((enough - tooSoon) * 1000)
    expect(await deliver()).toHaveLength(1)
  })

  it.each([{ status: 500 }, { status: 503 }, 'hang up', 'never'] as const)(
    'ALR-18 that is away (%j) is asked again',
    async (how) => {
      const { service, api, deliver, outcomes, beImpatient } = await alerted()
      beImpatient()
      service.troubles.push({ how })
      await deliver()
      expect(await outcomes()).toEqual([null])
      api.clock.skip(31_000)
      expect(await deliver()).toHaveLength(1)
    },
  )

  it('ALR-18 that stays away is asked less and less often, for a day', async () => {
    const { service, api, deliver, outcomes, count } = await alerted()
    const gaps = [29, 2, 118, 3, 478, 4, 1918, 5, 3590, 12]
    for (let i = 0; i < gaps.length; i++) service.troubles.push({ how: { status: 503 } })
    const asked = []
    await deliver()
    for (const seconds of gaps) {
      api.clock.skip(seconds * 1000)
      await deliver()
      asked.push(service.seen.length)
    }
    expect(asked).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
    api.clock.skip(23 * 3_600_000)
    await deliver()
    expect(await outcomes()).toEqual(['failed'])
    expect(await count('push_subscription')).toBe(1)
  })

  it('ALR-18 that answers without end, or with garbage, holds nothing', async () => {
    const { service, deliver, outcomes } = await alerted()
    service.troubles.push({ how: 'endless' })
    await deliver()
    expect(await outcomes()).toEqual(['sent'])
  })

  it('ALR-18 that is slow keeps no browser of another waiting', async () => {
    const { service, work, owner, report, pass, browser, api, beImpatient } = world()
    beImpatient()
    const made = await owner()
    const slow = []
    for (let i = 0; i < 9; i++) slow.push(await browser((await api.signIn(made.email)).access))
    await api.db.run(`update push_subscription set service = 'mozilla'`)
    for (const { endpoint } of slow) service.troubles.push({ endpoint, how: 'never' })
    await browser((await api.signIn(made.email)).access)
    await report(made.system, 'relay')
    await pass(1.1)
    const worker = work()
    await expect.poll(() => service.delivered.length).toBe(1)
    await worker.close()
  })

  it('ALR-18 F14 that never answers keeps no browser waiting whose last message arrived', async () => {
    const { service, work, owner, report, pass, browser, api, beImpatient } = world()
    beImpatient()
    const made = await owner()
    const [proven, silent] = [
      await browser((await api.signIn(made.email)).access),
      await browser((await api.signIn(made.email)).access),
    ]
    service.troubles.push({ endpoint: silent.endpoint, how: 'never' })
    await report(made.system, 'relay')
    await pass(1.1)
    const worker = work()
    await expect.poll(() => service.delivered.map(({ endpoint }) => endpoint)).toEqual([proven.endpoint])
    await worker.close()
    await api.db.run('update alert_notice set outcome = null')
    const [now, lease] = [new Date(api.now().getTime() + 60_000), new Date(api.now().getTime() + 120_000)]
    const taken = async (isProven: boolean) =>
      (await subscriptionStore(api.db).take({ service: 'own', isProven }, 8, now, lease)).map(
        (one) => one.endpoint,
      )
    expect(await taken(true)).toEqual([proven.endpoint])
    expect(await taken(false)).toEqual([silent.endpoint])
  })
})
