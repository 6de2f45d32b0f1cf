import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { NOW, readingAt, setUpForecasts } from '../../../test/set-up/forecasts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { liveStore } from '../../live/store.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import type { Item } from '../../telemetry/intake/batch.ts'

const { db, newSystem, report, make, shown } = setUpForecasts()

describe('current data', () => {
  const state = (system: OwnedSystem, status: 'on' | 'off', message2: string[] = []) =>
    storeBatch(db(), [
      {
        kind: 'state',
        system: system.id,
        receivedAt: NOW,
        state: {
          at: NOW,
          status,
          message1: [],
          message2,
          errors: [],
          display: 'normal',
          versions: {},
          sensors: [],
          capacity_wh: 5000,
        },
      },
    ])
  const live = async (system: OwnedSystem) => {
    const [current] = await liveStore(db()).of([system], NOW)
    if (!current) throw new Error('no system')
    return current
  }

  it('DSH-04 DSH-11 shows bad weather, and what it was concluded from', async () => {
    const system = await newSystem()
    await report(system, 15, () => ({ pv: 0, load: 300 }))
    await state(system, 'on')
    await make()
    // 50 Wh last ten hours at the unit's own consumption of 5 W.
    const { badWeather } = await live(system)
    expect(badWeather).toEqual({ emptyAt: new Date(NOW.getTime() + 10 * 3_600_000), endsAt: null })
    const { bad_weather, outlook, outlook_gap } = await shown(system)
    expect(bad_weather?.empty_at).toBe(badWeather?.emptyAt.toISOString())
    expect(outlook_gap).toBeNull()
    expect(outlook).toMatchObject({ soc: 1, capacity: 5000, own_power: 5, efficiency: 0.95, reserve: 1 })
    expect(outlook?.steps[0]).toEqual({
      from: NOW.toISOString(),
      pv: 0,
      load: 300,
      battery: 0,
      gain: -5,
      soc: 0.975,
    })
    expect(outlook?.steps.length).toBe(60 * 4)
  })

  it('DSH-04 shows none for a unit that is off or stopped, and why not', async () => {
    const [off, stopped] = [await newSystem(), await newSystem()]
    for (const system of [off, stopped]) await report(system, 15, () => ({ pv: 0, load: 300 }))
    await state(off, 'off')
    await state(stopped, 'on', ['relay'])
    await make()
    for (const [system, gap] of [
      [off, 'off'],
      [stopped, 'stopped'],
    ] as const) {
      expect((await live(system)).badWeather).toBeNull()
      expect(await shown(system)).toMatchObject({ outlook: null, outlook_gap: gap, bad_weather: null })
    }
  })

  it('ENT-02 DSH-12 shows what today is expected to have brought by its end', async () => {
    const system = await newSystem()
    await report(system, 14)
    const reported = (at: string, energy: number): Item => {
      const reading = readingAt(new Date(at), { pv: 400, load: 500 })
      const [counted, none] = [wattHours(energy), wattHours(0)]
      const energies = { pv: counted, import: counted, feedIn: none, charge: none, discharge: none }
      return {
        kind: 'reading',
        system: system.id,
        receivedAt: NOW,
        reading: { ...reading, counters: energies },
      }
    }
    await storeBatch(db(), [reported('2026-06-18T01:00:30Z', 1000), reported('2026-06-18T09:50:30Z', 5000)])
    await make()
    const { forecast } = await live(system)
    expect(forecast.energy).toBeCloseTo(4000 + 12 * 400, 6)
    expect(forecast.load).toBeCloseTo(8000 + 12 * 500, 6)
  })
})
