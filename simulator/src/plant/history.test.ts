import { describe, expect, it } from 'vitest'
import { history, historyInstants } from './history.ts'
import { initialPlant, STORAGE, siteOf } from './plant.ts'

const DAY = 86_400_000
const QUARTER = 15 * 60_000
const now = Date.UTC(2026, 10, 21, 9, 7, 3)
const WORKS = { works: true }
const instants = [...historyInstants(now - 395 * DAY, now)]
const fineFrom = Math.floor((now - 3 * DAY) / QUARTER) * QUARTER

describe('the instants of a history', () => {
  it('are one in each quarter, at its end', () => {
    const coarse = instants.filter((at) => at < fineFrom)
    for (const at of coarse) expect(at % QUARTER).toBe(14 * 60_000 + 50_000)
    expect(coarse.length).toBe(392 * 96)
  })

  it('are one a minute in the last three days', () => {
    const fine = instants.filter((at) => at > fineFrom)
    for (const at of fine) expect(at % 60_000).toBe(50_000)
    expect(fine.length).toBe(3 * 1440 + 7)
  })

  it('leave no quarter out and repeat none', () => {
    const quarters = instants.map((at) => Math.floor(at / QUARTER))
    const [first = 0, last = 0] = [quarters[0], quarters.at(-1)]
    expect(new Set(quarters).size).toBe(last - first + 1)
    expect(last - first).toBe(395 * 96)
    expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b))
  })

  it('lie after what is known and not after now', () => {
    expect([...historyInstants(now - 90_000, now)].map((at) => new Date(at).toISOString())).toEqual([
      '2026-11-21T09:05:50.000Z',
      '2026-11-21T09:06:50.000Z',
    ])
    expect([...historyInstants(now - 5000, now)]).toEqual([])
    expect([...historyInstants(now, now)]).toEqual([])
  })
})

describe('a history', () => {
  it('goes on where it stopped: in two parts as in one', () => {
    const site = siteOf({ seed: 1, latitude: 47.66, longitude: 9.17, timeZone: 'Europe/Berlin' })
    const plant = { site, phase: 1, battery: STORAGE } as const
    const from = now - 2 * DAY
    const whole = [...history(plant, initialPlant(1, from), now, WORKS)]
    const first = [...history(plant, initialPlant(1, from), now - DAY, WORKS)]
    const middle = first.at(-1)?.state ?? initialPlant(1, from)
    const second = [...history(plant, middle, now, WORKS)]
    expect([...first, ...second]).toEqual(whole)
  })

  it.each([
    ['in December at ten in the evening', '2026-12-22T21:00:00Z', 1],
    ['in December in the morning', '2026-12-23T07:00:00Z', 3],
    ['in June at noon', '2026-06-21T11:00:00Z', 2],
    ['in June in the evening', '2026-06-21T17:00:00Z', 2],
  ] as const)('HND-02 made for a demo ends with a battery between 40 and 90 %%: %s', (_, instant, phase) => {
    const site = siteOf({ seed: 1, latitude: 47.66, longitude: 9.17, timeZone: 'Europe/Berlin' })
    const plant = { site, phase, battery: STORAGE }
    const to = Date.parse(instant)
    const made = [...history(plant, initialPlant(phase, to - 10 * DAY), to, { works: true, prepares: true })]
    const level = made.at(-1)?.sample.soc ?? 0
    expect(level).toBeGreaterThanOrEqual(40)
    expect(level).toBeLessThanOrEqual(90)
  })
})
