import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { routerAt } from '../../test/router.tsx'
import { json, serve } from '../../test/wire.ts'
import { chooseLanguage, startPreferences } from '../platform/preferences.ts'
import type { Route } from '../platform/router/routes.ts'
import { beginSession } from '../platform/session.ts'
import { stored } from '../platform/stored.ts'
import { App } from './frame/App.tsx'
import { routes } from './routes.tsx'

const API = {
  '/api/auth/token/': () => json({ access: 'a', refresh: 'r' }),
  '/api/auth/usr_sn/': () => json([{ sn: '1001', phase: 1 }]),
  '/api/auth/data/': () => json([]),
}

function open(path: string, table: readonly Route[] = routes) {
  vi.stubGlobal('scrollTo', vi.fn())
  const calls = serve(API)
  const router = routerAt(table, path)
  render(<App router={router} />)
  return { router, calls, at: () => router.state.location.pathname + router.state.location.search }
}

const signedIn = () => beginSession({ access: 'a', refresh: 'r' }, true)

describe('the addresses of the portal', () => {
  it.each(['/', '/login', '/dashboard'])('NAV-02, NAV-09 %s leads a guest to sign-in', async (path) => {
    const { at } = open(path)
    await screen.findByRole('heading', { name: 'Anmelden' })
    expect(at()).toBe('/login')
    await waitFor(() => expect(document.title).toBe('Anmelden · Kellersonne'))
  })

  it.each(['/', '/login', '/dashboard'])('NAV-09 %s leads an owner to the dashboard', async (path) => {
    signedIn()
    const { at } = open(path)
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(at()).toBe('/dashboard')
    await waitFor(() => expect(document.title).toBe('Dashboard · Kellersonne'))
  })

  it('NAV-09, NAV-12 remembers which update a guest has asked for', async () => {
    const { at } = open('/update?sn=1002')
    await screen.findByRole('heading', { name: 'Anmelden' })
    expect(at()).toBe('/login?to=%2Fupdate%3Fsn%3D1002')
  })

  it('NAV-09, NAV-12 goes back to the page asked for after sign-in, with the focus on its heading', async () => {
    const { at } = open('/dashboard?sn=1001')
    await userEvent.type(await screen.findByLabelText('E-Mail-Adresse'), 'a@b.de')
    await userEvent.type(screen.getByLabelText('Passwort'), 'x{Enter}')
    const heading = await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(at()).toBe('/dashboard?sn=1001')
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  })

  it.each([
    ['#group-battery', 'Ihr Speicher'],
    ['#soc', 'Ladezustand'],
  ])('NAV-12, DSH-11 the way to a place of the glossary ends there: %s', async (hash, name) => {
    signedIn()
    const { router } = open('/settings')
    await screen.findByRole('heading', { level: 1, name: 'Einstellungen' })
    await act(() => router.navigate(`/glossary${hash}`))
    await screen.findByPlaceholderText('Begriff suchen')
    await waitFor(() => expect(document.activeElement?.textContent).toContain(name))
    expect(window.scrollTo).not.toHaveBeenCalled()
    await act(() => router.navigate('/settings#none'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Einstellungen'))
  })

  it('NAV-09 registration is for guests', async () => {
    signedIn()
    const { at } = open('/register')
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(at()).toBe('/dashboard')
  })

  it.each([
    ['/register', 'Registrieren'],
    ['/lock', 'Passwort zurücksetzen'],
    ['/password_reset', 'Passwort zurücksetzen'],
    ['/home', 'Startseite'],
    ['/privacy', 'Datenschutz'],
  ])('NAV-03, NAV-06, NAV-12 %s is there for everybody', async (path, title) => {
    const { at } = open(path)
    await waitFor(() => expect(document.title).toBe(`${title} · Kellersonne`))
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(at()).toBe(path)
  })

  it('NAV-11 an unknown address has a page and a way home', async () => {
    open('/nowhere/at/all')
    await screen.findByRole('heading', { name: 'Seite nicht gefunden' })
    expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/')
    await waitFor(() => expect(document.title).toBe('Seite nicht gefunden · Kellersonne'))
  })

  it('PRD-06 title and page follow the language', async () => {
    await startPreferences()
    open('/login')
    await userEvent.click(await screen.findByRole('button', { name: /Auf Englisch umstellen/ }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect([document.title, document.documentElement.lang, stored.isGerman.get()]).toEqual([
      'Sign in · Kellersonne',
      'en',
      false,
    ])
    await chooseLanguage('de')
  })

  it.each([
    [
      new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
      /konnte nicht geladen werden/,
    ],
    [new Error('boom'), /arbeitet davon unabhängig weiter/],
  ])('never shows a white page: %s', async (fault, text) => {
    vi.stubGlobal('reportError', vi.fn())
    vi.spyOn(console, 'error').mockImplementation(() => {})
    open('/', [{ path: '/', guard: () => Promise.reject(fault) }])
    await screen.findByText(text)
    expect(screen.getByRole('button', { name: 'Neu laden' })).toBeTruthy()
    vi.restoreAllMocks()
  })
})
