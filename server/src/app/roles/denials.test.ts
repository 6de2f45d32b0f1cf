import { serialNumber } from '@kellersonne/contract/systems/systems'
import { expect, it } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { logDenials } from './denials.ts'

const SAMPLE = 'broker_denied_total{reason="wrong_secret"}'

it('HND-10 counts all that is denied, and logs a few lines a minute of each network', async () => {
  const lines: object[] = []
  const since = await metricsFromNow()
  const onDenied = logDenials({ warn: (line: object) => void lines.push(line) })
  const sn = serialNumber.parse('1001')
  const deny = (network: string) => onDenied({ reason: 'wrong_secret', sn, network })
  for (let i = 0; i < 50; i += 1) deny('192.0.2.1')
  expect(lines).toHaveLength(5)
  deny('192.0.2.2')
  expect(lines.at(-1)).toEqual({ reason: 'wrong_secret', sn, network: '192.0.2.2', dropped: 45 })
  for (let i = 0; i < 100; i += 1) deny(`198.51.100.${i}`)
  expect(lines).toHaveLength(60)
  expect((await since())(SAMPLE)).toBe(151)
})
