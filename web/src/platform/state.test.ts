import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokenOf } from '../../test/identity/account.tsx'
import { beginSession, endSession } from './session.ts'
import { keepSystems, useActiveSystem } from './state.ts'

const first = serialNumber.parse('1001')
const second = serialNumber.parse('1002')
const pair = [
  { sn: first, phase: 1 },
  { sn: second, phase: 2 },
  { sn: TOTAL, phase: -1 },
] as const

function signIn(owner: string, systems: Parameters<typeof keepSystems>[0] = pair) {
  beginSession({ access: tokenOf(owner), refresh: 'r' }, false)
  keepSystems(systems)
  return renderHook(useActiveSystem)
}
/** Signs in, chooses, and signs out. */
function choose(owner: string, active: SerialNumber | typeof TOTAL) {
  const { result, unmount } = signIn(owner)
  act(() => result.current[1](active))
  unmount()
  endSession('signedOut')
}
const activeAfter = (...args: Parameters<typeof signIn>) => signIn(...args).result.current[0]

describe('the chosen system', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => endSession('signedOut'))

  it('DSH-03 is the first one until the owner chooses', () => {
    expect(activeAfter('wagner')).toBe(first)
  })

  it.each<SerialNumber | typeof TOTAL>([second, TOTAL])(
    'DSH-03 is %s again after the next sign-in, and leaves no serial number behind',
    (sn) => {
      choose('wagner', sn)
      expect(JSON.stringify(localStorage)).not.toContain(sn === TOTAL ? '1001' : sn)
      expect(activeAfter('wagner')).toBe(sn)
    },
  )

  it('DSH-03 is the first one for another owner, and once systems came or went', () => {
    choose('wagner', TOTAL)
    expect(activeAfter('schmidt')).toBe(first)
    expect(activeAfter('wagner', pair.slice(0, 1))).toBe(first)
  })

  it('SET-04 is forgotten with the account', () => {
    choose('wagner', TOTAL)
    signIn('wagner')
    endSession('removed')
    expect(localStorage).toHaveLength(0)
  })
})
