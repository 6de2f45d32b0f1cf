import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addFormerOwner } from '../../../test/database/former-owner.ts'
import { NOW, setUpForecasts, TIME_ZONE } from '../../../test/set-up/forecasts.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'
import { correctionStore } from '../corrections/store.ts'
import { forecastStore } from './store.ts'

const { db, newOwner, newSystem, report, make } = setUpForecasts()
const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

const made = async (system: OwnedSystem, now = NOW) =>
  (await forecastStore(db()).of([system], now)).get(system.id) ?? expect.fail('no forecast')
const row = z.object({ built_at: z.date(), learnt: z.nullable(z.string()) })
const remembered = ({ id }: OwnedSystem) =>
  db().row(row, `select built_at, pv_memory->>'learnt' as learnt from forecast_memory where system = $1`, [
    id,
  ])
const sunny = (at: Date) => ({ pv: at.getUTCHours() > 6 && at.getUTCHours() < 18 ? 900 : 0, load: 500 })

describe('what is kept for forecasts', () => {
  it('FCT-01 FCT-06 is a year of quarters: like days are found in it, and bands', async () => {
    const system = await newSystem()
    await report(system, 40, sunny)
    await make()
    const { pv, load } = await made(system)
    expect([pv.method, load.method, pv.history]).toEqual(['own', 'own', 40])
    const [today] = pv.days
    expect(Math.abs((today?.quarters[52] ?? 0) - 900)).toBeLessThan(30)
    expect([today?.low[52], today?.high[52]].map((power) => Math.abs((power ?? 0) - 900) < 200)).toEqual([
      true,
      true,
    ])
    expect(today?.sum?.expected).toBeGreaterThan(8000)
    expect(load.days[0]?.usual[40]).toBe(500)
  })

  it('FCT-09 learns from each day once, a few with each forecast, and the newest at night', async () => {
    const system = await newSystem()
    await report(system, 40, sunny)
    await make()
    const first = await remembered(system)
    await make(later(0.25))
    const second = await remembered(system)
    expect((second?.learnt ?? '') > (first?.learnt ?? '')).toBe(true)
    for (let quarter = 2; quarter < 40; quarter += 1) await make(later(quarter / 4))
    expect((await remembered(system))?.learnt).toBe('2026-06-17')
    expect((await remembered(system))?.built_at).toEqual(NOW)
    const night = new Date(startOfDay(dayAfter(dayOf(NOW, TIME_ZONE)), TIME_ZONE).getTime() + 6 * HOUR_MS)
    await make(night)
    expect((await remembered(system))?.learnt).toBe('2026-06-18')
  })

  it('FCT-09 is made anew once the past is corrected', async () => {
    const system = await newSystem()
    await report(system, 40, sunny)
    await make()
    expect((await made(system)).pv.method).toBe('own')
    const from = startOfDay('2026-05-01' as ReturnType<typeof dayOf>, TIME_ZONE)
    const until = startOfDay('2026-06-15' as ReturnType<typeof dayOf>, TIME_ZONE)
    const correction = { kind: 'implausible', counter: null, from, until } as const
    await correctionStore(db()).add(system.id, correction, later(0.1))
    await make(later(0.25))
    const { pv } = await made(system, later(0.25))
    expect([pv.history, pv.method]).toEqual([3, 'none'])
    expect((await remembered(system))?.built_at).toEqual(later(0.25))
  })

  it('FCT-09 is made anew once a unit has sent older days: within a minute where there was too little to go by', async () => {
    const system = await newSystem()
    await report(system, 14, sunny)
    await make()
    expect((await made(system)).pv.method).toBe('recent')
    const minute = 1 / 60
    await report(system, 60, sunny, later(minute))
    await make(later(minute))
    const { pv, made_at } = await made(system)
    expect([made_at, pv.method, pv.history]).toEqual([later(minute), 'own', 60])
    const old = await newSystem()
    await report(old, 40, sunny)
    await make(later(1))
    await report(old, 80, sunny, later(1.1))
    await make(later(1.2))
    expect((await made(old)).made_at).toEqual(later(1))
    await make(later(1.25))
    expect([(await made(old)).pv.history, (await remembered(old))?.built_at]).toEqual([80, later(1.25)])
    await make(later(1.5))
    expect((await remembered(old))?.built_at).toEqual(later(1.25))
  })

  it('AUT-12 FCT-09 goes with its owner', async () => {
    const system = await newSystem()
    await addFormerOwner(db(), system.id)
    await report(system, 40, sunny)
    await make()
    expect(await remembered(system)).toBeDefined()
    await systemStore(db()).release(system.sn, system.owner, NOW)
    await make()
    expect(await remembered(system)).toBeUndefined()
    const since = later(1)
    await systemStore(db()).claim(system.id, await newOwner(), since)
    await make(later(1.25))
    const { pv } = await made({ ...system, since }, later(1.25))
    expect([pv.history, pv.method]).toEqual([0, 'none'])
  })
})
