import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, startOfDay } from '../../time/days.ts'
import { wattHours } from '../../units/units.ts'
import { finished } from '../steps.ts'
import { loadForecast } from './load.ts'
import { pvForecast } from './pv.ts'
import { runway } from './runway.ts'
import { learnPv } from './sun/learn.ts'
import { daysUntil, plantDay, quartersOf, weatherUntil } from './test/plant.ts'

const timeZone = 'Europe/Berlin'
const today = '2026-12-18' as Day
const now = startOfDay(today, timeZone)
const house = (day: Day) => quartersOf(day, timeZone, () => 300)
const pv = daysUntil(dayAfter(today, -1), 365, plantDay(timeZone, undefined, 4))
const load = daysUntil(dayAfter(today, -1), 365, house)
const own = wattHours(120)

describe('the winter runway', () => {
  it('FCT-08 goes by the system’s own past year where there is no weather', () => {
    const input = { history: { pv, load }, now, timeZone, own }
    const found = runway({
      ...input,
      pv: pvForecast({ history: pv, now, timeZone }, 10),
      load: loadForecast({ history: load, now, timeZone }, 10),
    })
    expect(found).toMatchObject({ basis: 'climate' })
    const { earliest, expected, latest } = found ?? expect.fail()
    expect(earliest !== null && expected !== null && earliest <= expected).toBe(true)
    expect(latest === null || (expected !== null && expected <= latest)).toBe(true)
    expect(expected !== null && expected > '2026-12-31' && expected < '2027-04-15').toBe(true)
    for (const day of found?.days ?? []) expect(day.load).toBeCloseTo(7200, 3)
  })

  it('FCT-08 goes by weather where the forecast has it', () => {
    const better = (day: Day) => (day >= dayAfter(today, 4) ? 1 : 0.2)
    const mixed = daysUntil(
      dayAfter(today, -1),
      120,
      plantDay(timeZone, (day) => (day.endsWith('3') ? 1 : 0.2), 8),
    )
    const weather = weatherUntil(dayAfter(today, 10), 131, timeZone, now, (day) =>
      day >= today ? better(day) : day.endsWith('3') ? 1 : 0.2,
    )
    const known = { history: mixed, now, timeZone, weather }
    const forecast = pvForecast({ ...known, memory: finished(learnPv(known, 100)).memory }, 10)
    expect(forecast.method).toBe('weather')
    const found = runway({
      ...{ history: { pv: mixed, load }, now, timeZone, own },
      ...{ pv: forecast, load: loadForecast({ history: load, now, timeZone }, 10) },
    })
    expect(found).toMatchObject({ basis: 'weather', expected: dayAfter(today, 4) })
    expect(found?.days).toHaveLength(10)
  })

  it('FCT-08 is not shown where too little is known', () => {
    const few = daysUntil(dayAfter(today, -1), 30, plantDay(timeZone))
    const none = new Map<Day, never[]>()
    const input = {
      now,
      timeZone,
      own,
      pv: pvForecast({ history: few, now, timeZone }),
      load: loadForecast({ history: none, now, timeZone }),
    }
    expect(runway({ ...input, history: { pv: few, load: none } })).toBeNull()
    expect(runway({ ...input, history: { pv: none, load } })).toBeNull()
  })
})
