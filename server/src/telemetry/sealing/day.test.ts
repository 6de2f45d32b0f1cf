import { describe, expect, it } from 'vitest'
import { counters, folded } from '../readings/columns.ts'
import { type Quarters, unpackQuarters } from './day.ts'

const START = Date.parse('2026-06-17T22:00:00Z')
const NONE = Number.NaN
const numbers = (...values: number[]) => Float64Array.from(values)
const at = (...offsets: number[]) => Float64Array.from(offsets, (ms, i) => START + i * 900_000 + ms)

const unknown = numbers(NONE, NONE, NONE)
const neverMeasured = { count: numbers(0, 0, 0), sum: unknown, min: unknown, max: unknown }
const neverCounted = { first: unknown, inner: unknown, last: unknown, at: { first: unknown, last: unknown } }

/** Three quarters, the second without readings. */
const day: Quarters = {
  start: START,
  readings: numbers(90, 0, 89),
  folded: {
    ...Object.fromEntries(folded.map((name) => [name, neverMeasured])),
    grid_w: {
      count: numbers(90, 0, 88),
      sum: numbers(-90_123, NONE, 4_400_001),
      min: numbers(-2001, NONE, 49_000),
      max: numbers(17, NONE, 51_234),
    },
    // Though two of its parts are not known.
    load_w: {
      count: numbers(90, 0, 88),
      sum: numbers(90_000, NONE, 4_400_003),
      min: numbers(900, NONE, 49_001),
      max: numbers(1100, NONE, 51_234),
    },
  },
  counted: {
    ...Object.fromEntries(counters.map(({ name }) => [name, neverCounted])),
    // Not known in the first quarter, unlike the next.
    import_wh: {
      first: numbers(NONE, NONE, 7000),
      inner: numbers(NONE, NONE, 12),
      last: numbers(NONE, NONE, 7012),
      at: { first: at(NONE, NONE, 11), last: at(NONE, NONE, 880_001) },
    },
    feed_in_wh: {
      first: numbers(500, NONE, 503),
      inner: numbers(2, NONE, 40),
      last: numbers(502, NONE, 540),
      at: { first: at(7, NONE, 11), last: at(890_003, NONE, 880_001) },
    },
  },
}

/** That day as it is stored, in hexadecimal; every other measure and counter as one that was never known. */
const stored = new Map([
  ...folded.flatMap((name) => [[name, '1a02d980d8ff0100'] as const, [`${name}_range`, 'fe02fe02'] as const]),
  ...counters.map(({ name }) => [name, 'fe02fe02fe02fe02'] as const),
  ['readings', '1a02da6cf640'],
  ['moments', 'fe02fe020216c0606db0d60a02e8270173292600000fe02fe02fe02fe020'],
  ['grid_w', 'fe04520607558edad080'],
  ['grid_w_range', '2a02bcdbcf2a02bf6cd200'],
  ['load_w', 'fe044602d7f3600010'],
  ['load_w_range', '260231fb9a440864f690'],
  ['import_wh', '0202301588db010c6fe020'],
  ['feed_in_wh', '0202d62202ee801070217b010320'],
])

describe('a packed day', () => {
  it('PRD-03 is read as earlier releases wrote it', () => {
    const columns = new Map([...stored].map(([name, hex]) => [name, Buffer.from(hex, 'hex')]))
    expect(unpackQuarters(columns, START, 3)).toEqual(day)
  })
})
