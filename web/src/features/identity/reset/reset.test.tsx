import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../../../test/identity/account.tsx'
import { showPage } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { beginSession, isSignedIn } from '../../../platform/session.ts'
import { Component as PasswordResetPage } from './PasswordResetPage.tsx'
import { Component as RequestPage } from './RequestPage.tsx'

const REQUEST = '/api/auth/password_reset/'
const CHECK = '/api/auth/password_reset/check/'
const CONFIRM = '/api/auth/password_reset/confirm/'
const LOGOUT = '/api/auth/logout/'
const PASSWORD = 'Keller-Sonne-4711'
const email = () => screen.getByLabelText('E-Mail-Adresse')
const send = () => screen.getByRole('button', { name: 'Link senden' })
const save = () => screen.getByRole('button', { name: 'Passwort speichern' })

describe('asking for a link', () => {
  const show = () => showPage(RequestPage, { pathname: '/lock' }, ['/login'])
  async function ask(address: string) {
    await userEvent.type(email(), address)
    await userEvent.click(send())
  }

  it('AUT-06, NAV-06 sends the address and says where to look', async () => {
    const calls = serve({ [REQUEST]: () => json({}) })
    show()
    await ask(' anna@example.org ')
    expect((await screen.findByRole('status')).textContent).toMatch(
      /öffnen Sie den Link in der E-Mail.*Spam-Ordner/,
    )
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({ email: 'anna@example.org' })
  })

  it.each([
    [
      'the mail cannot be sent',
      { [REQUEST]: () => refusal('mail_unavailable') },
      'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
    ],
    [
      'the server fails',
      { [REQUEST]: () => refusal('internal') },
      'Interner Fehler. Bitte versuchen Sie noch einmal, das Passwort zurückzusetzen.',
    ],
    ['the network is away', {}, /Keine Verbindung/],
    [
      'there were too many',
      { [REQUEST]: () => refusal('too_many_attempts', { retry_after: 600 }) },
      /Bitte warten Sie 10:00/,
    ],
  ])('AUT-06 says so when %s, and keeps the address', async (_, answers, text) => {
    serve(answers)
    show()
    await ask('anna@example.org')
    await screen.findByText(text)
    expect(email()).toHaveProperty('value', 'anna@example.org')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it.each([
    ['', 'Bitte geben Sie Ihre E-Mail-Adresse ein.'],
    ['anna@', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
  ])('AUT-06 asks nobody about "%s"', async (address, text) => {
    const calls = serve({})
    show()
    if (address) await userEvent.type(email(), address)
    await userEvent.click(send())
    expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(email())
    expect(calls).toEqual([])
  })
})

describe('choosing a password', () => {
  const show = (hash: string) =>
    showPage(PasswordResetPage, { pathname: '/password_reset', hash }, ['/login'])
  async function choose(password: string, repeated = password) {
    await userEvent.type(await screen.findByLabelText('Neues Passwort'), password)
    await userEvent.type(screen.getByLabelText('Passwort wiederholen'), repeated)
    await userEvent.click(save())
  }

  it('NAV-06 offers to ask for a link where there is none', () => {
    show('')
    expect(send()).toBeTruthy()
  })

  it('AUT-06, NAV-06 takes the token out of the address, sets the password and leads to sign-in', async () => {
    const calls = serve({ [CHECK]: () => json({ linked: false }), [CONFIRM]: () => json({}) })
    const router = show('#token=T%2F1')
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    await choose(PASSWORD)
    await screen.findByText('Ihr Passwort ist geändert. Sie können sich jetzt damit anmelden.')
    const shown = calls
      .filter(({ method }) => method === 'POST')
      .map(({ path, form }) => [path, Object.fromEntries(form)])
    expect(shown).toEqual([
      [CHECK, { token: 'T/1' }],
      [CONFIRM, { token: 'T/1', password: PASSWORD, unlink: 'false' }],
    ])
    await userEvent.click(screen.getByRole('link', { name: 'Zur Anmeldung' }))
    await screen.findByText('/login')
  })

  it("AUT-06 AUT-09 ends the session here on the server, which may be another account's", async () => {
    beginSession({ access: tokenOf('wagner'), refresh: 'r' }, true)
    const calls = serve({
      [CHECK]: () => json({ linked: false }),
      [CONFIRM]: () => json({}),
      [LOGOUT]: () => json({}),
    })
    show('#token=T')
    await choose(PASSWORD)
    await screen.findByText(/Ihr Passwort ist geändert/)
    const ended = calls.filter(({ path }) => path === LOGOUT).map(({ form }) => form.get('refresh'))
    expect([ended, isSignedIn()]).toEqual([['r'], false])
  })

  it.each([true, false])('AUT-18 offers to end the link of an account that is linked: %s', async (chosen) => {
    const calls = serve({
      [CHECK]: () => json({ linked: true }),
      [CONFIRM]: () => json({}),
      '/api/auth/provider/': () => json({ name: 'CleverPV' }),
    })
    show('#token=T')
    const choice = await screen.findByLabelText('Auch die Anmeldung über CleverPV beenden')
    expect(choice).toHaveProperty('checked', false)
    if (chosen) await userEvent.click(choice)
    await choose(PASSWORD)
    await screen.findByText(/Ihr Passwort ist geändert/)
    expect(calls.find(({ path }) => path === CONFIRM)?.form.get('unlink')).toBe(String(chosen))
  })

  it('AUT-18 offers nothing where no provider signs the owner in', async () => {
    serve({ [CHECK]: () => json({ linked: false }), '/api/auth/provider/': () => json({ name: 'CleverPV' }) })
    show('#token=T')
    await screen.findByLabelText('Neues Passwort')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('AUT-06 says at once that a link is no longer good, and offers another one without the form', async () => {
    let answer = (_: Response) => {}
    const calls = serve({
      [CHECK]: () => new Promise((resolve) => (answer = resolve)),
      [REQUEST]: () => json({}),
    })
    show('#token=old')
    expect(screen.getByRole('status').textContent).toBe('Der Link wird geprüft …')
    expect(screen.queryByLabelText('Neues Passwort')).toBeNull()
    await act(async () => answer(refusal('link_invalid')))
    await screen.findByText(/^Dieser Link ist nicht mehr gültig: Er gilt 30 Minuten/)
    expect(screen.queryByLabelText('Neues Passwort')).toBeNull()
    await userEvent.type(email(), 'anna@example.org')
    await userEvent.click(send())
    await screen.findByText(/Sehen Sie auch im Spam-Ordner nach/)
    expect(calls.map(({ path }) => path)).toEqual([CHECK, REQUEST])
  })

  it.each([
    ['the network is away', {}],
    ['it was looked at too often', { [CHECK]: () => refusal('too_many_attempts') }],
  ])('AUT-06 offers the form where %s: it may well be good', async (_, answers) => {
    serve(answers)
    show('#token=T')
    await screen.findByLabelText('Neues Passwort')
  })

  it('AUT-06 says that a link is no longer good once it is used, and offers another one', async () => {
    serve({ [CONFIRM]: () => refusal('link_invalid'), [REQUEST]: () => json({}) })
    show('#token=old')
    await choose(PASSWORD)
    await screen.findByText(/Das Zurücksetzen ist fehlgeschlagen: Dieser Link ist nicht mehr gültig/)
    await userEvent.type(email(), 'anna@example.org')
    await userEvent.click(send())
    await screen.findByText(/Sehen Sie auch im Spam-Ordner nach/)
  })

  it.each([
    ['kellersonne', 'kellersonne', 'Das Passwort erfüllt noch nicht alle Regeln.', 'Neues Passwort'],
    [PASSWORD, 'anders', 'Die Passwörter müssen übereinstimmen.', 'Passwort wiederholen'],
  ])('AUT-02, AUT-03 asks nobody about %s and %s', async (password, repeated, text, faulty) => {
    const calls = serve({})
    show('#token=T')
    await choose(password, repeated)
    expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(faulty))
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([CHECK])
  })

  it.each([
    [
      'the password is common',
      () => refusal('input_invalid', { errors: { password: 'common' } }),
      'Das Zurücksetzen ist fehlgeschlagen. Bitte prüfen Sie das Passwort und versuchen Sie es erneut.',
    ],
    [
      'the server fails',
      () => refusal('internal'),
      'Interner Fehler. Bitte versuchen Sie noch einmal, das Passwort zurückzusetzen.',
    ],
  ])('AUT-06 says so when %s, and keeps what was typed', async (_, answer, text) => {
    serve({ [CONFIRM]: answer })
    show('#token=T')
    await choose(PASSWORD)
    await screen.findByText(text)
    expect(screen.getByLabelText('Neues Passwort')).toHaveProperty('value', PASSWORD)
    serve({ [CONFIRM]: () => json({}) })
    await userEvent.click(save())
    await screen.findByText(/Ihr Passwort ist geändert/)
  })
})
