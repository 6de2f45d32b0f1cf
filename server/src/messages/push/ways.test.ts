import { describe, expect, it } from 'vitest'
import { setUpPush } from '../../../test/set-up/push.ts'

const world = setUpPush()
const LIST = '/api/auth/alerts/'

async function signedIn() {
  const of = world()
  const made = await of.owner()
  const { access } = await of.api.signIn(made.email)
  const choose = (form: Record<string, string>) =>
    of.api.post(`${LIST}settings/`, { sn: made.sn, topic: 'fault', ...form }, of.bearer(access))
  return { ...of, ...made, access, choose }
}

describe('the ways of notifying an owner', () => {
  it.each([
    [{ email: 'false' }, 0, 1],
    [{ push: 'false' }, 1, 0],
    [{ email: 'false', push: 'false' }, 0, 0],
    [{}, 1, 1],
  ])('ALR-15 are chosen per topic and system: %j', async (choice, mails, pushes) => {
    const { browser, access, choose, report, pass, letters, deliver, system } = await signedIn()
    await browser(access)
    await choose(choice)
    await report(system, 'relay')
    await pass(1.1)
    expect([(await letters()).length, (await deliver()).length]).toEqual([mails, pushes])
  })

  it('ALR-15 leave the other way as it is', async () => {
    const { choose } = await signedIn()
    await choose({ push: 'false' })
    const { choices } = (await choose({ email: 'false' })).json()
    expect(choices.find(({ topic }: { topic: string }) => topic === 'fault')).toMatchObject({
      ...{ email: false, push: false },
    })
  })

  it('ALR-10 reach an owner without a confirmed address as soon as a browser is enabled', async () => {
    const { api, browser, access, report, pass, letters, deliver, system } = await signedIn()
    await api.db.run('update owner set email_confirmed_at = null')
    await report(system, 'relay')
    await pass(1.1)
    const alert = async () => (await api.get(LIST, access)).json().alerts[0]
    expect((await alert()).hold).toBe('address')
    await browser(access)
    await pass(0.1)
    expect((await deliver()).length).toBe(1)
    expect(await letters()).toEqual([])
    expect(await alert()).toMatchObject({
      hold: null,
      notices: [{ kind: 'begun', channel: 'push', address: 'Firefox', outcome: 'sent' }],
    })
  })

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'ALR-10 ALR-17 announce a claim in browsers where no mail is sure to arrive: %j',
    async (isConfirmed, pushes) => {
      const { api, browser, access, pass, letters, deliver, system, sn } = await signedIn()
      await browser(access)
      if (!isConfirmed) await api.db.run('update owner set email_confirmed_at = null')
      const claimant = await world().owner(0)
      await api.db.run(
        `insert into handover (system, claimant, begun_at, due_at, asked_at, unit_asked_at, prove_by)
       values ($1, $2, $3, $3::timestamptz + interval '7 days', $3, $3, $3)`,
        [system, claimant.owner, api.now()],
      )
      await pass(0.1)
      const shown = await deliver()
      expect(shown).toHaveLength(pushes)
      for (const one of shown)
        expect(one).toMatchObject({ title: expect.stringContaining(sn), path: '/settings' })
      expect(await letters()).toEqual([])
    },
  )

  it('ALR-17 announce no end in a browser that did not show the beginning', async () => {
    const { browser, access, report, pass, heal, letters, deliver, system } = await signedIn()
    await report(system, 'relay')
    await pass(1.1)
    expect(await letters()).toHaveLength(1)
    await browser(access)
    await heal(system)
    expect(await letters()).toHaveLength(1)
    expect(await deliver()).toEqual([])
  })

  it('ALR-23 stay in the record of an alert when a browser is gone', async () => {
    const { api, browser, post, access, report, pass, deliver, system } = await signedIn()
    const { id } = await browser(access)
    await report(system, 'relay')
    await pass(1.1)
    await deliver()
    await post('remove/', { id }, access)
    const [{ notices }] = (await api.get(LIST, access)).json().alerts
    expect(
      notices.map(({ channel, outcome }: { channel: string; outcome: string }) => [channel, outcome]),
    ).toEqual([
      ['email', null],
      ['push', 'sent'],
    ])
  })

  it('ALR-17 go on by mute: what is muted is announced in no way', async () => {
    const { api, browser, access, report, pass, heal, deliver, system, bearer } = await signedIn()
    await browser(access)
    await report(system, 'relay')
    await pass(1.1)
    expect(await deliver()).toHaveLength(1)
    const [{ id }] = (await api.get(LIST, access)).json().alerts
    await api.post(`${LIST}mute/`, { id, mute: 'resolved' }, bearer(access))
    await heal(system)
    expect(await deliver()).toEqual([])
  })
})
