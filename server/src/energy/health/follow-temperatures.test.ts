import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { transferOwnership } from '../../systems/transfer-ownership.ts'
import type { Item } from '../../telemetry/intake/batch.ts'
import { temperatureRows } from './temperature-rows.ts'
import { temperatureStore } from './temperature-store.ts'

const NOW = new Date('2026-06-18T22:30:00Z')
const MINUTE_MS = 60_000
const at = (minute: number) => new Date(Date.UTC(2026, 5, 18) + minute * MINUTE_MS)

let api: TestApi
beforeAll(async () => {
  api = await testApi({ stoppedAt: NOW })
})
afterAll(() => api.close())

type Sensors = Extract<Item, { kind: 'state' }>['state']['sensors']
const celsius = (value: number, unit = '°C'): Sensors => [{ name: 'battery_temperature', value, unit }]

const report = (system: number, minute: number, sensors?: Sensors): Item => ({
  ...{ kind: 'state', system, receivedAt: NOW },
  state: { at: at(minute), status: 'on', ...(sensors !== undefined && { sensors }) },
})
const reading = (system: number, minute: number): Item => ({
  ...{ kind: 'reading', system, receivedAt: NOW },
  reading: {
    ...{ at: at(minute), gridVoltage: null, grid: null, pv: null, battery: null, soc: null, output: null },
    counters: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
  },
})
async function owned(sn: string) {
  const opened = await api.owner(`warm-${sn}@example.org`, [sn])
  const [system = 0] = opened.systems
  const since = async () => {
    const [present] = await temperatureStore(api.db).present([system])
    return present?.since ?? NOW
  }
  return { ...opened, system, since }
}
async function hoursOf(system: number, since: Date) {
  const rows = await temperatureRows(api.db, { system, since })
  return rows.map((row) => [
    ...[row.hours_below_0, row.hours_0_to_10, row.hours_10_to_35, row.hours_35_to_45, row.hours_from_45],
  ])
}

it('HLT-27 counts how long a battery is how warm, each report once, and no gaps', async () => {
  const { system, since } = await owned('6001')
  const readings = [60, 75, 90, 105].map((minute) => reading(system, minute))
  const states = [report(system, 60, celsius(20)), report(system, 66, celsius(46)), report(system, 78)]
  await storeBatch(api.db, [...readings, ...states, report(system, 120, celsius(5))])
  // Late, twice, in another unit, impossible; then nothing for ten hours, of which three quarters have readings.
  const late = [report(system, 50, celsius(-9)), report(system, 66, celsius(46))]
  await storeBatch(api.db, [
    ...late,
    report(system, 123, celsius(50, '°F')),
    report(system, 126, celsius(400)),
  ])
  await storeBatch(api.db, [report(system, 130, celsius(3))])
  await storeBatch(api.db, [
    ...[reading(system, 135), reading(system, 150), reading(system, 165), report(system, 730, celsius(3.1))],
  ])
  expect(await hoursOf(system, await since())).toEqual([[0, 0.05 + 0.75, 0.1, 0, 0.9]])
  expect(await temperatureRows(api.db, { system, since: await since() })).toMatchObject([
    { from: at(60), until: at(730), lowest: 3, highest: 46 },
  ])
})

it('HLT-27 of longer than a day without a new temperature the last day counts', async () => {
  const { system, since } = await owned('6002')
  const daily = Array.from({ length: 3 * 96 }, (_, i) => reading(system, -3 * 1440 + 15 * i))
  await storeBatch(api.db, [...daily, report(system, -3 * 1440, celsius(20))])
  await storeBatch(api.db, [report(system, 0, celsius(21))])
  expect(await hoursOf(system, await since())).toEqual([[0, 0, 24, 0, 0]])
})

it('HLT-27 belongs to the owner of its time, and to nobody without one', async () => {
  const seller = await owned('6003')
  const { system } = seller
  await storeBatch(api.db, [report(system, 60, celsius(20)), report(system, 66, celsius(20.5))])
  const before = await seller.since()
  const { owner } = await api.owner('warm-buyer@example.org')
  const handover = { by: 'handover', former: seller.owner } as const
  const sn = serialNumber.parse('6003')
  await api.db.transaction((sql) => transferOwnership(sql, { system, sn, owner }, handover, at(70)))
  await storeBatch(api.db, [report(system, 69, celsius(60))])
  const after = await seller.since()
  expect([await hoursOf(system, before), await hoursOf(system, after)]).toEqual([[[0, 0, 0.1, 0, 0]], []])
  await storeBatch(api.db, [report(system, 71, celsius(30)), report(system, 77, celsius(30))])
  expect(await hoursOf(system, after)).toEqual([[0, 0, 0.1, 0, 0]])
})
