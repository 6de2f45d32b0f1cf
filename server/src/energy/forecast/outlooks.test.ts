import { storedState } from '@kellersonne/contract/telemetry/device'
import type { DayForecast, Forecast } from '@kellersonne/core/energy/forecast/forecast'
import { placeOf } from '@kellersonne/core/systems/place'
import { dayOf, startOfDay } from '@kellersonne/core/time/days'
import { percent, wattHours, watts } from '@kellersonne/core/units/units'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'
import { NO_MESSAGES, unknown } from '../../../test/set-up/telemetry.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { outlookStore } from '../../messages/alerts/outlook-store.ts'
import { settingStore } from '../../messages/alerts/setting-store.ts'
import { placeStore } from '../../systems/place-store.ts'
import { weatherStore } from '../weather/store.ts'
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
    await settingStore(api.db).put({ owner, systems: [system], topic: 'outlook', email: true })
  const made = ([asked, silent, recent] as const).map((system) => ({
    ...{ system, since: NOW, made_at: NOW, efficiency: null },
    pv: forecast(system === recent ? 'recent' : 'own', 1000),
    load: forecast('own', 8000),
  }))
  await keepOutlooks(api.db, made, { owned: [], provider: null, now: NOW })
  expect(await outlookStore(api.db).current(systems, NOW)).toEqual([
    { system: asked, cause: 'winter', begunAt: NOW, details: { pv: 2000, load: 16_000 } },
  ])
})

it('ALR-36 a storm is recorded with the state of charge in which it is expected to begin, where that is known', async () => {
  const cell = { latitude: 477, longitude: 92 }
  const { owner, systems } = await api.owner('storm@example.org', ['7201', '7202', '7203'])
  const [known = 0, recent = 0, unmeasured = 0] = systems
  for (const system of systems) {
    await settingStore(api.db).put({ owner, systems: [system], topic: 'outlook', email: true })
    await placeStore(api.db).set(system, placeOf({ latitude: 47.7, longitude: 9.2 }))
    const state = storedState.parse({
      status: 'on',
      ...NO_MESSAGES,
      capacity_wh: 10_000,
      at: NOW.toISOString(),
    })
    const reading = { ...unknown, at: NOW, soc: system === unmeasured ? null : percent(90) }
    await storeBatch(api.db, [
      { kind: 'state', system, receivedAt: NOW, state },
      { kind: 'reading', system, receivedAt: NOW, reading },
    ])
  }
  const gust = Array.from({ length: 48 }, (_, hour) => (hour === 10 || hour === 11 ? 28.4 : 8))
  const rest = gust.map(() => 1)
  const start = new Date('2026-12-10T06:00:00Z')
  const issued = {
    issuedAt: NOW,
    start,
    irradiance: rest,
    cloud: rest,
    temperature: rest,
    gust,
    implausible: 0,
  }
  await weatherStore(api.db).want(placeOf({ latitude: 47.7, longitude: 9.2 }), NOW)
  await weatherStore(api.db).put(cell, 'dwd', issued, NOW)
  /** The house takes 950 W, of which the battery gives each, and no sun shines. */
  const flat = (method: Forecast['method'], power: number): Forecast => {
    const all = forecast(method, 24 * power)
    const quarters = Array.from({ length: 96 }, () => watts(power))
    return {
      ...all,
      days: all.days.map((one) => ({ ...one, start: startOfDay(one.day, 'Europe/Berlin'), quarters })),
    }
  }
  const made = systems.map((system) => ({
    ...{ system, since: NOW, made_at: NOW, efficiency: null },
    pv: flat(system === recent ? 'recent' : 'own', 0),
    load: flat('own', 950),
  }))
  const owned = systems.map((id) => ({
    ...{ id, timeZone: 'Europe/Berlin', since: NOW, visibleFrom: NOW, ...cell },
  }))
  await keepOutlooks(api.db, made, { owned, provider: 'dwd', now: NOW })
  const storms = (await outlookStore(api.db).current(systems, NOW)).filter(({ cause }) => cause === 'storm')
  const at = '2026-12-10T16:00:00.000Z'
  const storm = { gust: 28.4, gust_at: at, begins_at: at, ends_at: '2026-12-10T18:00:00.000Z' }
  // Six hours at 1 kW from the cells, and 5 W of the unit itself.
  expect(new Map(storms.map(({ system, details }) => [system, details]))).toEqual(
    new Map([
      [known, { storm: { ...storm, soc: 30 } }],
      [recent, { storm: { ...storm, soc: null } }],
      [unmeasured, { storm: { ...storm, soc: null } }],
    ]),
  )
})
