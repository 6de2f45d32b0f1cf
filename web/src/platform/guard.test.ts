import { describe, expect, it } from 'vitest'
import { guestsOnly, guestsOrAnswer, loadedDataOnly, loginFor, ownersOnly, requestedPage } from './guard.ts'
import type { Redirect } from './router/routes.ts'
import { beginSession } from './session.ts'
import { keepAccessStatus } from './state.ts'
import { stored } from './stored.ts'

const origin = 'https://portal.example'
const goTo = (path: string) => ownersOnly({ url: new URL(`${origin}${path}`) })
const location = (answer: Redirect | null) => answer?.to ?? null

describe('the guard', () => {
  it('NAV-09 sends who is not signed in to sign-in, and back to the page asked for', async () => {
    expect(location(await goTo('/dashboard'))).toBe('/login')
    expect(location(await goTo('/charts?sn=1001'))).toBe('/login?to=%2Fcharts%3Fsn%3D1001')
    expect(location(guestsOnly())).toBeNull()
  })

  it('NAV-09 sends who is signed in from sign-in to the dashboard', async () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    expect(location(guestsOnly())).toBe('/dashboard')
    expect(location(await goTo('/dashboard'))).toBeNull()
  })

  it('AUT-08 sends a token whose state no tab has to /logout, unless the owner stays signed in', async () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    sessionStorage.clear()
    expect(location(await goTo('/dashboard'))).toBe('/logout')
    stored.stayLoggedIn.set(true)
    expect(location(await goTo('/dashboard'))).toBeNull()
  })

  it('NAV-09 AUT-18 lets who is signed in see the provider’s page with its answer alone', async () => {
    const at = async (path: string) => location(await guestsOrAnswer({ url: new URL(origin + path) }))
    expect(await at('/login_cleverpv?code=c&state=s')).toBeNull()
    beginSession({ access: 'a', refresh: 'r' }, false)
    expect(await at('/login_cleverpv?code=c&state=s')).toBeNull()
    expect(await at('/login_cleverpv?error=access_denied')).toBeNull()
    expect(await at('/login_cleverpv')).toBe('/dashboard')
    sessionStorage.clear()
    expect(await at('/login_cleverpv?code=c')).toBe('/logout')
  })

  it('NAV-10 sends from a page that needs current data to the dashboard before they were asked for', () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    expect(location(loadedDataOnly())).toBe('/dashboard')
    keepAccessStatus(503)
    expect(location(loadedDataOnly())).toBeNull()
  })

  it('finds the way back', () => {
    expect(loginFor(new URL(`${origin}/charts?day=1#top`))).toBe('/login?to=%2Fcharts%3Fday%3D1')
    expect(requestedPage('/charts?day=1', origin)).toBe('/charts?day=1')
    expect(requestedPage(null, origin)).toBe('/dashboard')
  })

  it.each(['/logout', '/Logout/?x=1', '/.//logout', '/x/..//logout#x'])(
    'does not sign out who has just signed in: %s',
    (asked) => {
      expect(requestedPage(asked, origin)).toBe('/dashboard')
    },
  )

  it.each(['//evil.example/x', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example', 'http://['])(
    'never leads away from the portal: %s',
    (asked) => expect(requestedPage(asked, origin)).toBe('/dashboard'),
  )
})
