import { describe, expect, it } from 'vitest'
import { type JudgedDay, scoreOf } from './score.ts'

const day = (expected: number, outcome: number, more: Partial<JudgedDay> = {}): JudgedDay => ({
  ...{ expected, outcome, low: expected - 100, high: expected + 100, yesterday: null, week: null },
  ...more,
})
const days = (count: number, more: Partial<JudgedDay>) =>
  Array.from({ length: count }, () => day(1100, 1000, more))

describe('the score of forecasts', () => {
  it('FCT-31 is the error and the bias of the sums, in percent of what came', () => {
    const score = scoreOf([day(1200, 1000), day(900, 1000), day(1000, 1000)])
    expect(score).toMatchObject({ days: 3, error: 10, noBetter: null, toWeek: null })
    expect(score?.bias).toBeCloseTo(10 / 3, 9)
  })

  it('FCT-31 is the share of days within their band, of those that had one', () => {
    const none = { low: null, high: null }
    expect(scoreOf([day(1000, 1100), day(1000, 1101), day(5, 90, none)])?.withinBand).toBe(50)
    expect(scoreOf([day(5, 90, none)])?.withinBand).toBeNull()
  })

  it('FCT-31 is compared with rules of thumb on the same days, and says when one is as good', () => {
    const better = scoreOf(days(14, { yesterday: 1200, week: 900 }))
    expect(better).toMatchObject({ toYesterday: 0.5, toWeek: 1, noBetter: true })
    expect(scoreOf(days(14, { yesterday: 1200, week: 899 }))?.noBetter).toBe(false)
    expect(scoreOf(days(13, { yesterday: 1050, week: 1050 }))?.noBetter).toBeNull()
    const some = [...days(14, { week: 1200 }), day(5000, 1000)]
    expect(scoreOf(some)).toMatchObject({ toWeek: 0.5, noBetter: false })
  })

  it('FCT-31 names the best and the worst day, the best not for bringing nothing', () => {
    const [dark, good, bad] = [day(0, 0), day(990, 1000), day(3000, 1000)]
    expect(scoreOf([dark, good, bad])).toMatchObject({ best: good, worst: bad })
  })

  it('FCT-31 of no day is none, and of days that brought nothing has no percentages', () => {
    expect(scoreOf([])).toBeNull()
    expect(scoreOf([day(10, 0)])).toMatchObject({ error: null, bias: null })
  })
})
