import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner, USER, wagner } from '../../../../test/identity/account.tsx'
import { describedBy, enter } from '../../../../test/identity/register.ts'
import { showPage } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { endSession } from '../../../platform/session.ts'
import { refreshUser, useUser } from '../api/user.ts'
import { Component } from './ConfirmPage.tsx'

const CONFIRM = '/api/auth/email/confirm/'
const NEW = 'neu@example.de'
const User = () => <p>{useUser().value?.email}</p>

const open = (hash = '#token=abc') =>
  showPage(Component, { pathname: '/email/confirm', hash }, ['/dashboard', '/user', '/login'])
const password = () => screen.getByLabelText('Passwort')
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Adresse bestätigen' }))

describe('the link that confirms an address', () => {
  asWagner()

  it('AUT-16 AUT-12 asks nobody before the button is pressed, hides its token, and asks for the password', async () => {
    const calls = serve({ [CONFIRM]: () => json({ email: NEW }) })
    const router = open()
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    expect(document.activeElement).toBe(password())
    await submit()
    expect(describedBy(password())).toContain('Bitte geben Sie Ihr Passwort ein.')
    expect(calls).toEqual([])
    await enter(password(), 'Sonne-im-Keller-1')
    await submit()
    await screen.findByText(/^neu@example\.de ist bestätigt und gilt jetzt/)
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
      ...{ token: 'abc', password: 'Sonne-im-Keller-1' },
      // The session here, which the server keeps.
      refresh: 'r',
    })
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByRole('link', { name: 'Zum Dashboard' })).toBeTruthy()
  })

  it('AUT-16 shows who is signed in the address that counts now', async () => {
    let email = wagner.email
    serve({ [USER]: () => json({ ...wagner, email }), [CONFIRM]: () => json({ email: NEW }) })
    await act(refreshUser)
    showPage(Component, { pathname: '/email/confirm', hash: '#token=abc' })
    await enter(password(), 'Sonne-im-Keller-1')
    email = NEW
    await submit()
    await screen.findByText(/ist bestätigt/)
    showPage(User, { pathname: '/' })
    await screen.findByText(NEW)
  })

  it('AUT-16 leads who is signed out to sign-in', async () => {
    act(() => endSession('signedOut'))
    const calls = serve({ [CONFIRM]: () => json({ email: NEW }) })
    open()
    await enter(password(), 'Sonne-im-Keller-1')
    await submit()
    expect(calls[0]?.form?.has('refresh')).toBe(false)
    await userEvent.click(await screen.findByRole('link', { name: 'Zur Anmeldung' }))
    await screen.findByText('/login')
  })

  it('AUT-16 says at the field that the password is wrong, and keeps it', async () => {
    serve({ [CONFIRM]: () => refusal('password_wrong') })
    open()
    await enter(password(), 'Falsch-1')
    await submit()
    await waitFor(() => expect(describedBy(password())).toContain('Das Passwort ist falsch.'))
    expect(password()).toHaveProperty('value', 'Falsch-1')
    await waitFor(() => expect(document.activeElement).toBe(password()))
  })

  it.each([
    ['the network is away', {}, /Keine Verbindung zum Server/],
    [
      'there were too many',
      { [CONFIRM]: () => refusal('too_many_attempts', { retry_after: 62 }) },
      /Bitte warten Sie 1:02/,
    ],
  ])('AUT-16 keeps the password when %s', async (_, answers, text) => {
    serve(answers)
    open()
    await enter(password(), 'Sonne-im-Keller-1')
    await submit()
    await screen.findByText(text)
    expect(password()).toHaveProperty('value', 'Sonne-im-Keller-1')
  })

  it.each([
    ['is over', '#token=abc'],
    ['has lost its token', ''],
  ])('AUT-16 says what to do when it %s', async (_, hash) => {
    serve({ [CONFIRM]: () => refusal('link_invalid') })
    open(hash)
    if (hash) {
      await enter(password(), 'Sonne-im-Keller-1')
      await submit()
    }
    await screen.findByText(/Dieser Link gilt nicht/)
    await userEvent.click(screen.getByRole('link', { name: 'Zu „Benutzer“' }))
    await screen.findByText('/user')
  })

  it('AUT-16 PRD-06 speaks English', async () => {
    await act(() => setLanguage('en'))
    open()
    expect(screen.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeTruthy()
    expect(screen.getByText(/because of a typo in the address/)).toBeTruthy()
  })
})
