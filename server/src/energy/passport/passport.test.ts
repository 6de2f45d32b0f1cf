import { batteryHealth } from '@kellersonne/contract/energy/battery-health'
import { type SignedPassport, signedPassport } from '@kellersonne/contract/energy/battery-passport'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApi, testApi } from '../../../test/api.ts'
import { ownSystemStore } from '../../systems/pairing/own-system-store.ts'
import { systemStore } from '../../systems/store.ts'
import { passportOf } from './passport.ts'

const NOW = new Date('2026-06-18T10:00:00Z')
const AUTH = '/api/auth/battery_passport/'
const HOUR_MS = 3_600_000
const made = z.object({ token: z.string(), links: z.array(z.object({ id: z.string() })) })

const health = batteryHealth.parse({
  ...{
    since: '2025-06-01',
    until: '2026-06-16',
    stated: 10_000,
    charged: 9e5,
    discharged: 8e5,
    full_cycles: 80.1,
  },
  estimate: {
    ...{ capacity: 9400, plus_minus: 180, a_year: -210, runs: 300, exchanged_on: null },
    ...{ state: null, months: [] },
  },
  round_trip: { percent: 88.2, cycles: 41 },
  ...{ round_trip_first: null, levels: [4, 19, 61, 9, 7], deep_discharges: 12 },
  warranty: null,
  temperature: { since: '2025-06-03', lowest: 7.5, highest: 36.1, hours: [0, 12.5, 7000, 3, 0] },
  reported: { resistance_mohm: 40, minutes_over_temperature: 90, status: 'original', full_cycles: 95 },
})

let api: TestApi
let count = 0
beforeAll(async () => {
  api = await testApi({ stoppedAt: NOW })
})
afterAll(() => api.close())
beforeEach(() => api.db.run('delete from attempt'))

async function openOwner() {
  count += 1
  const [email, sn] = [`passport-${count}@example.org`, String(8000 + count)]
  const { owner, systems } = await api.owner(email, [sn])
  const headers = { authorization: `Bearer ${(await api.signIn(email)).access}` }
  const post = (path: string, form: Record<string, string>) =>
    api.post(`${AUTH}${path}`, { sn, ...form }, { headers })
  return {
    ...{ owner, sn, system: systems[0] ?? 0, post },
    get: (path: string) => api.get(`${AUTH}${path}?sn=${sn}`, headers.authorization.slice(7)),
    async link(lasts = 'day', withSerial = 'false') {
      return made.parse((await post('links/', { lasts, with_serial: withSerial })).json())
    },
  }
}
const show = (token: string, remoteAddress = '192.0.2.1') =>
  api.post('/api/passport/', { token }, { remoteAddress })
const verified = async ({ jws }: SignedPassport) => {
  const keys = createLocalJWKSet((await api.get('/.well-known/battery-passport-keys.json')).json())
  return JSON.parse(new TextDecoder().decode((await compactVerify(jws, keys)).payload))
}

describe('a passport', () => {
  it('HLT-20 has each data point once by its number, with where it is from, and leaves to the maker what nobody knows', () => {
    const { values, serial_number: serial } = passportOf(health, { serial: null, isOwn: false, now: NOW })
    const shown = values.map(({ name, point, unit, value, source }) =>
      [point, name, value, unit, source].join(' '),
    )
    expect(serial).toBeNull()
    expect(shown).toEqual([
      '62 remaining_capacity  Ah ',
      '62 remaining_energy 9400 Wh estimated',
      '63 remaining_power  W ',
      '64 round_trip_efficiency 88.2 % measured',
      '65 self_discharge  %/month ',
      '66 ohmic_resistance 0.04 Ω reported',
      '67 status original  reported',
      '68 full_cycles 95  reported',
      '69 deep_discharges 12  measured',
      '69 overcharges   ',
      '70 hours_over_temperature 1.5 h reported',
      '70 hours_under_temperature  h ',
      '70 hours_charging_over_temperature  h ',
      '70 hours_charging_under_temperature  h ',
      '70 hours_below_0 0 h measured',
      '70 hours_0_to_10 12.5 h measured',
      '70 hours_10_to_35 7000 h measured',
      '70 hours_35_to_45 3 h measured',
      '70 hours_from_45 0 h measured',
      '70 lowest_temperature 7.5 °C measured',
      '70 highest_temperature 36.1 °C measured',
      '71 soc_below_5 4 % measured',
      '71 soc_5_to_20 19 % measured',
      '71 soc_20_to_80 61 % measured',
      '71 soc_80_to_95 9 % measured',
      '71 soc_from_95 7 % measured',
    ])
  })

  it('HLT-20 of a battery that was never measured has no numbers', () => {
    const nothing = { ...health, since: null, estimate: null, round_trip: null, levels: [], reported: null }
    const { values } = passportOf(
      { ...nothing, full_cycles: null, deep_discharges: 0, temperature: null },
      { serial: null, isOwn: false, now: NOW },
    )
    expect(values.filter(({ value }) => value !== null)).toEqual([])
  })

  it('HLT-21 is signed, and the well-known key verifies it; a changed one is refused', async () => {
    const { get, sn } = await openOwner()
    const answer = signedPassport.parse((await get('')).json())
    expect(answer.passport.serial_number).toBe(serialNumber.parse(sn))
    expect(await verified(answer)).toEqual(answer.passport)
    const [head = '', , mac = ''] = answer.jws.split('.')
    const forged = Buffer.from(JSON.stringify({ ...answer.passport, measured_since: '2020-01-01' })).toString(
      'base64url',
    )
    await expect(verified({ ...answer, jws: `${head}.${forged}.${mac}` })).rejects.toThrow('signature')
    const keys = await api.get('/.well-known/battery-passport-keys.json')
    const [key] = keys.json().keys
    expect(new Set(Object.keys(key))).toEqual(new Set(['alg', 'crv', 'kid', 'kty', 'use', 'x']))
  })
})

