import { calendar } from '@kellersonne/contract/energy/calendar'
import { beforeAll, describe, expect, it } from 'vitest'
import { charting, SN } from '../../../test/charting.ts'

const { seal, ask } = charting()
beforeAll(seal)

describe('calendar', () => {
  it('CAL-02 CHT-07 tells each day of a month, and what they come to', async () => {
    const answer = await ask('/api/auth/calendar/', { sn: SN, from_date: '2026-10-12' })
    const { days, total, month } = calendar.parse(answer.json())
    expect(month).toBe('2026-10')
    expect(days).toHaveLength(31)
    const day = days.find((one) => one.day === '2026-10-25')
    expect(day).toMatchObject({
      pv: 99 * 250,
      charge: 99 * 100,
      feed_in: 99 * 25,
      house: 99 * 125,
      self_sufficiency: 100,
      measured: 100,
    })
    expect(days[0]).toMatchObject({ pv: null, self_sufficiency: null, measured: 0 })
    expect(total).toMatchObject({ pv: 99 * 250, house: 99 * 125 })
  })

  it('CAL-02 the total sums what is known of its systems', async () => {
    const { days } = calendar.parse(
      (await ask('/api/auth/calendar/', { sn: '-1', from_date: '2026-06-01' })).json(),
    )
    expect(days.find((one) => one.day === '2026-06-09')).toMatchObject({ pv: 4 * 7 * 250 })
  })

  it('CAL-02 PRD-05 in the total, a system that said nothing counts as not measured, one not yet theirs does not', async () => {
    const query = { sn: '-1', from_date: '2026-10-01' }
    const { days, total } = calendar.parse((await ask('/api/auth/calendar/', query)).json())
    const of = (day: string) => days.find((one) => one.day === day)
    expect(of('2026-10-25')).toMatchObject({ pv: 99 * 250, measured: 50 })
    expect(of('2026-10-24')).toMatchObject({ pv: null, measured: 0 })
    const quarters = 31 * 96 + 4
    expect(total.measured).toBeCloseTo((100 * 100) / (2 * quarters), 10)
    const before = calendar.parse(
      (await ask('/api/auth/calendar/', { ...query, from_date: '2025-12-01' })).json(),
    )
    expect([before.total.measured, before.days[30]?.measured]).toEqual([null, null])
  })
})
