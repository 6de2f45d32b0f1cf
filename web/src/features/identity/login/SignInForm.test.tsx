import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { stored } from '../../../platform/stored.ts'
import { SignInForm } from './SignInForm.tsx'

const TOKEN = '/api/auth/token/'
const email = () => screen.getByLabelText('E-Mail-Adresse')
const password = () => screen.getByLabelText('Passwort')
const submit = () => screen.getByRole('button', { name: /Anmeld/ })

function show(end: Parameters<typeof SignInForm>[0]['end'] = null) {
  const signedIn = vi.fn()
  render(<SignInForm end={end} signedIn={signedIn} />, { wrapper: MemoryRouter })
  return signedIn
}

async function signIn(name = 'a@b.de', secret = 'Sonne-1') {
  await userEvent.type(email(), name)
  await userEvent.type(password(), secret)
  await userEvent.click(submit())
}

describe('signing in', () => {
  it('NAV-04 signs in with what was typed and leads on', async () => {
    const calls = serve({ [TOKEN]: () => json({ access: 'a', refresh: 'r' }) })
    const signedIn = show()
    await userEvent.click(screen.getByLabelText('Angemeldet bleiben'))
    await signIn(' a@b.de ', ' Sonne 1 ')
    await waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
      email: 'a@b.de',
      password: ' Sonne 1 ',
      stay_logged_in: 'true',
    })
    expect([stored.accessToken.get(), stored.refreshToken.get(), stored.stayLoggedIn.get()]).toEqual([
      'a',
      'r',
      true,
    ])
    expect(stored.state.get()).not.toBeNull()
  })

  it('NAV-04 starts in the e-mail field and shows a password manager what is what', () => {
    show()
    expect(document.activeElement).toBe(email())
    expect(email()).toHaveProperty('autocomplete', 'username')
    expect(password()).toHaveProperty('autocomplete', 'current-password')
  })

  it('shows the password when asked to', async () => {
    show()
    expect(password()).toHaveProperty('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Passwort anzeigen', pressed: false }))
    expect(password()).toHaveProperty('type', 'text')
  })

  it('says at the field what is missing, without asking the server', async () => {
    const calls = serve({})
    show()
    await userEvent.click(submit())
    expect(screen.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeTruthy()
    const faulty = screen.getByRole('textbox', { description: 'Bitte geben Sie Ihre E-Mail-Adresse ein.' })
    expect([faulty.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', faulty])
    expect(calls).toEqual([])
  })

  it('AUT-05 gives one text for wrong credentials, keeps what was typed and goes to the password', async () => {
    serve({ [TOKEN]: () => refusal('credentials_wrong') })
    const signedIn = show()
    await signIn()
    await screen.findByText('E-Mail-Adresse oder Passwort ist falsch.')
    expect(screen.getByRole('alert').textContent).toBe('E-Mail-Adresse oder Passwort ist falsch.')
    expect(email()).toHaveProperty('value', 'a@b.de')
    expect(password()).toHaveProperty('value', 'Sonne-1')
    await waitFor(() => expect(document.activeElement).toBe(password()))
    expect(signedIn).not.toHaveBeenCalled()
    expect(stored.accessToken.get()).toBeNull()
  })

  it('counts down after too many tries, and sends nothing meanwhile', async () => {
    const calls = serve({ [TOKEN]: () => refusal('too_many_attempts', { retry_after: 62 }) })
    show()
    await signIn()
    await screen.findByText('Zu viele Versuche. Bitte warten Sie 1:02.')
    await userEvent.click(submit())
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['cannot be reached', {}, /Keine Verbindung zum Server/],
    ['is not ready', { [TOKEN]: () => refusal('unavailable') }, /gerade nicht bereit/],
    ['fails', { [TOKEN]: () => refusal('internal') }, /ein Fehler aufgetreten/],
  ])('says so when the server %s, and can be tried again', async (_, answers, text) => {
    serve(answers)
    const signedIn = show()
    await signIn()
    await screen.findByText(text)
    serve({ [TOKEN]: () => json({ access: 'a', refresh: 'r' }) })
    await userEvent.click(submit())
    await waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
  })

  it('is busy while it waits, and sends once', async () => {
    let answer = (_: Response) => {}
    const calls = serve({ [TOKEN]: () => new Promise((resolve) => (answer = resolve)) })
    const signedIn = show()
    await signIn()
    expect(submit().textContent).toBe('Anmeldung läuft …')
    await userEvent.type(password(), '{Enter}')
    expect(calls).toHaveLength(1)
    answer(json({ access: 'a', refresh: 'r' }))
    await waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
  })

  it.each([
    ['API-09', 'ended', /Ihre Sitzung ist abgelaufen/],
    ['AUT-09', 'elsewhere', /in einem anderen Tab abgemeldet/],
    ['AUT-08', 'unknown', /Dieser Tab kannte Ihre Sitzung nicht/],
    ['SET-04', 'removed', /Ihr Kundenkonto wurde gelöscht/],
  ] as const)('%s says why the session is over: %s', (_, end, text) => {
    show(end)
    expect(screen.getByRole('status').textContent).toMatch(text)
  })
})
