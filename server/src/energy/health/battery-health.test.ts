import { batteryHealth } from '@kellersonne/contract/energy/battery-health'
import { signedPassport } from '@kellersonne/contract/energy/battery-passport'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { ageingBattery } from '@kellersonne/core/energy/health/test/ageing-battery'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { percent, wattHours, watts } from '@kellersonne/core/units/units'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { transferOwnership } from '../../systems/transfer-ownership.ts'
import type { Item } from '../../telemetry/intake/batch.ts'

const NOW = new Date('2026-06-18T22:30:00Z')
const DAYS = 30
const CAPACITY = 9400
const AT_ONCE = 500
const HEALTH = '/api/auth/battery_health/'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ stoppedAt: NOW })
})
afterAll(() => api.close())

/** Readings in the middle of each quarter until now, as a unit with counters would have sent them. */
function readingsOf(system: number, seed: number): Item[] {
  const { soc, charge, discharge } = ageingBattery({ capacity: CAPACITY, loss: 0, days: DAYS, seed })
  const start = Math.floor(NOW.getTime() / QUARTER_MS - soc.length) * QUARTER_MS
  let [charged, discharged] = [100_000, 90_000]
  return Array.from(soc, (level, i) => {
    const at = new Date(start + (i + 1 / 2) * QUARTER_MS)
    const [inwards, outwards] = [charge[i] ?? 0, discharge[i] ?? 0]
    const reading: Reading = {
      ...{ at, gridVoltage: null, grid: watts(0), pv: null, output: null },
      ...{ battery: watts(4 * (outwards - inwards)), soc: percent(level) },
      counters: {
        ...{ pv: null, import: null, feedIn: null },
        charge: wattHours(Math.round(charged + inwards / 2)),
        discharge: wattHours(Math.round(discharged + outwards / 2)),
      },
    }
    charged += inwards
    discharged += outwards
    return { kind: 'reading', system, receivedAt: at, reading }
  })
}

const battery = {
  ...{ soh_percent: 95, full_cycles: 12, in_service_on: '2026-05-20' },
  warranty: { years: 10, remaining_percent: 70 },
}
const state = (system: number, capacity_wh: number, more: Partial<typeof battery> = {}): Item => ({
  ...{ kind: 'state', system, receivedAt: NOW },
  state: {
    ...{ at: NOW, status: 'on', message1: [], message2: [], errors: [], sensors: [], display: 'normal' },
    ...{ versions: {}, capacity_wh, battery: { ...battery, ...more } },
  },
})

async function send(items: readonly Item[]) {
  for (let i = 0; i < items.length; i += AT_ONCE) await storeBatch(api.db, items.slice(i, i + AT_ONCE))
}

async function ask(email: string, sn: string) {
  const { access } = await api.signIn(email)
  return api.get(`${HEALTH}?sn=${sn}`, access)
}

