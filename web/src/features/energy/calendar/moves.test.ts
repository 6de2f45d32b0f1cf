import type { Day } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { dayForKey, monthsAway } from './moves.ts'

const TODAY = '2026-11-21' as Day
const press = (key: string, from: string, { shiftKey = false, weekStart = 1 as 1 | 7 } = {}) =>
  dayForKey({ key, shiftKey }, from as Day, weekStart, TODAY)

describe('keys in the grid', () => {
  it.each([
    ['ArrowLeft', '2026-10-09', '2026-10-08'],
    ['ArrowRight', '2026-10-31', '2026-11-01'],
    ['ArrowUp', '2026-10-05', '2026-09-28'],
    ['ArrowDown', '2026-10-09', '2026-10-16'],
    ['Home', '2026-10-09', '2026-10-05'],
    ['Home', '2026-10-03', '2026-10-01'],
    ['End', '2026-10-09', '2026-10-11'],
    ['End', '2026-10-27', '2026-10-31'],
    ['PageUp', '2026-03-31', '2026-02-28'],
    ['PageDown', '2026-09-09', '2026-10-09'],
  ])('CAL-01 %s leads from %s to %s', (key, from, to) => {
    expect(press(key, from)).toEqual({ to, known: true })
  })

  it.each([
    ['PageUp', '2028-02-29', '2027-02-28'],
    ['PageDown', '2025-10-09', '2026-10-09'],
  ])('CAL-01 Shift and %s leads from %s a year on', (key, from, to) => {
    const today = '2028-03-01' as Day
    expect(dayForKey({ key, shiftKey: true }, from as Day, 1, today).to).toBe(to)
  })

  it('CAL-01 Home leads to Sunday where weeks start on it', () => {
    expect(press('Home', '2026-10-09', { weekStart: 7 }).to).toBe('2026-10-04')
    expect(press('End', '2026-10-09', { weekStart: 7 }).to).toBe('2026-10-10')
  })

  it.each([
    ['PageDown', '2026-11-09'],
    ['ArrowRight', '2026-11-30'],
    ['ArrowLeft', '2000-01-01'],
    ['PageUp', '2000-01-15'],
  ])('CAL-01 %s leads nowhere from %s', (key, from) => {
    expect(press(key, from)).toEqual({ to: null, known: true })
  })

  it('CAL-01 other keys are not the grid’s', () => {
    expect(press('a', '2026-10-09').known).toBe(false)
    expect(press('Tab', '2026-10-09').known).toBe(false)
  })

  it('CAL-01 of the month that is not over yet, a page leads to today at most', () => {
    expect(monthsAway('2026-10-30' as Day, 1, TODAY)).toBe(TODAY)
    expect(monthsAway('2026-10-09' as Day, 1, TODAY)).toBe('2026-11-09')
    expect(monthsAway('2026-10-09' as Day, 2, TODAY)).toBeNull()
  })
})
