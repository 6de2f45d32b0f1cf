import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../platform/preferences.ts'
import { MemoryRouter } from '../../platform/router/MemoryRouter.tsx'
import { beginSession } from '../../platform/session.ts'
import { AuthLayout } from './AuthLayout.tsx'

const show = (path: string, bare = false) =>
  render(
    <MemoryRouter at={path}>
      <AuthLayout bare={bare}>
        <p>Inhalt</p>
      </AuthLayout>
    </MemoryRouter>,
  )
/** jsdom does not show popovers; on wide screens this is not one. */
const navigation = () => within(screen.getByRole('navigation', { hidden: true }))
const ways = () =>
  navigation()
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])

describe('the layout before sign-in', () => {
  it('NAV-03 leads to the home page, registration, sign-in and reset, and marks where it is', () => {
    show('/login')
    expect(ways()).toEqual([
      ['Startseite', '/home', null],
      ['Registrieren', '/register', null],
      ['Anmelden', '/login', 'page'],
      ['Passwort zurücksetzen', '/lock', null],
    ])
  })

  it("NAV-03 opens the operator's pages in a new tab, without a hold on this one", () => {
    show('/login')
    const footer = within(screen.getByRole('contentinfo')).getAllByRole('link')
    expect(footer.map((link) => link.getAttribute('href'))).toEqual(['/contact', '/imprint', '/privacy'])
    for (const link of footer) {
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
    }
    expect(screen.getByText(`© ${new Date().getFullYear()} Kellersonne`)).toBeTruthy()
  })

  it('NAV-05 shows neither home, registration nor sign-in where it is bare', () => {
    show('/login_cleverpv', true)
    expect(ways()).toEqual([['Passwort zurücksetzen', '/lock', null]])
  })

  it('NAV-09 leads who is signed in back to the dashboard', () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    show('/privacy')
    expect(ways().map(([name]) => name)).toEqual(['Startseite', 'Dashboard'])
  })

  it('PRD-06, SHL-09 changes language and appearance', async () => {
    show('/login')
    await userEvent.click(screen.getByRole('button', { name: 'Helles Design einschalten' }))
    expect(document.documentElement.dataset.colorScheme).toBe('light')
    await userEvent.click(screen.getByRole('button', { name: 'DE: Auf Englisch umstellen' }))
    expect(await screen.findByRole('link', { name: /Imprint/ })).toBeTruthy()
    await chooseLanguage('de')
  })
})
