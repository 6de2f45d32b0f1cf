import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../../../../test/identity/account.tsx'
import { systemAt, wire } from '../../../../test/systems.ts'
import { serverNow, setServerClock } from '../../../platform/clock/serverClock.ts'
import { beginSession, endSession } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'
import { forgetLastValues, keepLastValues, lastValues, noteReceivedValues } from './lastValues.ts'

const as = (owner: string, stay = true) => beginSession({ access: tokenOf(owner), refresh: 'r' }, stay)
const socs = () => lastValues()?.systems.map(({ soc }) => soc) ?? null

beforeEach(() => {
  forgetLastValues()
  setServerClock(new Date())
  as('wagner')
})

describe('the last values', () => {
  it('SHL-10 are kept, those that changed among those that did not', () => {
    noteReceivedValues(wire(systemAt('1001', 1, 40), systemAt('1002', 2, 50)), true)
    noteReceivedValues(wire(systemAt('1002', 2, 51)), false)
    keepLastValues()
    expect(socs()).toEqual([40, 51])
    noteReceivedValues(wire(systemAt('1001', 1, 42)), true)
    keepLastValues()
    expect(socs()).toEqual([42])
  })

  it('SHL-10 are not written with every value that comes', () => {
    const set = vi.spyOn(stored.lastValues, 'set')
    for (let soc = 0; soc < 20; soc += 1) noteReceivedValues(wire(systemAt('1001', 1, soc)), true)
    expect(set).toHaveBeenCalledTimes(1)
  })

  it('SHL-10 are kept in the tab for an owner who did not choose to stay', () => {
    as('wagner', false)
    noteReceivedValues(wire(systemAt('1001', 1, 40)), true)
    keepLastValues()
    expect(socs()).toEqual([40])
    expect([localStorage.getItem('lastValues'), sessionStorage.length]).toEqual([null, 2])
    endSession('signedOut')
    expect(sessionStorage.getItem('lastValues')).toBeNull()
  })

  it.each(['signedOut', 'elsewhere', 'ended', 'removed'] as const)('SHL-10 are gone once %s', (reason) => {
    noteReceivedValues(wire(systemAt('1001', 1, 40)), true)
    endSession(reason)
    keepLastValues()
    expect(localStorage.getItem('lastValues')).toBeNull()
  })

  it('SHL-10 never show to another owner, even where they were left behind', () => {
    noteReceivedValues(wire(systemAt('1001', 1, 40)), true)
    const left = localStorage.getItem('lastValues') ?? ''
    as('schmidt')
    expect(localStorage.getItem('lastValues')).toBeNull()
    localStorage.setItem('lastValues', left)
    expect(lastValues()).toBeNull()
    expect(localStorage.getItem('lastValues')).toBeNull()
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"owner":"wagner"}',
    '{"owner":"wagner","at":"yesterday","here":0,"systems":[]}',
  ])('STO-02 are dropped where %j is in their place', (text) => {
    localStorage.setItem('lastValues', text)
    expect(lastValues()).toBeNull()
    expect(localStorage.getItem('lastValues')).toBeNull()
  })

  it('STO-02 of an older version with other fields are dropped', () => {
    noteReceivedValues(wire(systemAt('1001', 1, 40)), true)
    const old: unknown = JSON.parse(localStorage.getItem('lastValues') ?? '')
    localStorage.setItem('lastValues', JSON.stringify({ ...Object(old), systems: [{ 1001: { soc: 40 } }] }))
    expect(lastValues()).toBeNull()
  })

  it('SHL-10 have their age by the clock of the server, a day away from that of the device', () => {
    const DAY_MS = 86_400_000
    const there = Date.now() - DAY_MS
    setServerClock(new Date(there))
    noteReceivedValues(wire(systemAt('1001', 1, 40)), true)
    setServerClock(new Date())
    const known = lastValues()
    expect(Math.abs((known?.receivedAt.getTime() ?? 0) - there)).toBeLessThan(1000)
    expect(Math.abs(serverNow().getTime() - there)).toBeLessThan(1000)
  })

  it('STO-02 need no storage that works', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    noteReceivedValues(wire(systemAt('1001', 1, 40)), true)
    expect(socs()).toEqual([40])
  })
})
