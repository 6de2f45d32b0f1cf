import { expect, it } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { failPart, reportFaults } from './faults.ts'

it.each([
  ['alerts', 'owner'],
  ['findings', 'system'],
  ['forecast', 'system'],
  ['handovers', 'system'],
  ['own_rules', 'system'],
  ['sealing', 'system'],
  ['unconfirmed', 'owner'],
  ['unused', 'owner'],
] as const)('HND-22 counts and logs what the job %s leaves out', async (name, noun) => {
  const lines: unknown[][] = []
  const since = await metricsFromNow()
  const onFault = reportFaults<number | string>(
    { error: (...line: unknown[]) => lines.push(line) },
    name,
    'could not be done',
  )
  const error = new Error('odd')
  onFault(7, error)
  onFault(8, error)
  expect(lines).toEqual([
    [{ err: error, [noun]: 7 }, 'could not be done'],
    [{ err: error, [noun]: 8 }, 'could not be done'],
  ])
  expect((await since())(`job_left_out_total{name="${name}"}`)).toBe(2)
})

it('HND-01 lets a part fail where nobody reports what it leaves out', () => {
  expect(() => failPart(7, new Error('odd'))).toThrow('odd')
})
