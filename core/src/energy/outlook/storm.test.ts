import { describe, expect, it } from 'vitest'
import { percent, watts } from '../../units/units.ts'
import { STORM_GUST, socAt, stormAhead } from './storm.ts'

const HOUR = 3_600_000
const START = new Date('2026-11-26T00:00:00Z')
const hour = (hours: number) => new Date(START.getTime() + hours * HOUR)
/** Gusts of `value` in these hours, of 8 m/s in the others; by the hours since the start. */
const gusts = (strong: Readonly<Record<number, number | null>>, hours = 240) => ({
  start: START,
  gust: Array.from({ length: hours }, (_, i) => (i in strong ? (strong[i] ?? null) : 8)),
})

describe('a storm ahead', () => {
  it('ALR-36 has the highest gust, its hour, and the hours from the first to the last strong gust', () => {
    expect(stormAhead(gusts({ 14: 25, 15: 31.2, 16: 12, 17: 31.2, 18: 26 }), hour(9))).toEqual({
      ...{ gust: 31.2, gustAt: hour(15), beginsAt: hour(14), endsAt: hour(19) },
    })
  })

  it('ALR-36 is of 25 m/s at least, 90 km/h', () => {
    expect(STORM_GUST * 3.6).toBe(90)
    expect(stormAhead(gusts({ 14: 24.9, 15: null }), hour(9))).toBeNull()
    expect(stormAhead(gusts({ 14: 25 }), hour(9))).toMatchObject({ gust: 25 })
    expect(stormAhead({ start: START, gust: [] }, hour(0))).toBeNull()
    expect(stormAhead(gusts(Object.fromEntries(gusts({}).gust.map((_, i) => [i, null]))), hour(0))).toBeNull()
  })

  it('ALR-36 begins within 48 hours, and is over with its last hour', () => {
    expect(stormAhead(gusts({ 57: 30 }), hour(9))).toBeNull()
    expect(stormAhead(gusts({ 56: 30 }), hour(9))).toMatchObject({ beginsAt: hour(56) })
    expect(stormAhead(gusts({ 57: 30 }), new Date(hour(9).getTime() + 1))).toMatchObject({
      beginsAt: hour(57),
    })
    const raging = { beginsAt: hour(7), endsAt: hour(10), gust: 30 }
    expect(stormAhead(gusts({ 7: 30, 9: 26 }), new Date(hour(10).getTime() - 1))).toMatchObject(raging)
    expect(stormAhead(gusts({ 7: 30, 9: 26 }), hour(10))).toBeNull()
  })

  it('ALR-36 goes on for as long as strong gusts follow within six hours, and the next one is another', () => {
    expect(stormAhead(gusts({ 10: 25, 16: 30 }), hour(9))).toMatchObject({ endsAt: hour(17), gust: 30 })
    const two = gusts({ 10: 25, 17: 30 })
    expect(stormAhead(two, hour(9))).toMatchObject({ endsAt: hour(11), gust: 25 })
    expect(stormAhead(two, hour(11))).toMatchObject({ beginsAt: hour(17), gust: 30 })
    const long = gusts(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 20, 26])))
    expect(stormAhead(long, hour(9))).toMatchObject({ beginsAt: hour(20), endsAt: hour(80) })
  })
})

it('ALR-36 the state of charge at an instant is that of the step in it, and not known before or after all steps', () => {
  const step = (i: number) => ({
    ...{ from: hour(i / 4), until: hour((i + 1) / 4), soc: [percent(80 - i), percent(79 - i)] as const },
    ...{ pv: watts(0), load: watts(300), battery: watts(300), gain: watts(-300) },
  })
  const steps = Array.from({ length: 8 }, (_, i) => step(i))
  expect([socAt(steps, hour(0)), socAt(steps, hour(1)), socAt(steps, hour(2))]).toEqual([80, 76, null])
  expect([socAt(steps, hour(-1)), socAt([], hour(1))]).toEqual([null, null])
})
