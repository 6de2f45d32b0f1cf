import type { Reading } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units/units'
import { afterAll, beforeAll } from 'vitest'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import type { Item } from '../../src/telemetry/intake/batch.ts'
import { createSealing } from '../../src/telemetry/sealing/job.ts'
import { type TestApi, testApi } from '../api.ts'

/** Owned since 2026-01-01 by `owner`; both clock changes are in the past. */
export const SN = '1001'
export const OTHER = '1002'
export const FOREIGN = '2001'
export const HOUR_MS = 3_600_000
/** Midnight in Berlin on a summer day. */
export const JUNE_9 = Date.parse('2026-06-08T22:00:00Z')

/** The server with readings of the units of `anna@example.org`, and her requests. */
export function setUpCharts() {
  let api: TestApi
  let access: string
  let systems: number[]
  beforeAll(async () => {
    api = await testApi()
    systems = (await api.owner('anna@example.org', [SN, OTHER])).systems
    await api.owner('bert@example.org', [FOREIGN])
    access = (await api.signIn('anna@example.org')).access
    await measure(0, JUNE_9, 8, 1)
    await measure(1, JUNE_9, 8, 3)
    await measure(0, Date.parse('2026-10-24T22:00:00Z'), 100, 1)
    await measure(0, Date.parse('2026-03-28T23:00:00Z'), 92, 1)
  })
  afterAll(() => api.close())

  /** Stores a reading at the end of each quarter: 1 kW of PV, 400 W into the battery, 100 W fed in, each times `factor`. */
  async function measure(which: number, from: number, count: number, factor: number) {
    const system = systems[which] ?? 0
    const items = Array.from({ length: count }, (_, i): Item => {
      const wh = (power: number) => wattHours(1000 + ((i + 1) * power * factor) / 4)
      const reading: Reading = {
        at: new Date(from + (i + 1) * QUARTER_MS - 1),
        gridVoltage: volts(230 + which * 2),
        grid: watts(-100 * factor),
        pv: watts(1000 * factor),
        battery: watts(-400 * factor),
        soc: percent(50 + which * 20),
        output: watts(600 * factor),
        counters: { pv: wh(1000), import: wh(0), feedIn: wh(100), charge: wh(400), discharge: wh(0) },
      }
      return { kind: 'reading', system, receivedAt: api.now(), reading }
    })
    await storeBatch(api.db, items)
  }

  return {
    api: () => api,
    systems: () => systems,
    measure,
    /** Seals all days that are over. */
    async seal() {
      const sealDays = createSealing()
      while (await api.db.transaction((sql) => sealDays(sql, api.now())));
    },
    ask: (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
      api.app.inject({
        method: 'GET',
        url: `${path}?${new URLSearchParams(query)}`,
        headers: { authorization: `Bearer ${access}`, ...headers },
      }),
    post: (path: string, form: Record<string, string>) =>
      api.post(path, form, { headers: { authorization: `Bearer ${access}` } }),
  }
}
