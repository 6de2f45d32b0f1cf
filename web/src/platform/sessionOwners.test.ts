import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../../test/identity/account.tsx'
import {
  accessToken,
  beginSession,
  draftOf,
  endSession,
  followOtherTabs,
  keepDraft,
  onSessionEnd,
  renewAccessToken,
  sessionOwner,
} from './session.ts'
import { useAppState } from './state.ts'
import { stored, storedCopies } from './stored.ts'

describe('two owners after one another on one browser', () => {
  const tokens = (owner: string) => ({ access: tokenOf(owner), refresh: `r-${owner}` })
  const reasons: string[] = []
  let stop = () => {}
  beforeEach(() => {
    reasons.length = 0
    beginSession(tokens('frida'), false)
    const deaf = onSessionEnd((reason) => reasons.push(reason))
    const unfollow = followOtherTabs()
    stop = () => {
      deaf()
      unfollow()
    }
    return () => stop()
  })
  /** Signs in from another tab, without this one being notified yet. */
  function signInElsewhere(owner: string) {
    stored.accessToken.set(tokenOf(owner))
    stored.refreshToken.set(`r-${owner}`)
  }
  /** Signs out in another tab: this one's own storage stays as it is. */
  const signOutElsewhere = () => localStorage.clear()
  const received = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))

  it('AUT-09 a page made for one never calls as the other, who stays signed in when it is left', () => {
    signInElsewhere('otto')
    expect([accessToken(), sessionOwner()]).toEqual([null, null])
    received('accessToken')
    expect(reasons).toEqual(['elsewhere'])
    expect([stored.accessToken.get(), stored.refreshToken.get()]).toEqual([tokenOf('otto'), 'r-otto'])
    expect([accessToken(), stored.state.get()?.owner]).toEqual([null, 'otto'])
  })

  it.each(['visibilitychange', 'pageshow'])('AUT-09 a page that slept through it is left at %s', (event) => {
    window.dispatchEvent(new Event(event))
    expect(reasons).toEqual([])
    signInElsewhere('otto')
    window.dispatchEvent(new Event(event))
    expect(reasons).toEqual(['elsewhere'])
  })

  it("AUT-09 a renewal takes neither the other's tokens nor puts its own in their place", async () => {
    const exchange = vi.fn(async () => {
      signInElsewhere('otto')
      return tokens('frida')
    })
    expect(await renewAccessToken(tokenOf('frida'), exchange)).toBeNull()
    expect([stored.refreshToken.get(), reasons]).toEqual(['r-otto', ['elsewhere']])
  })

  it('AUT-09 a session that the server ends is not ended for the other', () => {
    const forget = keepDraft('user', () => ({ name: 'Frida' }))
    signInElsewhere('otto')
    endSession('ended')
    forget()
    expect([stored.accessToken.get(), stored.draft.get()]).toEqual([tokenOf('otto'), null])
  })

  it('AUT-09 what one has typed is not shown to the other', () => {
    stored.draft.set({ owner: 'frida', form: 'user', fields: { name: 'Frida' } })
    expect(draftOf('user')).toEqual({ name: 'Frida' })
    stop()
    endSession('signedOut')
    stored.draft.set({ owner: 'frida', form: 'user', fields: { name: 'Frida' } })
    signInElsewhere('otto')
    expect(draftOf('user')).toBeNull()
  })

  it("AUT-09 what one's tab has kept is nothing to the other", async () => {
    useAppState.setState({ active: -1, accessStatus: 200 })
    signInElsewhere('otto')
    vi.resetModules()
    const { useAppState: anew } = await import('./state.ts')
    expect(anew.getState()).toMatchObject({ owner: 'otto', active: null, accessStatus: null })
    expect(stored.state.get()).toMatchObject({ owner: 'otto', active: null })
  })

  it.each([
    ['ended', signOutElsewhere],
    ['was replaced by another', () => signInElsewhere('otto')],
  ])("AUT-09 nothing of one's session stays in a tab that was elsewhere when it %s", async (_, end) => {
    storedCopies.set('2026-06-21 charts 1001', '{"owner":"frida"}')
    stored.lastValuesOfTab.set('{"owner":"frida"}')
    stored.draft.set({ owner: 'frida', form: 'user', fields: { name: 'Frida' } })
    stop()
    end()
    vi.resetModules()
    await import('./state.ts')
    expect(Object.keys(sessionStorage)).toEqual(['state'])
    expect(JSON.stringify(sessionStorage)).not.toMatch(/frida/i)
  })

  it('AUT-09 a draft outlives the reload of a tab whose session expired in it, for its owner', async () => {
    const forget = keepDraft('user', () => ({ name: 'Frida' }))
    endSession('ended')
    forget()
    vi.resetModules()
    await import('./state.ts')
    beginSession(tokens('frida'), false)
    expect(draftOf('user')).toEqual({ name: 'Frida' })
  })
})
