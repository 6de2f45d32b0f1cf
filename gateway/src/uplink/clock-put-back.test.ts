import { serialNumber } from '@kellersonne/core/systems/systems'
import { expect, it } from 'vitest'
import { NO_MEMORY } from '../system/memory.ts'
import { momentOf } from '../system/system.ts'
import { watchConnection } from './connection-watch.ts'
import { stateOf } from './state.ts'
import { openStateReporter } from './state-reporter.ts'

const YEARS_MS = 4 * 365 * 86_400_000
const MINUTE_MS = 60_000

it('GWY-06 repeats the state every five minutes after the clock was put back by years', () => {
  const sn = serialNumber('5000001')
  if (sn === null) throw new Error('no serial number')
  const sent: string[] = []
  const report = openStateReporter(sn, {
    enqueue: () => undefined,
    sendUnqueued: ({ payload }) => void sent.push(payload.slice(0, 30)),
  })
  const moment = momentOf([], { sources: {} }, NO_MEMORY, 0)
  const state = stateOf({ ...moment, devices: [], signs: { verdict: 'open', invert: [] } })
  for (const at of [YEARS_MS, 0, MINUTE_MS, 5 * MINUTE_MS]) report(state, at)
  expect(sent).toEqual(['{"at":"1970-01-01T00:00:00.000', '{"at":"1970-01-01T00:05:00.000'])
})

it('GWY-06 counts no reconnects of a time when the clock was ahead', () => {
  let at = YEARS_MS
  const watch = watchConnection(() => at)
  const reconnect = () => [false, true].forEach(watch.look)
  for (let i = 0; i < 4; i += 1) reconnect()
  at = 0
  reconnect()
  expect(watch.fault()).toBeNull()
})
