import { readingPayload, toReading } from '@kellersonne/contract/telemetry/device'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { systemStore } from '../../systems/store.ts'
import { judgeDueRules } from './due.ts'

const world = setUpAlerts()
const RULES = '/api/auth/alerts/rules/'
const MINUTE = 60_000
const subjects = async () => (await world().letters()).map(({ subject }) => subject)

/** A unit sends a reading that was measured `ago` minutes ago. */
function measure(system: number, soc: number, { ago = 0, grid = 0, pv = 0, battery = 0 } = {}) {
  const at = new Date(world().api.now().getTime() - ago * MINUTE)
  const reading = toReading(
    readingPayload.parse({
      at: at.toISOString(),
      ...{ grid_v: 230, grid_w: grid, pv_w: pv, battery_w: battery, soc, output_w: 0 },
    }),
  )
  return storeBatch(world().api.db, [{ kind: 'reading', system, receivedAt: world().api.now(), reading }])
}

async function openOwner() {
  const one = await world().owner()
  const { access } = await world().api.signIn(one.email)
  await measure(one.system, 60)
  const rule = (more: Record<string, string> = {}) => ({
    ...{ sn: one.sn, quantity: 'soc', comparison: 'below', threshold: '20', minutes: '5' },
    ...more,
  })
  const post = (path: string, form: Record<string, string>) =>
    world().api.post(`${RULES}${path}`, form, { headers: { authorization: `Bearer ${access}` } })
  return {
    ...one,
    access,
    rule,
    post,
    save: (more: Record<string, string> = {}) => post('', rule(more)),
    /** Lets minutes pass in which the unit sends a value each. */
    async lasts(minutes: number, soc: number) {
      for (let i = 0; i < minutes; i += 1) {
        await world().pass(1)
        await measure(one.system, soc)
      }
      await world().pass(0.1)
    },
  }
}

