import { describe, expect, it } from 'vitest'
import { tooOld } from './version.ts'

describe('the version of the database server', () => {
  it.each([
    [140_011, '14.11 (Debian)', /^It is PostgreSQL 14\.11 \(Debian\), and 15 is the oldest/],
    [90_624, '9.6.24', /9\.6\.24/],
  ])('HND-01 names %i as too old', (number, name, sentence) => {
    expect(tooOld({ number, name })).toMatch(sentence)
  })

  it.each([150_000, 150_018, 180_004])('HND-01 takes %i', (number) => {
    expect(tooOld({ number, name: 'x' })).toBeNull()
  })
})
