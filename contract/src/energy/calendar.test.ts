import { describe, expect, it } from 'vitest'
import { refused } from '../test/refused.ts'
import { calendar, getCalendar } from './calendar.ts'

const nothing = {
  ...{ pv: null, import: null, feed_in: null, charge: null, discharge: null, house: null },
  ...{ self_sufficiency: null, self_consumption: null, measured: null, imported: null },
}
const message = {
  ...{ sn: '1001', code: 'relay', severity: 'danger' },
  ...{ raised_at: '2026-06-18T09:00:00Z', resolved_at: null },
}
const part = { chip: 'bms', from: '2.0.0', to: '2.1.0', installed: true }
const day = {
  ...nothing,
  day: '2026-06-18',
  pv: 12_400,
  messages: [message],
  updates: [{ sn: '1001', ended_at: '2026-06-18T11:00:00Z', parts: [part] }],
}
const month = {
  sn: -1,
  time_zone: 'Europe/Berlin',
  month: '2026-06',
  days: [day],
  total: nothing,
  energy_gaps: [],
}

describe('a month', () => {
  it('CAL-02 has its days, each with energies, messages and updates, and what they come to', () => {
    expect(calendar.parse(month)).toEqual(month)
  })

  it.each([
    ['that is none', { day: '2026-06-31' }],
    ['with a message that was raised before', { messages: [{ ...message, raised_at: null }] }],
    ['without its yield, known or not', { pv: undefined }],
  ])('CAL-02 has no day %s', (_, wrong) => {
    expect(calendar.safeParse({ ...month, days: [{ ...day, ...wrong }] }).success).toBe(false)
  })

  it('CAL-02 is asked for by any of its days', () => {
    expect(getCalendar.query.parse({ sn: '-1', from_date: '2026-06-18' })).toEqual({
      sn: -1,
      from_date: '2026-06-18',
    })
    expect(refused(getCalendar.query, { sn: '1001', from_date: '2026-06' })).toEqual({ from_date: 'format' })
  })
})