describe('own rules', () => {
  it('ALR-25 ALR-26 are reported once they have held for their time, and their end is, each once', async () => {
    const { save, lasts, sn } = await openOwner()
    expect((await save()).json()).toMatchObject({
      rules: [{ sn, threshold: 20, fulfilled_since: null }],
      most: 10,
    })
    await lasts(4, 19)
    expect(await subjects()).toEqual([])
    await lasts(3, 19)
    const [letter, ...others] = await world().letters()
    expect(others).toEqual([])
    expect(letter?.subject).toBe(`Speicher ${sn}: Ladezustand unter 20 %`)
    expect(letter?.text).toContain('eine Regel, die Sie angelegt haben')
    await lasts(20, 21)
    expect(await subjects()).toEqual([])
    await lasts(12, 30)
    expect(await subjects()).toEqual([`Speicher ${sn}: vorbei: Ladezustand unter 20 %`])
  })

  it('ALR-26 are not fulfilled by what is late or comes twice, nor across a gap', async () => {
    const { save, system, lasts } = await openOwner()
    await save({ minutes: '0' })
    await save({ minutes: '10' })
    for (let ago = 300; ago > 16; ago -= 20) await measure(system, 5, { ago })
    await lasts(1, 60)
    await measure(system, 60)
    await measure(system, 5, { ago: 0.5 })
    await world().pass(1)
    expect(await subjects()).toEqual([])
    await world().api.db.run(`delete from own_rule where minutes = 0`)
    await lasts(1, 5)
    await world().pass(14)
    await world().report(system)
    await world().pass(10)
    await world().report(system)
    await lasts(5, 5)
    expect(await subjects()).toEqual([])
    await lasts(6, 5)
    expect(await subjects()).toHaveLength(1)
  })

  it('ALR-34 are left to a job by the batch, which judges all of a system by its newest 25 000 readings', async () => {
    const { save, system } = await openOwner()
    await save({ minutes: '10' })
    await save({ minutes: '10', threshold: '30' })
    await world().pass(1)
    await measure(system, 10)
    await world().api.db.run(
      `insert into reading (system, at, grid_v, grid_w, pv_w, battery_w, soc)
       select $1, at, 230000, 0, 0, 0, 10000
       from generate_series($2::timestamptz + interval '25 ms', $2::timestamptz + interval '12 min', interval '25 ms') as at`,
      [system, world().api.now()],
    )
    const begun = world().api.now()
    world().api.clock.skip(12.5 * MINUTE)
    await measure(system, 10)
    const waiting = () => world().count('own_rule where due_at is not null')
    expect([await waiting(), await world().count('own_rule where raised_at is not null')]).toEqual([2, 0])
    await measure(system, 60)
    expect(await waiting()).toBe(2)
    await world().api.db.transaction((sql) => judgeDueRules(sql, new Set()))
    const raised = await world().api.db.rows(
      z.object({ at: z.date() }),
      'select raised_at as at from own_rule',
    )
    const after = raised.map(({ at }) => (at.getTime() - begun.getTime()) / MINUTE)
    expect([await waiting(), ...after.map((minutes) => minutes > 1 && minutes < 2)]).toEqual([0, true, true])
  })

  it('ALR-34 ALR-26 are fulfilled also if they end before the job has judged them', async () => {
    const { save, system, lasts } = await openOwner()
    await save({ minutes: '5' })
    await lasts(5, 10)
    world().api.clock.skip(MINUTE)
    await measure(system, 10)
    world().api.clock.skip(MINUTE)
    await measure(system, 60)
    expect(await world().count('own_rule where due_at is not null and raised_at is null')).toBe(1)
    await world().api.db.transaction((sql) => judgeDueRules(sql, new Set()))
    expect(await world().count('own_rule where resolved_at > raised_at')).toBe(1)
  })

  it('ALR-27 that are fulfilled a hundred times a minute are reported as what comes and goes, in one row', async () => {
    const { save, system, lasts } = await openOwner()
    await save({ minutes: '0' })
    for (let i = 0; i < 100; i += 1) {
      await world().pass(0.01)
      await measure(system, i % 2 ? 60 : 5)
    }
    await lasts(12, 60)
    expect((await subjects()).length).toBeLessThanOrEqual(2)
    expect([await world().count('own_rule'), await world().count('alert')]).toEqual([1, 1])
  })

  it('ALR-25 are refused with the field at fault: a threshold, a quantity that the system has not, a number of minutes', async () => {
    const { save, system, rule, post } = await openOwner()
    const fields = async (more: Record<string, string>) => (await save(more)).json().errors
    expect(await fields({ threshold: '0' })).toEqual({ threshold: 'too_small' })
    expect(await fields({ threshold: '-5' })).toEqual({ threshold: 'format' })
    expect(await fields({ threshold: '101' })).toEqual({ threshold: 'too_big' })
    expect(await fields({ minutes: '2' })).toEqual({ minutes: 'unknown' })
    expect(await fields({ quantity: 'price' })).toEqual({ quantity: 'unknown' })
    await world().api.db.run('update latest set pv_w = null where system = $1', [system])
    expect(await fields({ quantity: 'load', threshold: '500' })).toEqual({ quantity: 'unknown' })
    expect((await post('preview/', rule({ quantity: 'pv' }))).json().errors).toEqual({ quantity: 'unknown' })
    expect((await save({ sn: '9999' })).statusCode).toBe(404)
  })

  it('ALR-25 are ten at most for a system, also when they are saved at once', async () => {
    const { save } = await openOwner()
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => save({ threshold: `${20 + i}` })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 4 }, () => 409),
    ])
    expect(await world().count('own_rule')).toBe(10)
  })

  it('ALR-25 are kept once, however often they are saved, and one that becomes another is that one', async () => {
    const { save } = await openOwner()
    const rulesAfter = async (more?: Record<string, string>) => (await save(more)).json().rules
    const [[first]] = await Promise.all([rulesAfter(), save(), save()])
    expect(await rulesAfter({ replaces: first.id })).toEqual([first])
    const { id } = (await rulesAfter({ threshold: '30' })).find(({ id }: { id: string }) => id !== first.id)
    expect(await rulesAfter({ replaces: id })).toEqual([first])
  })

  it('ALR-30 that are changed in two windows are changed once, and what they alerted of ends without a word', async () => {
    const { save, lasts, access } = await openOwner()
    await save({ minutes: '0' })
    await lasts(2, 10)
    expect(await subjects()).toHaveLength(1)
    const { rules } = (await world().api.get(RULES, access)).json()
    const [first, second] = await Promise.all(
      ['30', '40'].map((threshold) => save({ threshold, replaces: rules[0].id })),
    )
    const codes = [first, second].map((answer) => answer?.json().code ?? 'saved')
    expect(new Set(codes)).toEqual(new Set(['rule_gone', 'saved']))
    await lasts(30, 70)
    expect(await subjects()).toEqual([])
    expect(await world().count('alert where over_at is null')).toBe(0)
  })

  it('ALR-31 end with the ownership: a new owner sees none, and nobody changes what is not theirs', async () => {
    const former = await openOwner()
    const heir = await openOwner()
    await former.save()
    const { rules } = (await world().api.get(RULES, former.access)).json()
    expect((await heir.post('remove/', { id: rules[0].id })).json().code).toBe('rule_gone')
    expect((await heir.save({ sn: former.sn })).statusCode).toBe(404)
    const store = systemStore(world().api.db)
    const serial = (await store.all()).find(({ id }) => id === former.system)
    if (serial) await store.release(serial.sn, former.owner, world().api.now())
    await store.claim(former.system, heir.owner, world().api.now())
    expect(await world().count('own_rule')).toBe(0)
    expect((await world().api.get(RULES, heir.access)).json().rules).toEqual([])
  })
})

