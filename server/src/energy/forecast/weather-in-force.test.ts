import { getForecast } from '@kellersonne/contract/energy/forecast'
import { placeOf } from '@kellersonne/core/systems/place'
import { describe, expect, it } from 'vitest'
import { NOW, setUpForecasts } from '../../../test/set-up/forecasts.ts'
import { placeStore } from '../../systems/place-store.ts'
import { keyOfCell, weatherStore } from '../weather/store.ts'
import { forecastOf } from './expectation.ts'
import { makeForecasts } from './making.ts'
import { runwayOf } from './runway.ts'

const HOUR_MS = 3_600_000
const SOURCE = { provider: 'dwd', name: 'Deutscher Wetterdienst', url: null, licence: null } as const
const PLACE = placeOf({ latitude: 47.66, longitude: 9.18 })
const CELL = { latitude: 477, longitude: 92 }
const { db, newSystem, report } = setUpForecasts()

const make = async (at: Date) => {
  while (await db().transaction((sql) => makeForecasts(sql, at, 'dwd')));
}
const hours = (value: number) => Array.from({ length: 72 }, () => value)
const weather = (at: Date) => ({
  ...{ issuedAt: at, start: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS), implausible: 0 },
  ...{ irradiance: hours(300), cloud: hours(50), temperature: hours(12), gust: hours(8) },
})

describe('what became of weather', () => {
  it('FCT-23 is shown step by step, also after the provider has fallen silent', async () => {
    const system = await newSystem()
    await report(system, 14)
    const shown = async (at: Date, source: typeof SOURCE | null = SOURCE) =>
      getForecast.response.parse(await forecastOf(db(), system, at, source)).weather
    await make(NOW)
    expect(await shown(NOW, null)).toEqual({ state: 'off', issued_at: null, source: null })
    expect(await shown(NOW)).toEqual({ state: 'no_place', issued_at: null, source: SOURCE })
    await placeStore(db()).set(system.id, PLACE)
    await weatherStore(db()).want(PLACE, NOW)
    expect(await shown(NOW)).toMatchObject({ state: 'waiting', issued_at: null })
    await weatherStore(db()).put(CELL, 'dwd', weather(NOW), NOW)
    const later = new Date(NOW.getTime() + 15 * 60_000)
    await make(later)
    expect(await shown(later)).toEqual({
      ...{ state: 'learning', issued_at: NOW.toISOString(), source: SOURCE },
    })
    const silent = new Date(NOW.getTime() + 7 * HOUR_MS)
    await make(silent)
    expect(await shown(silent)).toMatchObject({ state: 'silent', issued_at: NOW.toISOString() })
    const another = { ...SOURCE, provider: 'open_meteo' } as never
    expect(await shown(silent, another)).toMatchObject({ state: 'waiting' })
  })

  it('FCT-22 FCT-23 of one cell serves all systems in it, and none elsewhere', async () => {
    await weatherStore(db()).put(CELL, 'dwd', weather(NOW), NOW)
    const found = await weatherStore(db()).of([CELL, CELL, { latitude: 1, longitude: 2 }], 'dwd', NOW)
    expect([...found.keys()]).toEqual([keyOfCell(CELL)])
    expect(found.get(keyOfCell(CELL))?.weather.irradiance.at(-1)).toBe(300)
  })
})

describe('the winter runway', () => {
  it('FCT-33 AUT-12 is made of the system’s own past, and of nobody else’s', async () => {
    const system = await newSystem()
    expect(await runwayOf(db(), system, NOW, null)).toBeNull()
    await report(system, 30, () => ({ pv: 900, load: 500 }))
    await make(NOW)
    const found = await runwayOf(db(), system, NOW, null)
    expect(found).toMatchObject({ basis: 'climate', expected: '2026-06-18' })
    const next = { ...system, since: new Date(NOW.getTime() + 1) }
    expect(await runwayOf(db(), next, NOW, null)).toBeNull()
  })
})
