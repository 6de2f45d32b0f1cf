import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearStored, onStorageChange, stored } from './stored.ts'

describe('what the portal keeps in the browser', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('AUT-07 keeps tokens in local storage and the application state in session storage', () => {
    stored.accessToken.set('a')
    stored.refreshToken.set('r')
    stored.state.set({ owner: null, systems: [], active: null, accessStatus: null, closedBanners: [] })
    expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]).toEqual(['a', 'r'])
    expect(Object.keys(sessionStorage)).toEqual(['state'])
  })

  it.each([
    ['not JSON', '{'],
    ['of another time', '{"systems":"1001"}'],
    ['with what does not belong there', '{"systems":[],"active":null,"accessStatus":null,"email":"a@b.c"}'],
    ['a system that cannot be', '{"systems":[{"sn":"a b","phase":1}],"active":null,"accessStatus":null}'],
    ['poisoned', '{"__proto__":{"systems":[]},"systems":[],"active":null,"accessStatus":null}'],
  ])('STO-02 drops a state that is %s', (_, text) => {
    sessionStorage.setItem('state', text)
    expect(stored.state.get()).toBeNull()
  })

  it.each([
    ['true', true],
    ['false', false],
    ['rubbish', false],
  ])('SHL-09 reads the language flag %s', (text, german) => {
    localStorage.setItem('languageSelected', text)
    expect(stored.isGerman.get()).toBe(german)
  })

  it('STO-02 drops a token that cannot be one and an appearance that is none', () => {
    for (const key of ['accessToken', 'refreshToken', 'darkMode', 'stayLoggedIn'])
      localStorage.setItem(key, '{"\u0000')
    const { accessToken, refreshToken, darkMode, stayLoggedIn } = stored
    expect([accessToken, refreshToken, darkMode, stayLoggedIn].map((place) => place.get())).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('STO-02 goes on where storage throws, for as long as the page lives', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    stored.accessToken.set('a')
    expect(stored.accessToken.get()).toBe('a')
    stored.accessToken.set(null)
    expect(stored.accessToken.get()).toBeNull()
  })

  it('AUT-09 clears the session, not the appearance and language of the device', () => {
    stored.accessToken.set('a')
    stored.stayLoggedIn.set(true)
    stored.darkMode.set(false)
    stored.sidebar.set({ mini: true, ground: 'moss', title: 'primary' })
    stored.knownUpdates.set([])
    stored.state.set({ owner: null, systems: [], active: null, accessStatus: 200, closedBanners: [] })
    clearStored()
    expect(new Set(Object.keys(localStorage))).toEqual(new Set(['darkMode', 'sidebar']))
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([
    ['{"sn":"1001","updateStarted":true}', true],
    ['{"sn":"1001"}', false],
    ['{"sn":"a b","updateStarted":true}', false],
    ['{"sn":-1,"updateStarted":true}', false],
    ['{"sn":"1001","updateStarted":true,"then":"x"}', false],
    ['[]', false],
    ['{', false],
  ])('UPD-16 believes of a record of an update only what can be one: %s', (text, good) => {
    localStorage.setItem('update', text)
    expect(stored.update.get() !== null).toBe(good)
  })

  it('receives from other tabs, until stopped', () => {
    const received: (string | null)[] = []
    const stop = onStorageChange((key) => received.push(key))
    window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode', storageArea: localStorage }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'state', storageArea: sessionStorage }))
    stop()
    window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))
    expect(received).toEqual(['darkMode'])
  })
})
