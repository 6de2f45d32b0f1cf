import { describe, expect, it } from 'vitest'
import { actionOf, type StoredAction } from './action.ts'

const at = (seconds: number) => new Date(Date.parse('2026-06-18T10:00:00Z') + seconds * 1000)
const [startedAt, installedAt, deadline] = [at(1), at(2), at(3)]
const row = (changed: Partial<StoredAction>): StoredAction => ({
  ...{
    id: 1,
    system: 2,
    run: '',
    part: 1,
    release: 3,
    chip: 'bms',
    from: null,
    to: '2.5.0',
    size: 100,
    sha256: '',
  },
  ...{
    state: 'waiting',
    bytes: 40,
    percent: 50,
    begunAt: at(0),
    startedAt: null,
    installedAt: null,
    deadline,
  },
  ...{
    endedAt: null,
    reason: null,
    details: [],
    words: 0,
    lastSeenAt: null,
    fetchedAt: null,
    cancelKnownAt: null,
  },
  ...changed,
})

describe('an action that goes on', () => {
  it('UPD-18 reads as its row says', () => {
    expect(actionOf(row({}))).toEqual({ state: 'waiting', deadline })
    expect(actionOf(row({ state: 'started', startedAt }))).toEqual({
      ...{ state: 'started', startedAt, bytes: 40, percent: 50, deadline },
    })
    expect(actionOf(row({ state: 'installed', startedAt, installedAt }))).toEqual({
      ...{ state: 'installed', startedAt, installedAt, deadline },
    })
  })

  it.each<Partial<StoredAction>>([
    { state: 'waiting', deadline: null },
    { state: 'started' },
    { state: 'started', startedAt, deadline: null },
    { state: 'installed', startedAt },
  ])('UPD-18 never reads as a row that contradicts itself: %o', (changed) => {
    expect(() => actionOf(row(changed))).toThrow(`update_action 1: no times for the state ${changed.state}`)
  })
})