describe('the health of a battery', () => {
  it('HLT-01 HLT-02 HLT-03 HLT-06 HLT-29 HLT-33 comes from its own long charges and discharges', async () => {
    const [system = 0] = (await api.owner('health@example.org', ['3001'])).systems
    await send([...readingsOf(system, 2), state(system, 10_000)])
    const found = batteryHealth.parse((await ask('health@example.org', '3001')).json())
    expect(found).toMatchObject({
      stated: 10_000,
      since: '2026-05-20',
      until: '2026-06-19',
      round_trip_first: null,
    })
    expect(found.reported).toEqual(battery)
    expect(found.warranty).toMatchObject({ years: 10, energy_throughput_wh: null, today: { percent: 99.8 } })
    const { capacity = 0, plus_minus = 0, state: health, months } = found.estimate ?? {}
    expect(Math.abs(capacity - CAPACITY)).toBeLessThan(plus_minus)
    expect(health).toMatchObject({ verdict: 'early', usual: null })
    expect(Math.abs((health?.percent ?? 0) - 94)).toBeLessThan(3)
    expect(months?.map(({ month }) => month)).toEqual(['2026-05', '2026-06'])
    expect(found.round_trip?.percent).toBeGreaterThan(83)
    expect(found.round_trip?.percent).toBeLessThan(92)
    expect(found.full_cycles).toBeCloseTo(found.discharged / capacity, 0)
    expect(found.levels.reduce((a, b) => a + b, 0)).toBeCloseTo(100, 0)
  })

  it('HLT-01 HLT-06 compares with the losses since the battery was put into service, where its unit reports that', async () => {
    const [system = 0] = (await api.owner('second@example.org', ['3009'])).systems
    await send([...readingsOf(system, 2), state(system, 10_000, { in_service_on: '2023-06-20' })])
    const { estimate } = batteryHealth.parse((await ask('second@example.org', '3009')).json())
    expect(estimate?.state).toMatchObject({ verdict: 'good', usual: { low: 91, high: 97 } })
  })

  it('HLT-21 ENE-06 follows corrections, but the signed values do not: their owner may want to sell', async () => {
    const [system = 0] = (await api.owner('corrects@example.org', ['3010'])).systems
    await send(readingsOf(system, 2))
    const { access } = await api.signIn('corrects@example.org')
    const values = async () =>
      signedPassport.parse((await api.get('/api/auth/battery_passport/?sn=3010', access)).json()).passport
    const measured = await values()
    const names = measured.values.filter(({ source }) => source !== null).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['remaining_energy', 'round_trip_efficiency', 'soc_below_5']),
    )
    const [from, until] = ['2026-05-20T00:00:00.000Z', '2026-06-18T22:00:00.000Z']
    const correction = { sn: '3010', kind: 'implausible', from, until }
    const headers = { authorization: `Bearer ${access}` }
    expect((await api.post('/api/auth/correction/', correction, { headers })).statusCode).toBe(200)
    const found = batteryHealth.parse((await ask('corrects@example.org', '3010')).json())
    expect(found.estimate).toBeNull()
    expect(await values()).toEqual(measured)
  })

  it('HLT-33 says until when it was measured, also in the signed values, and not when its unit last said anything', async () => {
    const [system = 0] = (await api.owner('silent@example.org', ['3011'])).systems
    const lost = 20 * 96
    const old = readingsOf(system, 2).slice(0, -lost)
    await send([...old, state(system, 10_000)])
    const found = batteryHealth.parse((await ask('silent@example.org', '3011')).json())
    expect([found.since, found.until]).toEqual(['2026-05-20', '2026-05-30'])
    const { access } = await api.signIn('silent@example.org')
    const { passport } = signedPassport.parse(
      (await api.get('/api/auth/battery_passport/?sn=3011', access)).json(),
    )
    expect([passport.measured_since, passport.measured_until]).toEqual([found.since, found.until])
  })

  it('HLT-04 is unknown without measurements, and says nothing of what a former owner’s time held', async () => {
    const sn = serialNumber.parse('3002')
    const nothing = {
      since: null,
      until: null,
      estimate: null,
      round_trip: null,
      full_cycles: null,
      levels: [],
      charged: 0,
    }
    const seller = await api.owner('sells@example.org', ['3002'])
    const [system = 0] = seller.systems
    expect((await ask('sells@example.org', '3002')).json()).toMatchObject(nothing)
    await send([...readingsOf(system, 3), state(system, 0)])
    expect((await ask('sells@example.org', '3002')).json()).toMatchObject({
      stated: null,
      since: '2026-05-20',
    })
    const { owner } = await api.owner('buys@example.org')
    expectProblem(await ask('buys@example.org', '3002'), 404, 'not_found')
    const handover = { by: 'handover', former: seller.owner } as const
    await api.db.transaction((sql) => transferOwnership(sql, { system, sn, owner }, handover, NOW))
    expect((await ask('buys@example.org', '3002')).json()).toMatchObject(nothing)
  })
})
