import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { systemStore } from '../../systems/store.ts'
import { settingStore } from './setting-store.ts'

const world = setUpAlerts()
const LIST = '/api/auth/alerts/'
const isOff = ({ topic, email }: { topic: string; email: boolean }) => !email && topic !== 'outlook'
const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const tokenIn = (text = '') => /alerts\/mute#token=(\S+)/.exec(text)?.[1] ?? ''

/** An owner who was notified of a fault, and the mail. */
async function alerted(systems = 1) {
  const { owner, report, pass, letters, api } = world()
  const made = await owner(systems)
  await report(made.system, 'relay')
  await pass(1.1)
  const [letter] = await letters()
  return { ...made, ...(await api.signIn(made.email)), token: tokenIn(letter?.text) }
}

describe('the list of alerts', () => {
  it('ALR-14 lists for each when and why it was raised, where it was sent, and with what result', async () => {
    const { api } = world()
    const { access, sn, email } = await alerted()
    const { total, open, alerts } = (await api.get(LIST, access)).json()
    expect([total, open]).toEqual([1, 1])
    expect(alerts[0]).toMatchObject({
      ...{ sn, cause: 'fault', topic: 'fault', code: 'relay', hold: null, ended_at: null, over_at: null },
      begun_at: '2026-06-18T10:00:01.000Z',
      notices: [{ kind: 'begun', channel: 'email', address: email, outcome: 'sent' }],
    })
  })

  it('ALR-14 comes in pages of ten, what lasts first', async () => {
    const { api } = world()
    const { access, owner } = await alerted()
    await api.db.run(
      `insert into alert (owner, cause, subject, begun_at, raised_at, over_at, count, rounds)
       select $1, 'sign_in', i::text, now() + i * interval '1 minute', now() + i * interval '1 minute', now(), 1, 1
       from generate_series(1, 11) as i`,
      [owner],
    )
    const first = (await api.get(LIST, access)).json()
    const second = (await api.get(`${LIST}?page=2`, access)).json()
    expect([first.total, first.open, first.alerts.length, second.alerts.length]).toEqual([12, 1, 10, 2])
    expect(first.alerts[0].cause).toBe('fault')
    expectProblem(await api.get(`${LIST}?page=zero`, access), 400, 'input_invalid')
  })

  it('ALR-12 is nobody else’s to see or mute', async () => {
    const { api, owner } = world()
    const { access, sn } = await alerted()
    const { alerts } = (await api.get(LIST, access)).json()
    const stranger = await api.signIn((await owner()).email)
    expect((await api.get(LIST, stranger.access)).json().alerts).toEqual([])
    const mute = { id: alerts[0].id, mute: 'hour' }
    expectProblem(await api.post(`${LIST}mute/`, mute, bearer(stranger.access)), 404, 'not_found')
    const choice = { sn, topic: 'fault', email: 'false' }
    expectProblem(await api.post(`${LIST}settings/`, choice, bearer(stranger.access)), 404, 'not_found')
  })

  it('ALR-07 an alert is muted for an hour, until tomorrow, until it is over, or no longer', async () => {
    const { api } = world()
    const { access } = await alerted()
    const [{ id }] = (await api.get(LIST, access)).json().alerts
    const muted = async (mute: string) =>
      (await api.post(`${LIST}mute/`, { id, mute }, bearer(access))).json().muted_until
    expect(await muted('hour')).toBe(new Date(api.now().getTime() + 3_600_000).toISOString())
    expect(await muted('tomorrow')).toBe('2026-06-19T05:00:00.000Z')
    expect(await muted('resolved')).toBe('9999-01-01T00:00:00.000Z')
    expect(await muted('none')).toBeNull()
  })
})

