import { describe, expect, it } from 'vitest'
import { broken, receipt } from '../../test/updates.ts'
import { standingOf, type UpdateFacts } from './updates.ts'

const facts = (last: UpdateFacts['last']): Pick<UpdateFacts, 'status' | 'last'> => ({
  status: { new_update: true, update_started: false, page: 0, total_updates: 1, updates: {} },
  last,
})
const stateOf = (last: UpdateFacts['last']) => standingOf(facts(last)).run?.state

describe('where an update stands', () => {
  it('UPD-14 a run that brought only a part has ended as its last turn did', () => {
    const half = broken('1001', 'silent', { outcome: 'partly' })
    expect(stateOf(half)).toBe('interrupted')
    const parts = half.parts.map((part, i) => ({ ...part, state: i === 0 ? ('cancelled' as const) : null }))
    expect(stateOf({ ...half, parts })).toBe('cancelled')
    expect(stateOf(receipt('1001', 'finished'))).toBe('finished')
    expect(stateOf(null)).toBeUndefined()
  })
})
