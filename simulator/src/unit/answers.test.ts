import { ACCEPT_MS } from '@kellersonne/core/control/commands'
import { describe, expect, it } from 'vitest'
import { FOREIGN_ID, type Manner, plannedAnswers } from './answers.ts'
import type { Outcome } from './condition.ts'

const at = Date.UTC(2026, 5, 18)
const accepted: Outcome = { id: 'a', outcome: 'accepted' }
const done: Outcome = { id: 'a', outcome: 'done' }
const refused: Outcome = { id: 'a', outcome: 'refused', reason: 'main_switch_off' }
const reported = (manner: Manner, outcome: Outcome) =>
  plannedAnswers(manner, outcome, at).map((one) => one.outcome)

describe('a unit answers', () => {
  it.each([
    ['normal', done, [done]],
    ['refuses', refused, [refused]],
    ['none', done, []],
    ['twice', accepted, [accepted, accepted]],
    ['contradictory', accepted, [accepted]],
    ['contradictory', done, [done, { id: 'a', outcome: 'refused', reason: 'stopped' }]],
    ['contradictory', refused, [refused, { id: 'a', outcome: 'done' }]],
    ['foreign', done, [{ id: FOREIGN_ID, outcome: 'done' }]],
  ] as const)('API-07 %s: %j', (manner, outcome, expected) => {
    expect(reported(manner, outcome)).toEqual(expected)
  })

  it('API-07 late: after whatever the server waited for', () => {
    const [planned] = plannedAnswers('late', accepted, at)
    expect(planned?.outcome).toEqual(accepted)
    expect(planned?.at).toBeGreaterThan(at + ACCEPT_MS)
  })
})
