import type { DayForecast, Forecast } from '@kellersonne/core/energy/forecast/forecast'
import { dayOf } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'
import { outlookStore } from '../../messages/alerts/outlook-store.ts'
import { settingStore } from '../../messages/alerts/setting-store.ts'
import { keepOutlooks } from './outlooks.ts'

const NOW = new Date('2026-12-10T10:00:00Z')
let api: TestApi
beforeAll(async () => {
  api = await testApi({ stoppedAt: NOW })
})
afterAll(() => api.close())

function day(ahead: number, energy: number): DayForecast {
  const start = new Date(NOW.getTime() + ahead * 86_400_000)
  const sum = { low: wattHours(energy), expected: wattHours(energy), high: wattHours(energy) }
  return { day: dayOf(start, 'Europe/Berlin'), start, sum, quarters: [], low: [], high: [], usual: [] }
}
const forecast = (method: Forecast['method'], energy: number): Forecast => ({
  days: [0, 1, 2].map((ahead) => day(ahead, energy)),
  ...{ history: 60, level: 1, method, weather: 'none' },
  excluded: { curtailed: 0, snow: 0, faulty: 0, gap: 0 },
})

it('ALR-32 the forecast job records dark days for owners who ask, by a forecast with a record of its own', async () => {
  const { owner, systems } = await api.owner('outlook@example.org', ['7101', '7102', '7103'])
  const [asked = 0, silent = 0, recent = 0] = systems
  for (const system of [asked, recent])
    await settingStore(api.db).put({ owner, system, topic: 'outlook', email: true })
  const made = ([asked, silent, recent] as const).map((system) => ({
    ...{ system, since: NOW, made_at: NOW, efficiency: null },
    pv: forecast(system === recent ? 'recent' : 'own', 1000),
    load: forecast('own', 8000),
  }))
  await keepOutlooks(api.db, made, NOW)
  expect(await outlookStore(api.db).current(systems, NOW)).toEqual([
    { system: asked, cause: 'winter', begunAt: NOW, details: { pv: 2000, load: 16_000 } },
  ])
})
