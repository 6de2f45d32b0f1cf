import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner } from '../../../../test/identity/account.tsx'
import { showPage } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { isSignedIn } from '../../../platform/session.ts'
import { Component } from './UndoPage.tsx'

const LOGOUT = '/api/auth/logout/'
const UNDO = '/api/auth/email/undo/'
const open = (hash = '#token=abc') => showPage(Component, { pathname: '/email/undo', hash }, ['/lock'])
const undo = () => userEvent.click(screen.getByRole('button', { name: 'Änderung zurücknehmen' }))

describe('the link that undoes a change of address', () => {
  asWagner()

  it('AUT-16 AUT-12 says what it does, and does nothing before the button is pressed', async () => {
    const calls = serve({ [UNDO]: () => json({ email: 'alt@example.de' }) })
    const router = open()
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Die Adresse, .* gilt wieder\.$/),
      'Alle Geräte werden abgemeldet.',
      expect.stringMatching(/anderen Anbieter wird gelöst/),
      expect.stringMatching(/^Das Passwort gilt nicht mehr\./),
    ])
    expect(calls).toEqual([])
    await undo()
    await screen.findByText('Für Ihr Konto gilt wieder alt@example.de. Alle Geräte sind abgemeldet.')
    expect(screen.getByText(/einen Link, mit dem Sie ein neues Passwort wählen/)).toBeTruthy()
    expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({ token: 'abc' })
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await userEvent.click(screen.getByRole('link', { name: 'Noch einen Link anfordern' }))
    await screen.findByText('/lock')
  })

  it('AUT-16 forgets the session here, which the server has ended, and stays at what it has to say', async () => {
    serve({ [UNDO]: () => json({ email: 'alt@example.de' }) })
    const router = open()
    expect(isSignedIn()).toBe(true)
    await undo()
    await screen.findByText(/gilt wieder alt@example\.de/)
    expect(isSignedIn()).toBe(false)
    expect(router.state.location.pathname).toBe('/email/undo')
  })

  it("AUT-16 AUT-09 ends the session here on the server, which may be another account's", async () => {
    const calls = serve({ [UNDO]: () => json({ email: 'alt@example.de' }), [LOGOUT]: () => json({}) })
    open()
    await undo()
    await screen.findByText(/gilt wieder alt@example\.de/)
    const ended = calls.filter(({ path }) => path === LOGOUT).map(({ form }) => form.get('refresh'))
    expect(ended).toEqual(['r'])
  })

  it.each([
    ['is over', '#token=abc'],
    ['has lost its token', ''],
  ])('AUT-16 says who helps when it %s, and signs nobody out', async (_, hash) => {
    serve({ [UNDO]: () => refusal('link_invalid') })
    open(hash)
    if (hash) await undo()
    await screen.findByText(/Dieser Link gilt nicht.*Kundendienst/)
    expect(screen.getByRole('link', { name: 'Kundendienst erreichen' }).getAttribute('href')).toBe('/contact')
    expect(isSignedIn()).toBe(true)
  })

  it.each([
    ['the network is away', {}, /Keine Verbindung zum Server/],
    [
      'there were too many',
      { [UNDO]: () => refusal('too_many_attempts', { retry_after: 62 }) },
      /Bitte warten Sie 1:02/,
    ],
  ])('AUT-16 can be tried again when %s', async (_, answers, text) => {
    serve(answers)
    open()
    await undo()
    await screen.findByText(text)
    expect(screen.getByRole('button', { name: 'Änderung zurücknehmen' })).toBeTruthy()
  })
})