describe('the settings of alerts', () => {
  it('ALR-15 ALR-32 name each topic at each system, all but forecasts on at first, and keep what is chosen', async () => {
    const { api, report, pass, letters } = world()
    const { owner } = world()
    const made = await owner(2)
    const { access } = await api.signIn(made.email)
    const before = (await api.get(`${LIST}settings/`, access)).json()
    expect(before).toMatchObject({ quiet: true, reachable: true })
    expect(before.choices).toHaveLength(2 * 8 + 1)
    expect(before.choices.some(isOff)).toBe(false)
    const forecasts = before.choices.filter(({ topic }: { topic: string }) => topic === 'outlook')
    expect(forecasts.map(({ email }: { email: boolean }) => email)).toEqual([false, false])
    const off = { sn: made.sn, topic: 'fault', email: 'false' }
    const after = (await api.post(`${LIST}settings/`, off, bearer(access))).json()
    expect(after.choices.filter(isOff)).toEqual([{ sn: made.sn, topic: 'fault', email: false, push: true }])
    for (const system of made.systems) await report(system, 'relay')
    await pass(2)
    const sent = await letters()
    expect(sent.map(({ subject }) => subject)).toEqual([`Speicher ${made.sns[1]}: Störung „Relay!“`])
    const { alerts } = (await api.get(LIST, access)).json()
    expect(alerts.map(({ hold }: { hold: string | null }) => hold).toSorted()).toEqual(
      [null, 'off'].toSorted(),
    )
  })

  it('ALR-15 belong to topics: a system’s to a system, the account’s to none', async () => {
    const { api } = world()
    const { access, sn } = await alerted()
    const choose = (form: Record<string, string>) => api.post(`${LIST}settings/`, form, bearer(access))
    expectProblem(await choose({ topic: 'fault', email: 'false' }), 404, 'not_found')
    expectProblem(await choose({ sn, topic: 'sign_in', email: 'false' }), 404, 'not_found')
    expectProblem(await choose({ sn, topic: 'claim', email: 'false' }), 400, 'input_invalid')
    expect((await choose({ topic: 'sign_in', email: 'false' })).statusCode).toBe(200)
    const { quiet } = (await api.post(`${LIST}quiet/`, { quiet: 'false' }, bearer(access))).json()
    expect(quiet).toBe(false)
  })

  it('ALR-07 cannot be switched off for a claim, which can be muted while it lasts', async () => {
    const { api, count } = world()
    const { access, owner, system } = await alerted()
    const alert = await api.db.row(
      z.object({ id: z.uuid() }),
      `insert into alert (owner, system, cause, subject, begun_at, raised_at, count, rounds)
       values ($1, $2, 'claim', '', now(), now(), 1, 1) returning id`,
      [owner, system],
    )
    const mute = (how: string) => api.post(`${LIST}mute/`, { id: alert?.id ?? '', mute: how }, bearer(access))
    expectProblem(await mute('always'), 400, 'input_invalid')
    expect(await count('alert_setting')).toBe(0)
    expect((await mute('hour')).json()).toMatchObject({ cause: 'claim', muted_until: expect.any(String) })
  })

  it('ALR-12 are forgotten with the ownership', async () => {
    const { api, count } = world()
    const { access, sn } = await alerted()
    await api.post(`${LIST}settings/`, { sn, topic: 'fault', email: 'false' }, bearer(access))
    expect(await count('alert_setting')).toBe(1)
    await api.db.run('update ownership set until = now() where until is null')
    expect(await count('alert_setting')).toBe(0)
  })
})

describe('what is set for a system', () => {
  const settings = () => world().api.db.run('select from alert_setting where system is not null')

  it.each([
    ['settings', () => ({ path: `${LIST}settings/`, form: { topic: 'fault', email: 'false' } })],
    ['the alert', (id: string) => ({ path: `${LIST}mute/`, form: { id, mute: 'always' } })],
  ])('ALR-12 is forgotten with the ownership, also if that ends while it is set: by %s', async (_, call) => {
    const { api } = world()
    const { access, owner, sn } = await alerted()
    const { alerts } = (await api.get(LIST, access)).json()
    const { path, form } = call(alerts[0].id)
    const chosen = await api.db.transaction(async (sql) => {
      await sql.run('select from owner for update')
      const chosen = api.post(path, { ...('id' in form ? {} : { sn }), ...form }, bearer(access))
      await expect.poll(() => connectionsWaiting(api.db)).toBe(1)
      await systemStore(sql).release(serialNumber.parse(sn), owner, api.now())
      return { chosen }
    })
    expectProblem(await chosen.chosen, 404, 'not_found')
    expect(await settings()).toBe(0)
  })

  it('ALR-12 by a former owner keeps nothing from the present one', async () => {
    const { api, owner } = world()
    const [former, present] = [await owner(), await owner()]
    const { system } = present
    for (const { owner } of [present, former])
      await settingStore(api.db).put({ owner, systems: [system], topic: 'outlook', email: true })
    expect(await settingStore(api.db).wanting('outlook', [system])).toEqual([
      { system, owner: present.owner },
    ])
  })
})

describe('the link in a mail', () => {
  it('ALR-07 mutes the alerts of a mail, without a session, as often as it is used', async () => {
    const { api } = world()
    const { access, token } = await alerted()
    for (const mute of ['hour', 'resolved'])
      expect((await api.post('/api/alerts/mute/', { token, mute })).json()).toEqual({ muted: 1 })
    expect((await api.get(LIST, access)).json().alerts[0].muted_until).toBe('9999-01-01T00:00:00.000Z')
    expect((await api.post('/api/alerts/mute/', { token, mute: 'always' })).json()).toEqual({ muted: 1 })
    const { choices } = (await api.get(`${LIST}settings/`, access)).json()
    expect(choices.filter(isOff)).toHaveLength(1)
  })

  it('ALR-07 works for 30 days, and only if it is genuine; asking for it changes nothing', async () => {
    const { api } = world()
    const { token } = await alerted()
    const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expectProblem(await api.post('/api/alerts/mute/', { token: wrong, mute: 'hour' }), 410, 'link_invalid')
    expectProblem(await api.get(`/api/alerts/mute/?token=${token}&mute=hour`), 405, 'method_not_allowed')
    api.clock.skip(30 * 24 * 3_600_000)
    expectProblem(await api.post('/api/alerts/mute/', { token, mute: 'hour' }), 410, 'link_invalid')
  })
})
