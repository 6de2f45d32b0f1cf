import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'

const world = setUpAlerts()
const MINUTE = 60_000
const titles = async () => (await world().letters()).map(({ subject }) => subject.replace(/^.*: /, ''))

/** An update of a system with two chips, both of whose turns are still to come. */
async function updating(system: number) {
  const { db, now } = world().api
  await db.run(`insert into release_key values ('k', 'pem', now()) on conflict do nothing`)
  await db.run(
    `insert into release (chip, version, size, sha256, sha1, key, signature, notes, share, published_at)
     select chip, '2.0.0', 1, repeat('a', 64), repeat('b', 40), 'k', '', '{}', 100, now()
     from unnest(array['bms', 'inverter']) as chip on conflict do nothing`,
  )
  const made = await db.row(
    z.object({ id: z.uuid() }),
    `insert into firmware_update (system, since, asked_at)
     select system, since, $2 from ownership where system = $1 and until is null returning id`,
    [system, now()],
  )
  await db.run(
    `insert into update_action (system, firmware_update, part, release, state)
     select $1, $2, row_number() over (order by chip), id, 'planned' from release`,
    [system, made?.id],
  )
  /** Sets a chip's state; every state's times are now. */
  return (part: number, state: 'started' | 'installed' | 'finished' | 'interrupted') =>
    db.run(
      `update update_action set state = $3, started_at = $4::timestamptz, installed_at = $4::timestamptz,
         deadline = case when $3 in ('started', 'installed') then $4::timestamptz + interval '1 day' end,
         ended_at = case when $3 in ('finished', 'interrupted') then $4::timestamptz end,
         reason = case when $3 = 'interrupted' then 'failed' end
       where firmware_update = $1 and part = $2`,
      [made?.id, part, state, now()],
    )
}

describe('an update', () => {
  it('ALR-01 ALR-05 is announced when it is finished, and a unit in it is not silent', async () => {
    const { owner, pass, report } = world()
    const { system } = await owner()
    const chip = await updating(system)
    await chip(1, 'started')
    await pass(40)
    expect(await titles()).toEqual([])
    await chip(1, 'finished')
    await chip(2, 'started')
    await pass(1)
    expect(await titles()).toEqual([])
    await chip(2, 'finished')
    await pass(1)
    expect(await titles()).toEqual(['Update fertig'])
    await pass(13)
    expect(await titles()).toEqual([])
    await pass(6)
    expect(await titles()).toEqual(['keine Werte mehr'])
    await report(system)
  })

  it('ALR-01 ALR-02 that waits for the switch is announced after ten minutes, and its end is that it is finished', async () => {
    const { owner, pass, report } = world()
    const { system } = await owner()
    const chip = await updating(system)
    await chip(1, 'finished')
    await chip(2, 'installed')
    await pass(9)
    expect(await titles()).toEqual([])
    await pass(1)
    expect(await titles()).toEqual(['Update wartet auf den Hauptschalter'])
    await report(system)
    await chip(2, 'finished')
    await pass(1)
    await report(system)
    await pass(14)
    expect(await titles()).toEqual(['Update fertig'])
  })

  it('ALR-01 that was interrupted is announced, with its chips', async () => {
    const { owner, pass, letters } = world()
    const { system } = await owner()
    const chip = await updating(system)
    await chip(1, 'interrupted')
    await pass(1)
    const [letter] = await letters()
    expect(letter?.subject).toContain('Update abgebrochen')
    expect(letter?.text).toContain('bms 2.0.0, inverter 2.0.0')
  })
})

describe('a claim', () => {
  it('ALR-01 is listed at once, and not mailed a second time', async () => {
    const { api, owner, pass, letters, count } = world()
    const { system, email } = await owner()
    const claimant = await owner(0)
    await api.db.run(
      `insert into handover (system, claimant, begun_at, due_at, asked_at, unit_asked_at, prove_by)
       values ($1, $2, $3, $3::timestamptz + interval '7 days', $3, $3, $3)`,
      [system, claimant.owner, api.now()],
    )
    await pass(0.1)
    expect(await letters()).toEqual([])
    expect(await count('alert_notice')).toBe(0)
    const { access } = await api.signIn(email)
    const { alerts } = (await api.get('/api/auth/alerts/', access)).json()
    expect(alerts).toMatchObject([{ cause: 'claim', hold: null, over_at: null, notices: [] }])
  })
})

describe('a disconnection from the grid', () => {
  it('ALR-01 ALR-03 is announced, and that it is over', async () => {
    const { api, owner, pass, report, letters } = world()
    const { system } = await owner()
    await report(system, 'na_schutz')
    await pass(2.1)
    const [letter] = await letters()
    expect(letter?.subject).toContain('vom Stromnetz getrennt')
    api.clock.skip(MINUTE)
    await report(system)
    for (let i = 0; i < 8; i++) {
      await pass(2)
      await report(system)
    }
    expect((await letters()).map(({ text }) => text.includes('keine Trennung vom Stromnetz mehr'))).toEqual([
      true,
    ])
  })
})
