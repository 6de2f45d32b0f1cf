import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { asWagner } from '../../../../test/identity/account.tsx'
import { RoutedPage, routerAt, textRoute } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { isSignedIn } from '../../../platform/session.ts'
import { Component } from './ProviderPage.tsx'

const NAME = '/api/auth/provider/'
const FINISH = '/api/auth/provider/link/finish/'
const BACK = '?code=c&state=s&iss=i'
const named = { [NAME]: () => json({ name: 'CleverPV' }) }

function show(search = BACK) {
  const router = routerAt(
    [{ path: '/login_cleverpv', Component }, textRoute('/settings', 'settings')],
    `/login_cleverpv${search}`,
  )
  // Effects run twice: the answer must still be sent only once.
  render(
    <StrictMode>
      <RoutedPage router={router} />
    </StrictMode>,
  )
  return router
}

describe('coming back to link', () => {
  asWagner()

  it('AUT-18 links, leaves no code in the address, and leads to the settings', async () => {
    let answer = (_: Response) => {}
    const calls = serve({ ...named, [FINISH]: () => new Promise((resolve) => (answer = resolve)) })
    const router = show()
    await screen.findByText('Ihr Konto wird verbunden …')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    const asked = calls.filter(({ method }) => method === 'POST')
    expect(asked.map(({ path, form }) => [path, form.get('query')])).toEqual([[FINISH, BACK]])
    expect(asked[0]?.token).not.toBeNull()
    await act(async () => answer(json({})))
    await screen.findByText('Ihr Konto ist jetzt mit CleverPV verbunden.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Konto verbinden' }))
    await userEvent.click(screen.getByRole('link', { name: 'Zu den Einstellungen' }))
    await screen.findByText('settings')
  })

  it.each([
    [
      'provider_refused',
      /^Es wurde nichts verbunden: Die Anmeldung bei CleverPV wurde abgebrochen oder abgelehnt/,
    ],
    ['ticket_expired', /^Es wurde nichts verbunden\. Das Verbinden gilt zehn Minuten/],
    ['identity_taken', /ist hier schon mit einem anderen Konto verbunden/],
    ['provider_linked', 'Ihr Konto ist schon mit einem anderen Anbieter verbunden.'],
    ['provider_unavailable', /gerade nicht erreichbar/],
  ] as const)('AUT-18 says %s, and signs nobody out', async (code, text) => {
    serve({ ...named, [FINISH]: () => refusal(code) })
    const router = show('?error=access_denied&state=s')
    await screen.findByText(text)
    expect(router.state.location.search).toBe('')
    expect(isSignedIn()).toBe(true)
    expect(screen.getByRole('link', { name: 'Zu den Einstellungen' })).toBeTruthy()
  })

  it('PRD-06 AUT-18 speaks English', async () => {
    await act(() => setLanguage('en'))
    serve({ ...named, [FINISH]: () => json({}) })
    show()
    await screen.findByText('Your account is now connected with CleverPV.')
  })
})
