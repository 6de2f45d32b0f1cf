import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../../test/identity/account.tsx'
import {
  beginSession,
  draftOf,
  endSession,
  followOtherTabs,
  isOrphaned,
  keepDraft,
  lastSessionEnd,
  onSessionEnd,
} from './session.ts'
import { useAppState } from './state.ts'
import { stored } from './stored.ts'

describe('the session', () => {
  beforeEach(() => beginSession({ access: 'a0', refresh: 'r0' }, false))

  it('AUT-08 is orphaned without its state, unless the owner stays signed in', () => {
    expect(isOrphaned()).toBe(false)
    sessionStorage.clear()
    expect(isOrphaned()).toBe(true)
    stored.stayLoggedIn.set(true)
    expect(isOrphaned()).toBe(false)
  })

  it('AUT-09 leaves nothing behind, in storage or in memory', () => {
    useAppState.setState({ active: -1 })
    endSession('signedOut')
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    useAppState.setState({ accessStatus: 401 })
    expect(sessionStorage).toHaveLength(0)
    expect(useAppState.getState().active).toBeNull()
  })

  it('AUT-09 replaces another without a moment in which a tab would take it for a sign-out', () => {
    const removed = vi.spyOn(Storage.prototype, 'removeItem')
    beginSession({ access: 'a1', refresh: 'r1' }, true)
    expect(removed.mock.calls.flat()).not.toContain('accessToken')
    expect([stored.accessToken.get(), stored.refreshToken.get()]).toEqual(['a1', 'r1'])
  })

  it('remembers why it ended until the next sign-in', () => {
    endSession('ended')
    expect(lastSessionEnd()).toBe('ended')
    beginSession({ access: 'a', refresh: 'r' }, true)
    expect(lastSessionEnd()).toBeNull()
    endSession('elsewhere')
    expect(lastSessionEnd()).toBe('elsewhere')
    endSession('signedOut')
    expect(lastSessionEnd()).toBeNull()
  })

  it('ends when another tab signs out, and only then', () => {
    const reasons: string[] = []
    const deaf = onSessionEnd((reason) => reasons.push(reason))
    const stop = followOtherTabs()
    const received = (key: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    localStorage.setItem('accessToken', 'a1')
    received('accessToken')
    expect(reasons).toEqual([])
    localStorage.removeItem('accessToken')
    received('accessToken')
    expect(reasons).toEqual(['elsewhere'])
    stop()
    deaf()
  })
})

describe('what was typed when the session ended', () => {
  const frida = { access: tokenOf('frida'), refresh: 'r' }
  let stop = () => false
  beforeEach(() => {
    beginSession(frida, true)
    stop = keepDraft('serials', () => ({ 0: '1004' }))
    return () => void stop()
  })

  it('API-09 waits for its owner, however often the end is announced', () => {
    endSession('ended')
    endSession('ended')
    expect([stored.draft.get()?.fields, draftOf('serials')]).toEqual([{ 0: '1004' }, null])
    beginSession(frida, true)
    expect([draftOf('serials'), draftOf('user')]).toEqual([{ 0: '1004' }, null])
  })

  it('AUT-09 is forgotten with anybody else, and by signing out', () => {
    endSession('ended')
    beginSession({ ...frida, access: tokenOf('otto') }, true)
    expect(draftOf('serials')).toBeNull()
    endSession('signedOut')
    expect(draftOf('serials')).toBeNull()
  })

  it('API-09 is not kept where nobody can say whose it is', () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    endSession('ended')
    expect(draftOf('serials')).toBeNull()
  })
})
