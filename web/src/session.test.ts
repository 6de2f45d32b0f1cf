import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../test/account.tsx'
import {
  accessToken,
  beginSession,
  draftOf,
  endSession,
  followOtherTabs,
  isOrphaned,
  keepDraft,
  onSessionEnd,
  renewed,
  sessionOwner,
  type Tokens,
} from './session.ts'
import { useAppState } from './state.ts'
import { stored } from './stored.ts'

type Session = typeof import('./session.ts')

/** Another tab: the module once more, on the same storage. */
async function otherTab(): Promise<Session> {
  vi.resetModules()
  return import('./session.ts')
}

/** The browser's locks: one holder a name, over all tabs. */
function locks() {
  let turn: Promise<unknown> = Promise.resolve()
  let held = 0
  function take<T>(work: (lock: object) => Promise<T>) {
    held += 1
    const mine = turn
      .then(() => work({}))
      .finally(() => {
        held -= 1
      })
    turn = mine.catch(() => null)
    return mine
  }
  type Work<T> = (lock: object | null) => Promise<T>
  return {
    request: <T>(_: string, options: { ifAvailable: true } | Work<T>, work?: Work<T>) => {
      if (typeof options === 'function') return take(options)
      return held > 0 ? work?.(null) : take((lock) => work?.(lock) ?? Promise.reject(new Error('no work')))
    },
  }
}

/** A server that renews each refresh token once, and counts. */
function rotating() {
  let count = 0
  return {
    count: () => count,
    exchange: async (refresh: string): Promise<Tokens> => {
      count += 1
      if (refresh !== `r${count - 1}`) throw new Error(`reused ${refresh}`)
      return { access: `a${count}`, refresh: `r${count}` }
    },
  }
}

describe('the session', () => {
  beforeEach(() => beginSession({ access: 'a0', refresh: 'r0' }, false))

  it('API-02 renews once for parallel callers', async () => {
    const { exchange, count } = rotating()
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => renewed('a0', exchange)))
    expect([count(), ...new Set(tokens)]).toEqual([1, 'a1'])
    expect([stored.accessToken.get(), stored.refreshToken.get()]).toEqual(['a1', 'r1'])
  })

  it('API-02 renews once for two tabs: the later takes what the earlier got', async () => {
    vi.stubGlobal('navigator', { locks: locks() })
    const { exchange, count } = rotating()
    const tab = await otherTab()
    expect(await Promise.all([renewed('a0', exchange), tab.renewed('a0', exchange)])).toEqual(['a1', 'a1'])
    expect(count()).toBe(1)
  })

  it('API-02 the later of two tabs waits for what the browser is slow to show it', async () => {
    vi.stubGlobal('navigator', { locks: locks() })
    const { exchange, count } = rotating()
    const tab = await otherTab()
    const read = Storage.prototype.getItem
    let behind = false
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, key) {
      return behind && key === 'accessToken' ? 'a0' : read.call(this, key)
    })
    const first = renewed('a0', async (refresh) => {
      behind = true
      setTimeout(() => {
        behind = false
        window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }))
      }, 50)
      return exchange(refresh)
    })
    const second = tab.renewed('a0', exchange)
    await first
    expect(await second).toBe('a1')
    expect(count()).toBe(1)
  })

  it('gives no token where another tab has signed out meanwhile', async () => {
    stored.accessToken.set(null)
    const exchange = vi.fn()
    expect(await renewed('a0', exchange)).toBeNull()
    expect(exchange).not.toHaveBeenCalled()
  })

  it('tries again after a failed renewal', async () => {
    const { exchange } = rotating()
    await expect(renewed('a0', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await renewed('a0', exchange)).toBe('a1')
  })

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

  it('remembers why it ended until the next sign-in', () => {
    endSession('ended')
    expect(stored.sessionEnded.get()).toBe(true)
    beginSession({ access: 'a', refresh: 'r' }, true)
    expect(stored.sessionEnded.get()).toBeNull()
  })

  it('ends when another tab signs out, and only then', () => {
    const reasons: string[] = []
    const deaf = onSessionEnd((reason) => reasons.push(reason))
    const stop = followOtherTabs()
    const heard = (key: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    localStorage.setItem('accessToken', 'a1')
    heard('accessToken')
    expect(reasons).toEqual([])
    localStorage.removeItem('accessToken')
    heard('accessToken')
    expect(reasons).toEqual(['elsewhere'])
    stop()
    deaf()
  })
})

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
  /** What another tab does, which this one has not heard of yet. */
  function signInElsewhere(owner: string) {
    stored.accessToken.set(tokenOf(owner))
    stored.refreshToken.set(`r-${owner}`)
  }
  const heard = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))

  it('AUT-09 a page made for one never calls as the other, who stays signed in when it is left', () => {
    signInElsewhere('otto')
    expect([accessToken(), sessionOwner()]).toEqual([null, null])
    heard('accessToken')
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
    expect(await renewed(tokenOf('frida'), exchange)).toBeNull()
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
})

describe('what was typed when the session ended', () => {
  const frida = { access: tokenOf('frida'), refresh: 'r' }
  let stop = () => false
  beforeEach(() => {
    beginSession(frida, true)
    stop = keepDraft('serials', () => ({ 0: '1004' }))
    return () => void stop()
  })

  it('API-09 waits for its owner, however often the end is told', () => {
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
