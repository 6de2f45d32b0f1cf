import { describe, expect, it } from 'vitest'
import { refused, ruleAt, ruleOf } from '../test/refused.ts'
import { reportCrash } from './crashes.ts'

const crash = {
  message: 'TypeError',
  stack: 'assets/main-Bq1.js:1:234\nassets/charts.js:20:5\n',
  build: 'k3f_9-A',
  route: '/charts/:sn/*',
}
const FRAME = 'assets/main-Bq1.js:1:2345\n'

describe('a report of a crash', () => {
  it('API-13 says where the program broke, in its own words', () => {
    expect(reportCrash.form.parse(crash)).toEqual(crash)
  })

  it('API-13 may have no frames and no build', () => {
    expect(refused(reportCrash.form, { ...crash, stack: '', build: '' })).toEqual({})
  })

  it.each([
    ['message', 200],
    ['build', 32],
    ['route', 80],
  ])('API-13 %s has at most %i characters', (field, most) => {
    expect(ruleAt(reportCrash.form, field, most)).toBeUndefined()
    expect(ruleAt(reportCrash.form, field, most + 1)).toBe('too_long')
  })

  it('API-13 stack has at most 1500 characters', () => {
    const frames = FRAME.repeat(57)
    const [longest, longer] = [`${frames}${'x'.repeat(14)}:1:1`, `${frames}${'x'.repeat(15)}:1:1`]
    expect([longest.length, longer.length]).toEqual([1500, 1501])
    expect(ruleOf(reportCrash.form, 'stack', longest)).toBeUndefined()
    expect(ruleOf(reportCrash.form, 'stack', longer)).toBe('too_long')
  })

  it.each([
    ['stack', 'at Chart (assets/main.js:1:234)'],
    ['stack', 'https://example.org/?token=1:1:1'],
    ['stack', 'assets/main.js:1'],
    ['stack', 'a.js:1:2b.js:3:4'],
    // Digits that could belong to either of two frames once gave 2 ^ 249 ways to parse it.
    ['stack', `1:1:${'111:1:'.repeat(248)}1!`],
    ['build', 'k3f 9'],
    ['route', '/dashboard?sn=1001'],
  ])('API-13 %s is not "%s"', (field, value) => {
    expect(ruleOf(reportCrash.form, field, value)).toBe('format')
  })
})
