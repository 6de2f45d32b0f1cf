import { randomUUID } from 'node:crypto'
import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import { metricsFromNow } from '../../../test/metrics.ts'
import { anna } from '../../../test/set-up/registration.ts'
import { deriveKey } from '../../platform/derive.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'
import type { Limit } from '../../platform/rate-limits/limits.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { codeKeyOf, newCode, putCode } from '../../systems/codes.ts'
import { systemStore } from '../../systems/store.ts'
import { registrationStore } from './store.ts'

const DAY = 86_400_000
const A_DAY = 5

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true, config: { ACCOUNTS_A_DAY: A_DAY } })
})
beforeEach(() => api.db.run('delete from attempt'))
afterAll(() => api.close())

/** Registers, by default by a bare serial number; resolves to what follows the link, and gives the code again. */
async function registered(code = '') {
  const id = randomUUID()
  const details = {
    ...({ language: 'de', phone: '+49301234567', country: 'DE', terms: TERMS_VERSION } as const),
    ...{ at: api.now().toISOString(), keys: [code || '99999'], identity: null },
  }
  await registrationStore(api.db).add(id, { email: `${id}@example.org`, details }, api.now())
  const form = { token: linkTokens(SECRET, 'registration').write(id), password: PASSWORD, code1: code }
  return (from: string) =>
    api.post('/api/auth/register/confirm/', form, { headers: { 'x-forwarded-for': from } })
}
const confirm = async (from: string) => (await registered())(from)
const use = (limit: Limit, who: string, times: number) =>
  rateLimits(api.db, deriveKey(SECRET, 'attempt')).begin([{ limit, who, times, most: 1000 }], api.now())

it('AUT-15 a site gets a hundred new accounts a day, from all of its networks; the link stays good', async () => {
  await use('accounts_site', '2001:db8:7', 100)
  const follow = await registered()
  expectProblem(await follow('2001:db8:7:1::1'), 429, 'too_many_attempts')
  expect((await follow('2001:db8:8::1')).statusCode).toBe(200)
})

it('AUT-15 beyond what the operator takes in a day, each site gets two more, and an alarm can fire', async () => {
  api.clock.stop()
  const since = await metricsFromNow()
  for (let i = 0; i < A_DAY; i += 1) expect((await confirm('192.0.2.1')).statusCode).toBe(200)
  const full = 'security_events_total{event="accounts_full",outcome="slowed"}'
  expect((await since())(full)).toBe(0)
  for (const from of ['192.0.2.1', '192.0.2.2']) expect((await confirm(from)).statusCode).toBe(200)
  const follow = await registered()
  expectProblem(await follow('192.0.2.3'), 429, 'too_many_attempts')
  expect((await confirm('203.0.113.1')).statusCode).toBe(200)
  expect((await since())(full)).toBe(4)
  api.clock.skip(DAY - 1000)
  expect((await confirm('192.0.2.3')).statusCode).toBe(429)
  api.clock.skip(1000)
  expect((await confirm('192.0.2.3')).statusCode).toBe(200)
  api.clock.go()
})

it('AUT-15 there are ten times as many in all, whatever the number of sites', async () => {
  await use('accounts', 'everybody', A_DAY)
  await use('accounts', 'beyond', 10 * A_DAY)
  expectProblem(await confirm('203.0.113.1'), 429, 'too_many_attempts')
})

describe('whoever has the code of a unit', () => {
  /** Creates a unit without an owner. */
  async function unit(sn: string) {
    const made = { sn: serialNumber.parse(sn), phase: 1, timeZone: 'Europe/Berlin', secret: 'unit' }
    const [system, code] = [await systemStore(api.db).put(made), newCode()]
    await putCode(api.db, codeKeyOf(SECRET), system, code)
    return { system, code }
  }
  beforeEach(async () => {
    await use('accounts_site', '192.0.2', 100)
    await use('accounts', 'everybody', A_DAY)
    await use('accounts', 'beyond', 10 * A_DAY)
  })

  it('AUT-15 is not held back if it is free', async () => {
    const form = { ...anna, key1: (await unit('4711')).code }
    const answer = await api.post('/api/auth/register/', form, {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(answer.json()).toMatchObject({ outcome: 'registered' })
  })

  it('AUT-15 is not held back where a link is needed: by an address that others have used, or for a hand-over', async () => {
    const free = await registered((await unit('4712')).code)
    expect((await free('192.0.2.1')).json()).toMatchObject({ systems: [{ outcome: 'claimed' }] })
    const { system, code } = await unit('4713')
    const { owner } = await api.owner('former@example.org')
    await systemStore(api.db).claim(system, owner, api.now())
    const given = await registered(code)
    expect((await given('192.0.2.1')).json()).toMatchObject({ systems: [{ outcome: 'handover' }] })
  })
})