describe('the preview of an own rule', () => {
  it('ALR-28 judges what was stored by the function that judges live', async () => {
    const { system, post, rule } = await openOwner()
    for (let ago = 6 * 60; ago > 0; ago -= 2) {
      const hour = Math.floor(ago / 60)
      await measure(system, hour === 4 || hour === 2 ? 10 : 60, { ago })
    }
    const times = async (more: Record<string, string>) => (await post('preview/', rule(more))).json()
    expect(await times({})).toMatchObject({ fulfilled: 2, times: 2, verdict: 'often' })
    expect(await times({ threshold: '9' })).toMatchObject({ fulfilled: 0, times: 0, verdict: 'never' })
    const always = await times({ comparison: 'above', threshold: '5', minutes: '0' })
    expect(always).toMatchObject({ times: 1, share: 100, verdict: 'always' })
    expect(always.days).toBeCloseTo(0.3, 1)
  })

  it('ALR-28 says that nothing was measured instead of never', async () => {
    const { email, post, rule } = await openOwner()
    const once = await post('preview/', rule({}))
    expect(once.json()).toEqual({ days: 0.1, fulfilled: 0, times: 0, share: 0, verdict: 'never' })
    const { api } = world()
    api.clock.skip(31 * 24 * 60 * MINUTE)
    const { access } = await api.signIn(email)
    const headers = { authorization: `Bearer ${access}` }
    const late = await api.post(`${RULES}preview/`, rule({}), { headers })
    expect(late.json()).toEqual({ days: 0, fulfilled: 0, times: 0, share: null, verdict: null })
  })

  it('ALR-28 is made for 120 times an hour and owner, not more', async () => {
    const [one, other] = [await openOwner(), await openOwner()]
    await world().api.db.run('delete from attempt')
    const statuses = [(await one.post('preview/', one.rule())).statusCode]
    await world().api.db.run('update attempt set hits = 118')
    for (let i = 0; i < 3; i += 1) statuses.push((await one.post('preview/', one.rule())).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await one.post('preview/', one.rule())).json().code).toBe('too_many_attempts')
    expect((await other.post('preview/', other.rule())).statusCode).toBe(200)
  })
})
