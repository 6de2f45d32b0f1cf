import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RoutedPage, routerAt, textRoute } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { endSession } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'
import { ProviderPage } from './ProviderPage.tsx'

const NAME = '/api/auth/provider/'
const BEGIN = '/api/auth/provider/begin/'
const FINISH = '/api/auth/provider/finish/'
const LINK = '/api/auth/provider/link/'
const BACK = '?code=c&state=s&iss=i'
const named = { [NAME]: () => json({ name: 'CleverPV' }) }
const linkable = {
  ...{ outcome: 'link', email: 'a@b.de', ticket: 't', stay_logged_in: true },
  address_confirmed: true,
}
const tokens = { access: 'a', refresh: 'r', stay_logged_in: true }

beforeEach(() => endSession('signedOut'))

function show(search = '') {
  const leave = vi.fn<(url: string) => void>()
  const elsewhere = ['dashboard', 'register', 'login'].map((path) => textRoute(`/${path}`, path))
  const router = routerAt(
    [{ path: '/login_cleverpv', Component: () => <ProviderPage leave={leave} /> }, ...elsewhere],
    `/login_cleverpv${search}`,
  )
  // Effects run twice: the answer must still be sent only once.
  render(
    <StrictMode>
      <RoutedPage router={router} />
    </StrictMode>,
  )
  return { leave, router }
}
const leaveButton = () => screen.findByRole('button', { name: 'Weiter zu CleverPV' })

