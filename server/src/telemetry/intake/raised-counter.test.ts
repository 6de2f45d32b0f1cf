import { statePayload } from '@kellersonne/contract/telemetry/device'
import { describe, expect, it } from 'vitest'
import type { Item } from './batch.ts'
import { openBudget } from './budget.ts'
import { openRaisedCounter } from './raised-counter.ts'

const NOW = new Date('2026-06-18T12:00:00Z')
const state = (message1: string[], message2: string[] = []): Item => ({
  kind: 'state',
  system: 1,
  receivedAt: NOW,
  state: statePayload.parse({ at: NOW.toISOString(), status: 'on', message1, message2 }),
})

describe('messages that a unit raises', () => {
  it('F8 are those of a state that were not in the one before, each unit its own', () => {
    const raised = openRaisedCounter()
    expect(raised(1, [state(['A', 'B'], ['B', 'C'])])).toBe(3)
    expect(raised(1, [state(['A', 'B', 'C'])])).toBe(0)
    expect(raised(1, [state([]), state(['A'])])).toBe(1)
    expect(raised(2, [state(['A'])])).toBe(1)
  })

  it('F8 cost as much as what they leave: fifteen thousand use up what a unit may have stored at once', () => {
    const budget = openBudget(() => NOW)
    let states = 0
    for (; !budget.isUsedUp(1); states += 1) budget.spend(1, 1, 4000, 96)
    expect(states * 96).toBeLessThan(15_000)
    expect(states * 96).toBeGreaterThan(14_000)
  })
})