describe('a link to a passport', () => {
  it('HLT-22 shows it to whoever has it, without a name, and the serial number only if its owner says so', async () => {
    const { link, sn } = await openOwner()
    const plain = (await show((await link()).token)).json()
    expect(plain.passport.serial_number).toBeNull()
    expect(JSON.stringify(plain)).not.toMatch(new RegExp(`"${sn}"|passport-\\d+@`))
    expect(await verified(plain)).toEqual(plain.passport)
    const named = (await show((await link('hour', 'true')).token)).json()
    expect(named.passport.serial_number).toBe(sn)
  })

  it("HLT-34 says, signed, that the system is its owner's own, to the owner and by the link", async () => {
    const { get, link, system } = await openOwner()
    const { token } = await link()
    const isOwn = async () => {
      const answers = [await get(''), await show(token)].map((one) => signedPassport.parse(one.json()))
      return Promise.all(answers.map(async (one) => (await verified(one)).own_system))
    }
    expect(await isOwn()).toEqual([false, false])
    await ownSystemStore(api.db).adopt(system)
    expect(await isOwn()).toEqual([true, true])
  })

  it('HLT-22 is kept by its hash alone', async () => {
    const { link } = await openOwner()
    const { token } = await link()
    const kept = await api.db.rows(
      z.object({ row: z.string() }),
      'select passport_link::text as row from passport_link',
    )
    expect(token).toMatch(/^[\w-]{43}$/)
    const raw = Buffer.from(token, 'base64url').toString('hex')
    for (const { row } of kept) expect(row.includes(token) || row.includes(raw)).toBe(false)
  })

  it('HLT-23 ends when it is revoked, when its time is over, and with the ownership', async () => {
    const { link, post, owner, system, sn } = await openOwner()
    const [revoked, short, long] = [await link('year'), await link('hour'), await link('year')]
    const refused = async (token: string) => (await show(token)).json().code
    const id = revoked.links[0]?.id ?? ''
    expect((await post('links/revoke/', { id })).json().links).toHaveLength(2)
    expect(await refused(revoked.token)).toBe('link_invalid')
    api.clock.skip(HOUR_MS)
    expect(await refused(short.token)).toBe('link_invalid')
    expect((await show(long.token)).statusCode).toBe(200)
    const heir = await openOwner()
    await systemStore(api.db).release(serialNumber.parse(sn), owner, api.now())
    expect(await refused(long.token)).toBe('link_invalid')
    await systemStore(api.db).claim(system, heir.owner, api.now())
    expect(await refused(long.token)).toBe('link_invalid')
    const left = await api.db.rows(
      z.object({ id: z.int() }),
      'select system as id from passport_link where system = $1',
      [system],
    )
    expect(left).toEqual([])
  })

  it('HLT-23 is its owner’s to make, see and revoke, ten at most', async () => {
    const [mine, other] = [await openOwner(), await openOwner()]
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => mine.post('links/', { lasts: 'week', with_serial: 'false' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('passport_links_full')
    const [first] = (await mine.get('links/')).json().links
    expect((await other.post('links/revoke/', { sn: mine.sn, id: first.id })).statusCode).toBe(404)
    await other.post('links/revoke/', { id: first.id })
    expect((await mine.get('links/')).json().links).toHaveLength(10)
    expect((await mine.post('links/', { lasts: 'forever', with_serial: 'false' })).json().errors).toEqual({
      lasts: 'unknown',
    })
  })

  it('HLT-24 cannot be guessed: tokens that are wrong are counted by network, and use up nobody else’s', async () => {
    const { link } = await openOwner()
    const { token } = await link()
    const codes = new Set<string>()
    for (let i = 0; i < 60; i += 1)
      codes.add((await show(`${token.slice(0, -3)}${100 + i}`, '198.51.100.7')).json().code)
    expect([...codes]).toEqual(['link_invalid', 'too_many_attempts'])
    expect((await show(token, '198.51.100.7')).statusCode).toBe(200)
    expect((await show('x', '203.0.113.1')).json().code).toBe('link_invalid')
  })

  it('HLT-24 answers so many requests an hour and no more', async () => {
    const { link } = await openOwner()
    const { token } = await link()
    await api.db.run('delete from attempt')
    const codes = [(await show(token)).statusCode]
    await api.db.run('update attempt set hits = 118')
    for (let i = 0; i < 4; i += 1) codes.push((await show(token)).statusCode)
    expect(codes).toEqual([200, 200, 200, 429, 429])
    expect((await show((await link()).token)).statusCode).toBe(200)
  })

  it('HLT-22 leads to a page that no search engine lists and that sends no referrer', async () => {
    for (const path of ['/passport', '/%70assport']) {
      const { headers } = await api.get(path)
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
  })
})
