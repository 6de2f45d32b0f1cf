import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, renewAccessToken, type Tokens } from './session.ts'
import { stored } from './stored.ts'

type Session = typeof import('./session.ts')

/** Another tab: a second instance of the module on the same storage. */
async function otherTab(): Promise<Session> {
  vi.resetModules()
  return import('./session.ts')
}

/** The browser's locks: one holder per name across all tabs. */
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

/** A server that accepts each refresh token once and counts the renewals. */
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
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => renewAccessToken('a0', exchange)))
    expect([count(), ...new Set(tokens)]).toEqual([1, 'a1'])
    expect([stored.accessToken.get(), stored.refreshToken.get()]).toEqual(['a1', 'r1'])
  })

  it('API-02 renews once for two tabs: the later takes what the earlier got', async () => {
    vi.stubGlobal('navigator', { locks: locks() })
    const { exchange, count } = rotating()
    const tab = await otherTab()
    expect(
      await Promise.all([renewAccessToken('a0', exchange), tab.renewAccessToken('a0', exchange)]),
    ).toEqual(['a1', 'a1'])
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
    const first = renewAccessToken('a0', async (refresh) => {
      behind = true
      setTimeout(() => {
        behind = false
        window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }))
      }, 50)
      return exchange(refresh)
    })
    const second = tab.renewAccessToken('a0', exchange)
    await first
    expect(await second).toBe('a1')
    expect(count()).toBe(1)
  })

  it('gives no token where another tab has signed out meanwhile', async () => {
    stored.accessToken.set(null)
    const exchange = vi.fn()
    expect(await renewAccessToken('a0', exchange)).toBeNull()
    expect(exchange).not.toHaveBeenCalled()
  })

  it('tries again after a failed renewal', async () => {
    const { exchange } = rotating()
    await expect(renewAccessToken('a0', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await renewAccessToken('a0', exchange)).toBe('a1')
  })
})
