import { watchLive } from '@kellersonne/contract/live/live'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import boot from '../../../public/boot.js?raw'
import { json, refusal, serve } from '../../../test/wire.ts'
import { beginSession, endSession } from '../session.ts'
import { request } from './client.ts'

const LIVE = watchLive.path
const REFRESH = '/api/auth/token/refresh/'
const root = document.documentElement

/** Runs boot.js as index.html does. */
function openPage(path: string) {
  history.replaceState(null, '', path)
  root.dataset.live = LIVE
  // biome-ignore lint/security/noGlobalEval: the only way to run a script as a page does
  window.eval(boot)
}
const asked = (calls: readonly { path: string }[]) => calls.map(({ path }) => path)

describe('the live values asked for by boot.js', () => {
  beforeEach(() => {
    document.head.innerHTML = '<meta name="theme-color" data-dark="#131210" data-light="#f6f3ec" />'
    beginSession({ access: 'a0', refresh: 'r0' }, true)
  })
  afterEach(() => {
    delete window.headStart
    delete root.dataset.live
    history.replaceState(null, '', '/')
  })

  it('DSH-01 are taken over by the first who asks, and by no other', async () => {
    const calls = serve({ [LIVE]: ({ token }) => json([token]) })
    openPage('/dashboard')
    expect(calls).toMatchObject([{ path: LIVE, token: 'a0' }])
    expect(await (await request(watchLive, {})).json()).toEqual(['a0'])
    expect(calls).toHaveLength(1)
    await request(watchLive, {})
    expect(calls).toHaveLength(2)
  })

  it('are asked for anew where that has failed', async () => {
    const calls = serve({
      [LIVE]: () => (calls.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : json([])),
    })
    openPage('/dashboard')
    expect((await request(watchLive, {})).ok).toBe(true)
    expect(calls).toHaveLength(2)
  })

  it('API-02 with a token that is spent lead to a renewal as always', async () => {
    const calls = serve({
      [LIVE]: ({ token }) => (token === 'a1' ? json([]) : refusal('session_expired')),
      [REFRESH]: () => json({ access: 'a1', refresh: 'r1' }),
    })
    openPage('/dashboard')
    expect((await request(watchLive, {})).ok).toBe(true)
    expect(asked(calls)).toEqual([LIVE, REFRESH, LIVE])
  })

  it('AUT-09 are not for whoever signs in next: their answer is ended', async () => {
    const calls = serve({ [LIVE]: ({ token }) => json([token]) })
    openPage('/dashboard')
    const stop = window.headStart?.stop
    endSession('signedOut')
    beginSession({ access: 'b0', refresh: 's0' }, true)
    expect(await (await request(watchLive, {})).json()).toEqual(['b0'])
    expect(stop?.signal.aborted).toBe(true)
    expect(calls).toHaveLength(2)
  })

  it('end with the one who took them over', async () => {
    serve({ [LIVE]: () => json([]) })
    openPage('/dashboard')
    const stop = window.headStart?.stop
    const own = new AbortController()
    await request(watchLive, {}, { signal: own.signal })
    own.abort()
    expect(stop?.signal.aborted).toBe(true)
  })

  it('end with the page being left before the program came', async () => {
    const calls = serve({ [LIVE]: () => json([]) })
    openPage('/dashboard')
    document.dispatchEvent(new Event('visibilitychange'))
    await request(watchLive, {})
    expect(calls).toHaveLength(2)
  })

  it('are not asked for by a guest, on other pages or where nobody looks', () => {
    const calls = serve({ [LIVE]: () => json([]) })
    openPage('/nowhere')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    openPage('/dashboard')
    vi.restoreAllMocks()
    endSession('signedOut')
    openPage('/dashboard')
    expect(calls).toEqual([])
  })

  it.each([
    ['true', '#131210'],
    ['false', '#f6f3ec'],
  ])('SHL-09 with the dark mode %s the browser around the page is %s', (dark, color) => {
    localStorage.setItem('darkMode', dark)
    openPage('/')
    expect(document.querySelector('meta')?.content).toBe(color)
  })
})
