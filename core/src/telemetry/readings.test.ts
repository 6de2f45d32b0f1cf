import { describe, expect, it } from 'vitest'
import { lastQuarterEnd, MAX_AHEAD_MS, MAX_LATE_MS, timeFault } from './readings.ts'

const now = new Date('2026-06-18T09:42:10Z')
const away = (ms: number) => new Date(now.getTime() + ms)

describe('the time a unit sends', () => {
  it('is believed from 400 days back to 2 minutes ahead', () => {
    expect(timeFault(now, now)).toBeNull()
    expect(timeFault(away(MAX_AHEAD_MS), now)).toBeNull()
    expect(timeFault(away(-MAX_LATE_MS), now)).toBeNull()
    expect([MAX_AHEAD_MS, MAX_LATE_MS]).toEqual([120_000, 34_560_000_000])
  })

  it('PRD-02 falls into a quarter that has begun, or begins within two minutes', () => {
    const ends = ['09:42:59.999', '09:43:00', '09:45:00'].map((at) =>
      lastQuarterEnd(new Date(`2026-06-18T${at}Z`)),
    )
    expect(ends.map((end) => end.toISOString().slice(11, 16))).toEqual(['09:45', '10:00', '10:00'])
  })

  it('is refused beyond, and says on which side', () => {
    expect(timeFault(away(MAX_AHEAD_MS + 1), now)).toBe('time_ahead')
    expect(timeFault(away(-MAX_LATE_MS - 1), now)).toBe('time_past')
  })
})
