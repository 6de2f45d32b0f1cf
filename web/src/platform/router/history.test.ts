import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBrowserHistory, createMemoryHistory, type History } from './history.ts'
import { locate } from './location.ts'

afterEach(() => window.history.replaceState(null, '', '/'))

/** Resolves to what the listener is called with next. */
const moved = (history: History) =>
  new Promise<[href: string, delta: number | null]>((resolve) =>
    history.listen(({ pathname, search, hash }, delta) => resolve([`${pathname}${search}${hash}`, delta])),
  )

describe('the browser’s history', () => {
  it('NAV-12 counts how far Back goes, and keeps what an entry has been given', async () => {
    const history = createBrowserHistory()
    history.push(locate('/charts?sn=1001', '/', { from: 'dashboard' }))
    expect([history.location.search, history.location.state]).toEqual(['?sn=1001', { from: 'dashboard' }])
    history.push(locate('/calendar', '/'))
    history.replace(locate('/calendar?date=2026-06-18', '/'))
    const back = moved(history)
    history.go(-2)
    expect(await back).toEqual(['/', -2])
  })

  it('NAV-12 takes over entries of an earlier program, with their place in the order', async () => {
    window.history.pushState({ usr: null, key: 'abb', idx: 3 }, '', '/home')
    window.history.pushState({ usr: { ticket: 't' }, key: 'abc', idx: 4 }, '', '/register')
    const history = createBrowserHistory()
    expect(history.location).toMatchObject({ key: 'abc', state: { ticket: 't' } })
    history.push(locate('/login', '/'))
    const back = moved(history)
    history.go(-2)
    expect(await back).toEqual(['/home', -2])
  })

  it('NAV-12 does not know how far it is to an entry that it has not made', async () => {
    const history = createBrowserHistory()
    const next = moved(history)
    window.location.hash = 'content'
    expect(await next).toEqual(['/#content', null])
  })
})

describe('a history without an address bar', () => {
  it('NAV-12 stops at its ends, and forgets what lay ahead when a page is added', () => {
    const history = createMemoryHistory(['/a', '/b'])
    const listener = vi.fn()
    history.listen(listener)
    history.go(-5)
    expect([history.location.pathname, listener.mock.lastCall?.[1]]).toEqual(['/a', -1])
    history.push(locate('/c', '/'))
    history.go(1)
    expect(history.location.pathname).toBe('/c')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('where a link leads', () => {
  it.each([
    ['//evil.example/x', '/evil.example/x', ''],
    ['/\\evil.example', '/evil.example', ''],
    ['/%5C/evil.example', '/%5C/evil.example', ''],
    ['?date=2026-06-18', '/here', '?date=2026-06-18'],
    ['', '/here', ''],
  ])('NAV-12 never out of the portal: %s', (to, pathname, search) => {
    expect(locate(to, '/here')).toMatchObject({ pathname, search, hash: '' })
  })

  it('NAV-12 keeps the path, and neither query nor fragment, when only one of them is named', () => {
    expect(locate({ search: 'a=1' }, '/here')).toMatchObject({ pathname: '/here', search: '?a=1', hash: '' })
    expect(locate({ hash: '' }, '/here')).toMatchObject({ pathname: '/here', search: '', hash: '' })
  })
})
