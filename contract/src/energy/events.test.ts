import { describe, expect, it } from 'vitest'
import { refused } from '../test/refused.ts'
import { chartEvent, getEvents, MAX_EVENTS } from './events.ts'

const span = { sn: '1001', from: '2026-06-18T09:00:00Z', until: null }

describe('what happened', () => {
  it.each([
    { kind: 'message', ...span, code: 'i2', severity: 'warn', count: 3 },
    { kind: 'offline', ...span, from: null, until: '2026-06-18T09:15:00Z' },
    { kind: 'calibration', ...span },
    { kind: 'late', ...span, heard_at: '2026-06-19T06:00:00Z' },
    { kind: 'command', ...span, command: 'self_test', state: 'refused' },
    { kind: 'update', ...span, parts: [{ chip: 'bms', from: null, to: '2.1.0', installed: true }] },
  ])('CHT-10 reads as $kind', (event) => {
    expect(chartEvent.parse(event)).toEqual(event)
  })

  it.each([
    { kind: 'party', ...span },
    { kind: 'late', ...span },
    { kind: 'offline', ...span, from: '2026-06-18' },
    { kind: 'message', ...span, code: 'i2', severity: 'bad', count: 3 },
  ])('CHT-10 never reads as %j', (event) => {
    expect(chartEvent.safeParse(event).success).toBe(false)
  })

  it('CHT-10 lists 500 at most, and whether there is more', () => {
    expect(MAX_EVENTS).toBe(500)
    expect(getEvents.response.safeParse({ events: [] }).success).toBe(false)
  })
})

describe('from a day on and before another', () => {
  it.each([
    ['2026-06-18', '2026-06-19', {}],
    ['2026-06-18', '2026-06-18', { until_date: 'too_small' }],
    ['2026-06-18', '2026-06-17', { until_date: 'too_small' }],
    ['2026-06-18', '2100-01-01', { until_date: 'too_big' }],
    ['2024-01-01', '2025-01-01', {}],
    ['2024-01-01', '2025-01-02', { until_date: 'too_big' }],
    ['yesterday', '2026-06-18', { from_date: 'format' }],
    ['2026-06-18', 'today', { until_date: 'format' }],
  ])('CHT-10 %s, %s: %j', (from_date, until_date, faults) => {
    expect(refused(getEvents.query, { sn: '-1', from_date, until_date })).toEqual(faults)
  })
})
