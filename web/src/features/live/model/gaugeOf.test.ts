import { expect, it } from 'vitest'
import { gaugeOf } from './gaugeOf.ts'

it('DSH-02 the gauge is grey for what is stopped or old', () => {
  expect((['silent', 'off', 'standby', 'stopped', 'charges', 'full'] as const).map(gaugeOf)).toEqual([
    ...['off', 'off', 'off', 'off'],
    ...['charging', 'on'],
  ])
})
