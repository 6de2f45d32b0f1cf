import { describe, expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { systemStore } from '../../systems/store.ts'
import { judgeDue, readShare } from './judging.ts'
import { turnStore } from './turn-store.ts'

const world = setUpAlerts()
const subjects = async () => (await world().letters()).map(({ subject }) => subject)

describe('alerts of an owner', () => {
  it('ALR-01 ALR-02 ALR-03 announce a fault by mail, once, and its end', async () => {
    const { owner, report, pass, letters } = world()
    const { system, sn, email } = await owner()
    await report(system, 'relay')
    await pass(0.5)
    expect(await letters()).toEqual([])
    await pass(0.6)
    const [letter] = await letters()
    expect(letter).toMatchObject({ to: email, lang: 'de', subject: `Speicher ${sn}: Störung „Relay!“` })
    expect(letter?.text).toContain('18. Juni 2026 um 12:00 MESZ')
    expect(letter?.text).toContain('Feuerwehr unter 112')
    for (let i = 0; i < 4; i++) {
      await report(system, 'relay')
      await pass(10)
    }
    expect(await letters()).toEqual([])
    await report(system)
    await pass(1)
    expect(await letters()).toEqual([])
    await pass(9)
    expect(await subjects()).toEqual([`Speicher ${sn}: vorbei: Störung „Relay!“`])
  })

  it('ALR-02 send nothing about a fault that ends before its waiting time is over', async () => {
    const { owner, report, pass, letters, count } = world()
    const { system } = await owner()
    await report(system, 'u')
    await pass(4)
    await report(system)
    await pass(10)
    expect(await letters()).toEqual([])
    expect(await count('alert')).toBe(0)
  })

  it('ALR-13 wait while their owner is locked, and keep nobody else waiting', async () => {
    const { api, owner, report, pass, letters } = world()
    const [held, other] = [await owner(), await owner()]
    await report(held.system, 'relay')
    await report(other.system, 'relay')
    await api.db.transaction(async (sql) => {
      await turnStore(sql).hold(held.owner)
      await pass(2)
      await pass(2)
      expect((await letters()).map(({ to }) => to)).toEqual([other.email])
    })
    await pass(2)
    await pass(2)
    expect((await letters()).map(({ to }) => to)).toEqual([held.email])
  })

  it('ALR-05 ALR-02 announce all silent systems in one mail, and nothing else there', async () => {
    const { owner, report, pass, letters } = world()
    const { sns, systems } = await owner(3)
    await pass(13)
    await report(systems[0] ?? 0, 'u')
    await pass(2)
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter?.subject).toBe('Kellersonne: 2 Hinweise')
    for (const sn of sns.slice(1)) expect(letter?.text).toContain(`Speicher ${sn} hat zuletzt`)
    await pass(30)
    expect(await subjects()).toEqual([`Speicher ${sns[0]}: keine Werte mehr`])
    for (let i = 0; i < 10; i++) {
      for (const system of systems) await report(system)
      await pass(2)
    }
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Kellersonne: 3 Hinweise'])
  })

  it('ALR-04 of a unit that raises and lowers a hundred times a minute are one, and take no more room', async () => {
    const { owner, report, pass, letters, count } = world()
    const { system } = await owner()
    for (let i = 0; i < 200; i++) {
      await report(system, i % 2 ? '' : 'hw')
      await pass(0.01)
    }
    expect((await letters()).map(({ text }) => text.includes('kommt und geht seit'))).toEqual([true])
    for (let i = 0; i < 6; i++) {
      await report(system)
      await pass(10)
    }
    expect(await letters()).toEqual([])
    expect([await count('alert'), await count('alert_notice'), await count('alert_wake')]).toEqual([1, 1, 0])
  })

  it('ALR-08 announce a mass outage as one, and only after three quarters of an hour', async () => {
    const { api, owner, pass, letters } = world()
    await owner()
    await pass(40, 62)
    expect(await letters()).toEqual([])
    await pass(5, 62)
    const [letter] = await letters()
    expect(letter?.text).toContain('mindestens 62 % aller Speicher')
    expect(letter?.text).toContain('wissen wir nicht')
    expect(await readShare(api.db, api.now())).toBeNull()
  })

  it('ALR-08 do not believe in silence before units had the time to find us again', async () => {
    const { api, owner, pass, letters } = world()
    await owner()
    api.clock.skip(3_600_000)
    const scene = { now: api.now(), listeningSince: api.now(), share: null }
    await api.db.transaction((sql) => judgeDue(sql, scene))
    expect(await letters()).toEqual([])
    await pass(15)
    expect(await letters()).toHaveLength(1)
  })

  it('ALR-10 without a confirmed address are kept, and announced once it is confirmed', async () => {
    const { api, owner, pass, letters } = world()
    const { owner: id, email } = await owner()
    await api.db.run('update owner set email_confirmed_at = null')
    await pass(20)
    expect(await letters()).toEqual([])
    const { access } = await api.signIn(email)
    const { alerts } = (await api.get('/api/auth/alerts/', access)).json()
    expect(alerts).toMatchObject([{ cause: 'silent', hold: 'address', notices: [] }])
    await api.db.run('update owner set email_confirmed_at = now() where id = $1', [id])
    await pass(1)
    expect(await letters()).toHaveLength(1)
  })

  it('ALR-11 are one mail after a day without a mail server, without what is over', async () => {
    const { owner, report, pass, letters, count } = world()
    const { system, sn } = await owner()
    for (let hour = 0; hour < 5; hour++) {
      await report(system, hour === 4 ? 'u' : hour % 2 ? '' : 'relay')
      await pass(20)
      await report(system, hour === 4 ? 'u' : hour % 2 ? '' : 'relay')
      await pass(6)
    }
    expect(await count('mail')).toBe(1)
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter?.subject).toBe(`Speicher ${sn}: Meldung „U“`)
  })

  it('ALR-12 stay with whoever owned the system, and end there', async () => {
    const { api, owner, report, pass, letters, count } = world()
    const former = await owner()
    const heir = await owner(0)
    await report(former.system, 'relay')
    await pass(2)
    expect(await letters()).toHaveLength(1)
    const serial = (await systemStore(api.db).all()).find(({ id }) => id === former.system)
    if (serial) await systemStore(api.db).release(serial.sn, former.owner, api.now())
    await systemStore(api.db).claim(former.system, heir.owner, api.now())
    await pass(1)
    expect(await count(`alert where over_at is null and owner = '${former.owner}'`)).toBe(0)
    await report(former.system)
    await pass(14)
    expect(await letters()).toEqual([])
    for (const { email } of [former, heir]) {
      const { access } = await api.signIn(email)
      expect((await api.get('/api/auth/alerts/', access)).json()).toEqual({ total: 0, open: 0, alerts: [] })
    }
  })

  it('ALR-12 go with the account', async () => {
    const { api, owner, report, pass, count } = world()
    const { owner: id, system } = await owner()
    await report(system, 'relay')
    await pass(2)
    await api.db.run('delete from owner where id = $1', [id])
    for (const table of ['alert', 'alert_notice', 'alert_owner', 'alert_setting'])
      expect(await count(table)).toBe(0)
  })

  it('ALR-13 survive a restart between any two steps: judged twice at once is judged once', async () => {
    const { api, owner, report, pass, letters } = world()
    const { system } = await owner()
    await report(system, 'relay')
    await pass(0.2)
    api.clock.skip(2 * 60_000)
    const scene = { now: api.now(), listeningSince: new Date(0), share: null }
    await Promise.all([1, 2, 3].map(() => api.db.transaction((sql) => judgeDue(sql, scene))))
    await expect(
      api.db.transaction(async (sql) => {
        await judgeDue(sql, { ...scene, now: new Date(scene.now.getTime() + 60_000) })
        throw new Error('the process is killed')
      }),
    ).rejects.toThrow()
    await pass(1)
    expect(await letters()).toHaveLength(1)
  })

  it('ALR-13 F14 of one owner that cannot be judged do not keep others from theirs', async () => {
    const { api, owner, report, pass, letters } = world()
    const [sick, well] = [await owner(), await owner()]
    await api.db.run(
      `create function refuse_sick() returns trigger language plpgsql as
         $$ begin if new.owner = '${sick.owner}' then raise 'sick'; end if; return new; end $$;
       create trigger refuse_sick before insert on alert for each row execute function refuse_sick()`,
    )
    const faults = new Set<string>()
    for (const { system } of [sick, well]) await report(system, 'relay')
    const judge = (now: Date) =>
      api.db.transaction((sql) =>
        judgeDue(sql, { now, listeningSince: new Date(0), share: null }, (id) => void faults.add(id)),
      )
    await judge(api.now())
    api.clock.skip(2 * 60_000)
    await judge(api.now())
    await api.db.run('drop trigger refuse_sick on alert; drop function refuse_sick')
    expect([...faults]).toEqual([sick.owner])
    await pass(0.1)
    expect(await letters()).toHaveLength(1)
  })

  it('ALR-01 announce a sign-in from a browser and a network that are new, and of no other', async () => {
    const { api, owner, pass } = world()
    const { email } = await owner()
    const form = { email, password: 'Sonne-im-Keller-1', stay_logged_in: 'true' }
    const enter = (remoteAddress: string, cookie = '') =>
      api.post('/api/auth/token/', form, { remoteAddress, headers: { cookie } })
    const [first] = [(await enter('192.0.2.1')).headers['set-cookie']].flat()
    await enter('192.0.2.1')
    const cookies = [(await enter('192.0.2.1')).headers['set-cookie']].flat().map((one) => one?.split(';')[0])
    await enter('198.51.100.1', cookies.join('; '))
    await pass(1)
    expect(first).toBeTruthy()
    expect(await subjects()).toEqual([])
    await enter('203.0.113.9')
    await pass(1)
    expect(await subjects()).toEqual(['Anmeldung von einem neuen Gerät'])
  })

  it('ALR-01 announce a sign-in also where all networks of the owner are forgotten', async () => {
    const { api, owner, pass } = world()
    const { email } = await owner()
    const form = { email, password: 'Sonne-im-Keller-1', stay_logged_in: 'true' }
    await api.db.run(`update owner set created_at = $1`, [new Date(api.now().getTime() - 91 * 86_400_000)])
    await api.post('/api/auth/token/', form, { remoteAddress: '203.0.113.9' })
    await pass(1)
    expect(await subjects()).toEqual(['Anmeldung von einem neuen Gerät'])
  })
})
