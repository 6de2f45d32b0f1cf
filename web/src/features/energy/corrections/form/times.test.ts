import { describe, expect, it } from 'vitest'
import { endOf, isDoubled, quarterTimes, readInstant, timeOf } from './times.ts'

const ZONE = 'Europe/Berlin'
const SPRING = '2026-03-29'
const AUTUMN = '2026-10-25'
const at = (day: string, time: string) => {
  const read = readInstant({ day, time }, ZONE)
  return 'at' in read ? read.at.toISOString() : `${read.field} ${read.rule}`
}

describe('times as clocks show them', () => {
  it.each([
    ['2026-06-18', '09:15', '2026-06-18T07:15:00.000Z'],
    ['2026-06-18', '09:15:30', '2026-06-18T07:15:30.000Z'],
    ['2026-06-18', '24:00', '2026-06-18T22:00:00.000Z'],
    [SPRING, '01:45', '2026-03-29T00:45:00.000Z'],
    [SPRING, '03:00', '2026-03-29T01:00:00.000Z'],
    [AUTUMN, '02:30', '2026-10-25T00:30:00.000Z'],
    [AUTUMN, '02:30 2', '2026-10-25T01:30:00.000Z'],
    // The day was changed after the second of two times had been chosen.
    ['2026-10-26', '02:30 2', '2026-10-26T01:30:00.000Z'],
  ])('ENE-10 %s %s is an instant', (day, time, instant) => {
    expect(at(day, time)).toBe(instant)
  })

  it.each([
    [SPRING, '02:30', 'Time senseless'],
    ['', '09:15', 'Day required'],
    ['2026-02-30', '09:15', 'Day format'],
    ['2026-06-18', '', 'Time required'],
    ['2026-06-18', 'soon', 'Time senseless'],
  ])('ENE-10 %j %j is none', (day, time, fault) => {
    expect(at(day, time)).toBe(fault)
  })

  it('ENE-10 an instant is written as it is read, for each quarter around the changes of clocks', () => {
    for (const day of [SPRING, AUTUMN])
      for (const ends of [false, true])
        for (const time of quarterTimes(day, ZONE, ends)) {
          const instant = new Date(at(day, time))
          expect((ends ? endOf : timeOf)(instant, ZONE)).toEqual({ day, time })
        }
  })

  it('ENE-10 a day offers the quarters that it has, the doubled ones twice', () => {
    const [spring, autumn] = [SPRING, AUTUMN].map((day) => quarterTimes(day, ZONE, false))
    expect([spring?.length, autumn?.length, quarterTimes('', ZONE, false).length]).toEqual([92, 100, 96])
    expect(spring).not.toContain('02:30')
    expect(autumn).toEqual(expect.arrayContaining(['02:00', '02:45', '02:00 2', '02:45 2']))
    expect(quarterTimes(AUTUMN, ZONE, true).at(-1)).toBe('24:00')
    expect(
      ['01:45', '02:00', '02:45 2', '03:00'].map((time) => isDoubled({ day: AUTUMN, time }, ZONE)),
    ).toEqual([false, true, true, false])
  })
})
