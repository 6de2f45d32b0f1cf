import { expect, it } from 'vitest'
import { alarmOutcomes } from './promtool.ts'

const report = `Unit Testing:  tests/down.yml
  SUCCESS

Unit Testing:  tests/slow.yml
  FAILED:
    expr: "ALERTS", time: 10m,
        got: nil

`

it('HND-23 blames the alarm that promtool blames, and one that it does not mention', () => {
  const outcomes = alarmOutcomes(report, ['tests/down.yml', 'tests/slow.yml', 'tests/forgotten.yml'])
  expect(outcomes).toMatchObject([
    { file: 'tests/down.yml', passed: true, messages: [] },
    { file: 'tests/slow.yml', passed: false, messages: [expect.stringContaining('got: nil')] },
    { file: 'tests/forgotten.yml', passed: false, messages: ['promtool does not mention it'] },
  ])
})
