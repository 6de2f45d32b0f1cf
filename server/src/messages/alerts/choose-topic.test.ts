import { randomUUID } from 'node:crypto'
import { getAlertSettings } from '@kellersonne/contract/messages/alerts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { resetStore } from '../../identity/resets/store.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'
import { lockOwner } from '../../systems/owners.ts'

const world = setUpAlerts()
const LIST = '/api/auth/alerts/'
const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })

async function entered(systems = 1) {
  const made = await world().owner(systems)
  return { ...made, ...(await world().api.signIn(made.email)) }
}

async function signInAlert(owner: string): Promise<string> {
  const alert = await world().api.db.row(
    z.object({ id: z.uuid() }),
    `insert into alert (owner, cause, subject, begun_at, raised_at, over_at, count, rounds)
     values ($1, 'sign_in', 'x', now(), now(), now(), 1, 1) returning id`,
    [owner],
  )
  return alert?.id ?? ''
}

describe('alerts', () => {
  it('ALR-15 are switched off for sign-ins with a mail about that, since a thief would do it first', async () => {
    const { api, count } = world()
    const { access, owner } = await entered()
    const choose = (form: Record<string, string>) =>
      api.post(`${LIST}settings/`, { topic: 'sign_in', ...form }, bearer(access))
    const mails = () => count(`mail where kind = 'sign_in_alerts_off' and owner = '${owner}'`)
    await choose({ email: 'true', push: 'true' })
    expect(await mails()).toBe(0)
    await choose({ push: 'false' })
    expect(await mails()).toBe(1)
    await api.db.run('delete from mail')
    await choose({ email: 'false', push: 'false' })
    expect(await mails()).toBe(1)
    await api.db.run('delete from mail')
    await choose({ email: 'false' })
    expect(await mails()).toBe(0)
    await choose({ email: 'true' })
    await api.post(`${LIST}mute/`, { id: await signInAlert(owner), mute: 'always' }, bearer(access))
    expect(await mails()).toBe(1)
    await choose({ email: 'true' })
    await choose({ email: 'false' })
    // Mails were deleted twice above: that was the third, and the last of the day.
    expect(await mails()).toBe(1)
  })

  it.each([
    ['chosen in the settings', 'settings/', async () => ({ topic: 'sign_in', email: 'false' })],
    ['muted for good', 'mute/', async (owner: string) => ({ id: await signInAlert(owner), mute: 'always' })],
  ])('ALR-15 are not switched off by a session that has ended meanwhile: %s', async (_, path, formOf) => {
    const { api, count } = world()
    const { access, owner } = await entered()
    const form = await formOf(owner)
    const asked = await api.db.transaction(async (sql) => {
      await lockOwner(sql, owner)
      const answer = api.post(`${LIST}${path}`, form, bearer(access))
      await expect.poll(() => connectionsWaiting(sql)).toBe(1)
      await sessionStore(sql).endAll(owner)
      return { answer }
    })
    expectProblem(await asked.answer, 401, 'session_required')
    expect(await count(`mail where kind = 'sign_in_alerts_off' and owner = '${owner}'`)).toBe(0)
  })

  it('ALR-15 are switched off for faults with a mail about that for each system, one a day, as soon as no mail is left', async () => {
    const { api, count } = world()
    const { access, owner, email, sns } = await entered(2)
    const choose = (topic: string, form: Record<string, string>, token = access) =>
      api.post(`${LIST}settings/`, { sn: sns[0] ?? '', topic, ...form }, bearer(token))
    const mails = () => count(`mail where kind = 'fault_alerts_off' and owner = '${owner}'`)
    await choose('warning', { email: 'false', push: 'false' })
    await choose('fault', { push: 'false' })
    await choose('fault', { push: 'true' })
    expect(await mails()).toBe(0)
    // Whoever has the session can remove browsers, or have added one of theirs.
    await choose('fault', { email: 'false' })
    expect(await mails()).toBe(1)
    await choose('fault', { email: 'true' })
    await choose('fault', { email: 'false', push: 'false' })
    expect(await mails()).toBe(1)
    await choose('fault', { sn: sns[1] ?? '', email: 'false' })
    const named = `select details ->> 'sn' as sn from mail where kind = 'fault_alerts_off'`
    expect(await api.db.rows(z.object({ sn: z.string() }), named)).toEqual(sns.map((sn) => ({ sn })))
    await api.db.run('delete from mail')
    await choose('fault', { push: 'true' })
    api.clock.skip(24 * 3_600_000)
    const { access: later } = await api.signIn(email)
    await choose('fault', { email: 'false' }, later)
    expect(await mails()).toBe(0)
    await choose('fault', { push: 'false' }, later)
    expect(await mails()).toBe(1)
  })

  it('ALR-15 are switched at all systems at once, nobody else’s, with one mail if that leaves none about faults', async () => {
    const { api } = world()
    const { access, owner, sns } = await entered(3)
    const neighbour = await entered(2)
    const choose = async (form: Record<string, string>) => api.post(`${LIST}settings/`, form, bearer(access))
    const [first = ''] = sns
    const chosen = async (token: string) => {
      const { choices } = getAlertSettings.response.parse((await api.get(`${LIST}settings/`, token)).json())
      return choices.filter(({ topic }) => topic === 'fault').map(({ email, push }) => [email, push])
    }
    const mails = () =>
      api.db.rows(
        z.object({ kind: z.string(), sn: z.nullable(z.string()) }),
        `select kind, details ->> 'sn' as sn from mail where owner = $1 and kind like '%fault_alerts_off' order by kind`,
        [owner],
      )
    await choose({ sn: '-1', topic: 'warning', email: 'false' })
    await choose({ sn: '-1', topic: 'fault', push: 'false' })
    expect(await mails()).toEqual([])
    await choose({ sn: '-1', topic: 'fault', email: 'false' })
    expect(await chosen(access)).toEqual(sns.map(() => [false, false]))
    expect(await chosen(neighbour.access)).toEqual(neighbour.sns.map(() => [true, true]))
    const all = { kind: 'all_fault_alerts_off', sn: null }
    expect(await mails()).toEqual([all])
    await choose({ sn: first, topic: 'fault', email: 'true' })
    await choose({ sn: '-1', topic: 'fault', email: 'false' })
    expect(await mails()).toEqual([all, { kind: 'fault_alerts_off', sn: first }])
  })

  it('ALR-15 are not switched at all systems for sign-ins, nor where there is no system', async () => {
    const { access } = await entered(1)
    const choose = (topic: string, token: string) =>
      world().api.post(`${LIST}settings/`, { sn: '-1', topic, email: 'false' }, bearer(token))
    expectProblem(await choose('sign_in', access), 404, 'not_found')
    expectProblem(await choose('fault', (await entered(0)).access), 404, 'not_found')
  })

  it('ALR-15 are switched off with a mail about that again after a reset, however many there were before', async () => {
    const { api, count } = world()
    const { access, owner, email, sns } = await entered()
    const switchOff = async (token: string) => {
      for (const what of [{ topic: 'sign_in' }, { topic: 'fault', sn: sns[0] ?? '' }])
        for (const mail of ['true', 'false'])
          await api.post(`${LIST}settings/`, { ...what, email: mail, push: 'false' }, bearer(token))
    }
    const mails = async () => [
      await count(`mail where kind = 'sign_in_alerts_off'`),
      await count(`mail where kind = 'fault_alerts_off'`),
    ]
    for (let time = 0; time < 4; time += 1) await switchOff(access)
    await api.db.run('delete from mail')
    await switchOff(access)
    expect(await mails()).toEqual([0, 0])
    const id = randomUUID()
    await resetStore(api.db).issue(id, owner, new Date(api.now().getTime() + 60_000), api.now())
    const form = { token: linkTokens(SECRET, 'reset').write(id), password: PASSWORD }
    expect((await api.post('/api/auth/password_reset/confirm/', form)).statusCode).toBe(200)
    await switchOff((await api.signIn(email)).access)
    expect(await mails()).toEqual([1, 1])
  })

  it('ALR-15 are switched off for faults with a mail about that by muting one for good, too', async () => {
    const { api, count, report, pass } = world()
    const { access, system } = await entered()
    await report(system, 'relay')
    await pass(1.1)
    const [{ id }] = (await api.get(LIST, access)).json().alerts
    expect((await api.post(`${LIST}mute/`, { id, mute: 'always' }, bearer(access))).statusCode).toBe(200)
    expect(await count(`mail where kind = 'fault_alerts_off'`)).toBe(1)
  })
})