describe('going to the provider', () => {
  it('AUT-10 goes where the server says, with the wish to stay', async () => {
    const calls = serve({ ...named, [BEGIN]: () => json({ url: 'https://provider.example/auth?x=1' }) })
    const { leave } = show()
    await userEvent.click(await screen.findByLabelText('Angemeldet bleiben'))
    await userEvent.click(await leaveButton())
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://provider.example/auth?x=1'))
    expect(calls.at(-1)?.form.get('stay_logged_in')).toBe('true')
    expect(screen.getByRole('button', { name: 'Weiter zu CleverPV …' }).ariaDisabled).toBe('true')
  })

  it('AUT-10 says that it is not available where no provider is configured, and where to sign in', async () => {
    serve({ [NAME]: () => json({ name: null }) })
    const { router } = show()
    await screen.findByText('Die Anmeldung über einen anderen Anbieter ist hier nicht verfügbar.')
    expect(screen.queryByRole('button', { name: /Weiter/ })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Mit E-Mail-Adresse und Passwort anmelden' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })

  it('NAV-05 shows no way home, to registration or to sign-in in the top bar', async () => {
    serve(named)
    show()
    await leaveButton()
    const bar = document.querySelector('header')
    const ways = [...(bar?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    for (const way of ['/', '/home', '/register', '/login']) expect(ways).not.toContain(way)
  })

  it('AUT-10 can be tried again while the provider is away, and when our own server was', async () => {
    serve({})
    const { leave } = show()
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' })
    serve({ ...named, [BEGIN]: () => refusal('provider_unavailable') })
    await userEvent.click(again)
    await userEvent.click(await leaveButton())
    await screen.findByText(/Der andere Anbieter ist gerade nicht erreichbar/)
    expect(leave).not.toHaveBeenCalled()
    serve({ ...named, [BEGIN]: () => json({ url: 'https://provider.example/' }) })
    await userEvent.click(await leaveButton())
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  })
})

describe('coming back', () => {
  it('AUT-10 signs in, and leaves no code in the address', async () => {
    let answer = (_: Response) => {}
    const calls = serve({ ...named, [FINISH]: () => new Promise((resolve) => (answer = resolve)) })
    const { router } = show(BACK)
    await screen.findByText('Ihre Anmeldung wird geprüft …')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    const asked = calls.filter(({ path }) => path === FINISH)
    expect(asked.map(({ form }) => form.get('query'))).toEqual([BACK])
    await act(async () => answer(json({ outcome: 'signed_in', ...tokens })))
    await screen.findByText('dashboard')
    expect([stored.accessToken.get(), stored.stayLoggedIn.get()]).toEqual(['a', true])
  })

  it('AUT-10 who is not known goes on to registration with a ticket that no address or storage holds', async () => {
    const ticket = 'not-to-be-seen'
    serve({ ...named, [FINISH]: () => json({ outcome: 'register', email: 'a@b.de', ticket }) })
    const { router } = show(BACK)
    await screen.findByText('register')
    const { pathname, search, state } = router.state.location
    expect([pathname, search, state]).toEqual(['/register', '', { ticket, email: 'a@b.de' }])
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(ticket)
  })

  it.each([
    ['provider_refused', /abgebrochen oder abgelehnt/],
    ['provider_unavailable', /gerade nicht erreichbar/],
  ] as const)('AUT-10 says %s and lets one try again', async (code, text) => {
    serve({ ...named, [FINISH]: () => refusal(code) })
    const { router } = show('?error=access_denied&state=s')
    await screen.findByText(text)
    expect(router.state.location.search).toBe('')
    expect(stored.accessToken.get()).toBeNull()
    await leaveButton()
  })
})

describe('linking', () => {
  const password = () => screen.findByLabelText<HTMLInputElement>('Passwort')
  const connect = () => screen.getByRole('button', { name: 'Verbinden und anmelden' })

  it('AUT-10 asks for the password of the account once, and signs in', async () => {
    const calls = serve({ ...named, [FINISH]: () => json(linkable), [LINK]: () => json(tokens) })
    show(BACK)
    const field = await password()
    expect(screen.getByLabelText('E-Mail-Adresse')).toHaveProperty('value', 'a@b.de')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.click(connect())
    expect(screen.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeTruthy()
    await userEvent.type(field, ' Sonne 1 {Enter}')
    await screen.findByText('dashboard')
    expect(Object.fromEntries(calls.at(-1)?.form ?? [])).toEqual({ ticket: 't', password: ' Sonne 1 ' })
    expect(stored.stayLoggedIn.get()).toBe(true)
  })

  it('AUT-10 a wrong password is reported and keeps what was typed; a late one leads back to the provider', async () => {
    const server = { ...named, [FINISH]: () => json(linkable) }
    serve({ ...server, [LINK]: () => refusal('credentials_wrong') })
    show(BACK)
    await userEvent.type(await password(), 'falsch')
    await userEvent.click(connect())
    await screen.findByText('Das Passwort ist falsch.')
    expect((await password()).value).toBe('falsch')
    serve({ ...server, [LINK]: () => refusal('ticket_expired') })
    await userEvent.click(connect())
    await screen.findByText(/Das hat zu lange gedauert/)
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal bei CleverPV anmelden' }))
    await leaveButton()
  })

  it('AUT-10 whoever registered the address without confirming it keeps nobody from registering', async () => {
    serve({ ...named, [FINISH]: () => json({ ...linkable, address_confirmed: false }) })
    const { router } = show(BACK)
    await screen.findByText(/in dem sie noch niemand bestätigt hat/)
    expect(await password()).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Nicht mein Konto: registrieren' }))
    await screen.findByText('register')
    expect(router.state.location.state).toEqual({ ticket: 't', email: 'a@b.de' })
  })

  it('AUT-10 offers no registration of an address that its account has confirmed', async () => {
    serve({ ...named, [FINISH]: () => json(linkable) })
    show(BACK)
    await password()
    expect(screen.queryByRole('button', { name: /registrieren/ })).toBeNull()
  })

  it('PRD-06 AUT-10 speaks English', async () => {
    await setLanguage('en')
    serve({ ...named, [FINISH]: () => json(linkable) })
    show(BACK)
    await screen.findByText(/There is an account for this address here already/)
    expect(screen.getByRole('heading').textContent).toBe('Connect account')
    await setLanguage('de')
  })
})
