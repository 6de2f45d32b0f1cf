import { toMonth } from '@kellersonne/contract/energy/month'
import { describe, expect, it } from 'vitest'
import { calendar, message, nothing, sunny } from '../../../../test/energy/calendar.ts'
import { bestOf, inOrder, isPartial, kindOf, marksOf, radiusOf, stateOf } from './days.ts'

const TODAY = '2026-06-18'
const june = (days: Parameters<typeof calendar>[3] = {}) => toMonth(calendar(-1, '2026-06-01', TODAY, days))
const day = (date: string, days: Parameters<typeof calendar>[3] = {}) => {
  const found = june(days).days.find((one) => one.day === date)
  if (!found) throw new Error(date)
  return found
}
const kind = (date: string, more = {}) => kindOf(day(date, { [date]: more }), day(TODAY).day)
const on = (more: object) => day(TODAY, { [TODAY]: more })

describe('a day of the calendar', () => {
  it.each([
    ['2026-06-19', {}, 'future'],
    [TODAY, nothing, 'begun'],
    ['2026-06-02', nothing, 'before'],
    ['2026-06-02', { ...nothing, measured: 0 }, 'silent'],
    ['2026-06-02', { ...sunny, measured: 12 }, 'measured'],
    ['2026-06-02', { ...sunny, measured: 0, imported: 50 }, 'measured'],
    [TODAY, sunny, 'measured'],
  ])('CAL-02 %s with %o is %s', (date, more, expected) => {
    expect(kind(date, more)).toBe(expected)
  })

  it('CAL-02 unknown stays unknown, and is not nothing', () => {
    expect(on(nothing).balance.pv).toBeNull()
    expect(radiusOf(on(nothing).balance, 44_800)).toBeNull()
    expect(radiusOf(on({ pv: 0 }).balance, 44_800)).toBe(0)
    expect(radiusOf(on({ pv: 0 }).balance, 0)).toBe(0)
  })

  it("CAL-02 a quarter of the best day's yield has half its radius", () => {
    expect(bestOf(june({ '2026-06-03': { pv: 80_000 } }).days)).toBe(80_000)
    expect(radiusOf(on({ pv: 20_000 }).balance, 80_000)).toBe(0.5)
    expect(bestOf([])).toBe(0)
  })

  it.each([
    [0, false],
    [0.4, true],
    [62, true],
    [99.4, true],
    [99.5, false],
    [null, false],
  ])('CAL-02 %d %% measured is partly: %s', (measured, partly) => {
    expect(isPartial(on({ measured }).balance)).toBe(partly)
  })

  it.each([
    [0, 83, true],
    [0, 100, false],
    [17, 83, false],
    [17, 50, true],
  ])('GWY-41 %d %% measured and %d %% imported are a part of a day: %s', (measured, imported, partly) => {
    expect(isPartial(on({ measured, imported }).balance)).toBe(partly)
  })

  it('CAL-02 marks: open ones first, the gravest of them before, then "+n"', () => {
    const resolved = message(TODAY, { resolved_at: `${TODAY}T10:02:00Z` })
    const note = message(TODAY, { code: 'wait60', severity: 'info' })
    const grave = message(TODAY, { code: 'relay', severity: 'danger' })
    const given = on({ messages: [note, resolved, message(TODAY), grave] })
    const { messages } = given
    expect(inOrder(messages).map(stateOf)).toEqual(['open', 'open', 'resolved', 'note'])
    expect(inOrder(messages)[0]?.code).toBe('relay')
    expect([marksOf(given, false).marks.length, marksOf(given, false).more]).toEqual([2, 2])
    expect([marksOf(given, true).marks.length, marksOf(given, true).more]).toEqual([1, 3])
    expect(marksOf({ ...given, messages: messages.slice(0, 2) }, true).more).toBe(0)
  })

  it('CAL-02 an update is marked after what is still open, before what is over', () => {
    const resolved = message(TODAY, { resolved_at: `${TODAY}T10:02:00Z` })
    const update = { sn: resolved.sn, ended_at: `${TODAY}T10:02:00Z`, parts: [] }
    const given = on({ messages: [resolved, message(TODAY)], updates: [update] })
    expect(marksOf(given, false).marks.map(({ kind }) => kind)).toEqual(['open', 'update'])
    expect(marksOf(given, false).more).toBe(1)
  })
})
