import { describe, expect, it } from 'vitest'
import { dayOf, QUARTER_MS } from '../../time/days.ts'
import { type Watts, watts } from '../../units/units.ts'
import { clearSky, dayOfYear } from '../forecast/sun/clear-sky.ts'
import { sunDays } from '../forecast/sun/sun-past.ts'
import { judgePv } from './pv.ts'

const TIME_ZONE = 'UTC'
const PLACE = { latitude: 48, longitude: 9 }
const START = Date.UTC(2026, 2, 10)
const DAY_QUARTERS = 96
const USUAL_DAYS = 80

/** Sky by day, and what is left of PV from `wrongFrom` on, by slot. */
function pastOf(
  days: number,
  skyOf: (day: number) => number,
  left = 1,
  wrongFrom = USUAL_DAYS,
  leftAt = (_slot: number) => 1,
) {
  const clear = clearSky(PLACE)
  const history = new Map(
    Array.from({ length: days }, (_, d) => {
      const day = dayOf(new Date(START + d * DAY_QUARTERS * QUARTER_MS), TIME_ZONE)
      const shareAt = (slot: number) => skyOf(d) * (d >= wrongFrom ? left * leftAt(slot) : 1)
      const powers = Array.from(clear(dayOfYear(day)), (sky, slot): Watts | null =>
        watts(6 * sky * shareAt(slot)),
      )
      return [day, powers] as const
    }),
  )
  const now = new Date(START + days * DAY_QUARTERS * QUARTER_MS + QUARTER_MS)
  return sunDays({ history, now, timeZone: TIME_ZONE, place: PLACE })
}

const clearOrDark = (day: number) => (day % 3 === 1 ? 0.2 : 1)
/** Of five days two are clear. */
const changing = (day: number) => [1, 0.3, 0.98, 0.6, 0.2][day % 5] ?? 1

describe('what PV makes of a clear sky', () => {
  it('HLT-15 is too little once one of two strings is lost', () => {
    const found = judgePv(pastOf(USUAL_DAYS + 5, changing, 0.5), null)
    expect(found).toMatchObject({ name: 'pv', verdict: 'unusual' })
    if (found.verdict !== 'unusual') throw new Error('nothing found')
    expect(found.value).toBeGreaterThan(45)
    expect(found.value).toBeLessThan(55)
    expect(found.points.length).toBeGreaterThan(60)
  })

  it('HLT-15 is too little at once if hours of clear sky are alike and halved, and not while hours differ', () => {
    const clear = judgePv(pastOf(USUAL_DAYS + 1, clearOrDark, 0.5), null)
    expect(clear).toMatchObject({ verdict: 'unusual' })
    if (clear.verdict !== 'unusual') throw new Error('nothing found')
    expect(clear.value).toBeLessThan(clear.limit)
    expect(clear.points.at(-1)?.at).toBe(clear.since)
    const cloudy = pastOf(
      USUAL_DAYS + 1,
      clearOrDark,
      0.5,
      USUAL_DAYS,
      (slot) => 1 - 0.3 * (Math.floor(slot / 4) % 3),
    )
    expect(judgePv(cloudy, null).verdict).toBe('usual')
  })

  it('HLT-15 stays too little until clear days are what they were', () => {
    const lost = pastOf(USUAL_DAYS + 30, changing, 0.5)
    expect(judgePv(lost, 0.6).verdict).toBe('unusual')
    const mended = pastOf(
      USUAL_DAYS + 30,
      (day) => changing(day) * (day >= USUAL_DAYS && day < USUAL_DAYS + 20 ? 0.5 : 1),
    )
    expect(judgePv(mended, 0.6).verdict).toBe('usual')
  })

  it('HLT-17 is not called too little for clouds alone, nor from too few days', () => {
    expect(judgePv(pastOf(USUAL_DAYS + 5, changing), null).verdict).toBe('usual')
    expect(
      judgePv(
        pastOf(USUAL_DAYS + 8, (day) => (day < USUAL_DAYS ? changing(day) : 0.2)),
        null,
      ).verdict,
    ).toBe('usual')
    expect(judgePv(pastOf(60, changing), null)).toMatchObject({ verdict: 'unknown', why: 'too_little' })
  })
})
