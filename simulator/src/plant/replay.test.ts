import { describe, expect, it } from 'vitest'
import { advance, initialPlant, STORAGE, siteOf } from './plant.ts'
import { readRecording, recordedInstant, recordedPowers } from './replay.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const csv = `time,pv_w,load_w,heat_pump_w
2026-06-01T00:00:00Z,0,300,10
2026-06-01T01:00:00Z,,420,
2026-06-01T03:00:00Z,1500,,20
`
const start = Date.UTC(2026, 5, 1)

describe('a recording', () => {
  const recording = readRecording(csv)

  it('reports what was measured, and null where nothing was', () => {
    expect(recordedPowers(recording, start)).toEqual({ pv: 0, load: 300 })
    expect(recordedPowers(recording, start + 1.5 * HOUR)).toEqual({ pv: null, load: 420 })
    expect(recordedPowers(recording, start + 2.5 * HOUR)).toEqual({ pv: null, load: null })
    expect(recordedPowers(recording, start + 3 * HOUR)).toEqual({ pv: 1500, load: null })
  })

  it('is repeated day by day where it is short', () => {
    expect(recordedPowers(recording, start + 17 * 24 * HOUR)).toEqual({ pv: 0, load: 300 })
    expect(recordedPowers(recording, start - 24 * HOUR + HOUR)).toEqual({ pv: null, load: 420 })
  })

  it('is repeated by 52 weeks where it is long: same weekday, same season', () => {
    const years = { start, step: HOUR, pv: Array.from({ length: (105 * WEEK) / HOUR }, () => 0), load: [] }
    const at = recordedInstant(years, start + 52 * 2 * WEEK * 3 + 40 * WEEK)
    expect((at - start) / WEEK).toBe(40)
  })

  it.each([
    '',
    'time,pv_w,load_w\n',
    'time,pv_w,load_w\nyesterday,1,2\n2026-06-01T01:00:00Z,1,2',
    'a,b\n1,2\n3,4',
  ])('is refused where it is none: %j', (text) => expect(() => readRecording(text)).toThrow())

  it('takes the models’ place, a third for each phase, behind the modelled battery', () => {
    const site = siteOf({ seed: 1, latitude: 47.66, longitude: 9.17, timeZone: 'Europe/Berlin', recording })
    const plant = { site, phase: 2, battery: STORAGE } as const
    const at = start + 20 * 60_000
    const { sample } = advance(plant, initialPlant(2, at), at + 60_000)
    expect(sample).toMatchObject({ pv: 0, load: 100 })
    expect(sample.battery).toBeGreaterThan(80)
    expect(advance(plant, initialPlant(2, at + 2 * HOUR), at + 2 * HOUR + 1000).sample.load).toBeGreaterThan(
      0,
    )
  })
})
