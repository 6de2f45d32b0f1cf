import { storedState } from '@kellersonne/contract/telemetry/device'
import { describe, expect, it } from 'vitest'
import { ago, NOW, unknown } from '../../../test/set-up/telemetry.ts'
import type { Item } from './batch.ts'
import { workOf } from './work.ts'

const reading = (seconds: number): Item => ({
  ...{ kind: 'reading', system: 7, receivedAt: NOW, reading: { ...unknown, at: ago(seconds) } },
})
const state = (seconds: number, codes: number): Item => ({
  ...{ kind: 'state', system: 7, receivedAt: NOW },
  state: storedState.parse({
    at: ago(seconds).toISOString(),
    status: 'on',
    message1: Array.from({ length: codes }, (_, i) => `m${i}`),
  }),
})

describe('what storing takes', () => {
  it('HND-39 F8 is one for a reading, and does not depend on the length of its message', () => {
    expect([workOf(reading(60), 200), workOf(reading(86_400), 26_000)]).toEqual([1, 1])
  })

  it('HND-39 F8 grows with the codes and bytes of a state, and if it is late', () => {
    const plain = workOf(state(0, 0), 0)
    expect(plain).toBeGreaterThan(1)
    expect(workOf(state(0, 50), 0)).toBeGreaterThan(100 + plain)
    expect(workOf(state(0, 0), 25_600)).toBe(100 + plain)
    expect(workOf(state(86_400, 0), 0)).toBe(3 * plain)
  })
})
