import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { describedBy, enter, field, PASSWORD, registered } from '../../../../test/identity/register.ts'
import { showPage } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { Component } from './ConfirmPage.tsx'

const CONFIRM = '/api/auth/register/confirm/'
const CHECK = '/api/auth/register/check/'
const SINCE = '2026-11-03T10:00:00.000Z'
const found = { email: 'anna@example.org', serial_numbers: [], codes: 0, unconfirmed_since: SINCE }
const handover = { key: '1003', sn: '1003', outcome: 'handover', until: SINCE, contested: false }

const open = () =>
  showPage(Component, { pathname: '/register/confirm', hash: '#token=abc' }, ['/dashboard', '/login'])
const button = (name: string) => screen.findByRole('button', { name })
const choose = async (name: string) => userEvent.click(await button(name))
const mine = 'Ja, sein Passwort eingeben'
const other = 'Nein, ein neues Konto anlegen'

describe('the link of a registration whose address has an unconfirmed account', () => {
  it('AUT-16 asks whose that account is before it asks for a password, and says what a new one means', async () => {
    serve({ [CHECK]: () => json(found) })
    open()
    const first = await button(mine)
    await waitFor(() => expect(document.activeElement).toBe(first))
    expect(describedBy(first)).toMatch(
      /^Mit dieser Adresse gibt es schon ein Konto vom Di, 03.11.2026, das noch nicht bestätigt ist/,
    )
    expect(screen.getByText(/behält jenes seine Speicher und verliert die Adresse/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Passwort/)).toBeNull()
  })

  it('AUT-16 asks for the password of that account once, and says at its field that it is wrong', async () => {
    const answers = { [CHECK]: () => json(found), [CONFIRM]: () => refusal('password_wrong') }
    const calls = serve(answers)
    open()
    await choose(mine)
    const password = field('Passwort dieses Kontos')
    expect(document.activeElement).toBe(password)
    expect(password.getAttribute('autocomplete')).toBe('current-password')
    expect(screen.queryByLabelText('Passwort wiederholen')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(describedBy(password)).toContain('Bitte geben Sie Ihr Passwort ein.'))
    await userEvent.paste('kurz')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(describedBy(password)).toContain('Das Passwort ist falsch.'))
    expect(document.activeElement).toBe(password)
    answers[CONFIRM] = () => registered(handover)
    await userEvent.click(await button('Konto bestätigen'))
    await screen.findByRole('heading', { name: 'Willkommen' })
    const sent = calls.filter(({ path }) => path === CONFIRM).map(({ form }) => Object.fromEntries(form))
    const confirmed = { token: 'abc', account: 'existing', password: 'kurz' }
    expect(sent).toEqual([confirmed, confirmed])
  })

  it('AUT-16 makes a new account of who says that it is not theirs, by keyboard alone and after a look back', async () => {
    const calls = serve({ [CHECK]: () => json(found), [CONFIRM]: () => registered(handover) })
    open()
    await button(mine)
    await userEvent.keyboard('{Enter}')
    await choose('Zurück zur Auswahl')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: mine }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: other }))
    await userEvent.keyboard(' ')
    expect(document.activeElement).toBe(field('Passwort'))
    for (const label of ['Passwort', 'Passwort wiederholen']) await enter(field(label), PASSWORD)
    await choose('Konto anlegen')
    await screen.findByRole('heading', { name: 'Willkommen' })
    const sent = calls.find(({ path }) => path === CONFIRM)?.form ?? []
    expect(Object.fromEntries(sent)).toEqual({ token: 'abc', account: 'new', password: PASSWORD })
  })

  it('AUT-15 AUT-16 asks for codes with that account, too, and says at the field of a slip', async () => {
    const calls = serve({
      [CHECK]: () => json({ ...found, codes: 1 }),
      [CONFIRM]: () => registered(handover),
    })
    open()
    await choose(mine)
    await enter(field('Passwort dieses Kontos'), PASSWORD)
    await enter(field('Registrierungscode'), '7Q4K-M2XB-9TD37')
    await choose('Konto bestätigen')
    await waitFor(() => expect(describedBy(field('Registrierungscode'))).toContain('Tippfehler'))
    expect(document.activeElement).toBe(field('Registrierungscode'))
    expect(calls.some(({ path }) => path === CONFIRM)).toBe(false)
  })

  it('AUT-16 asks as well where the account has come since the page was opened', async () => {
    let since: string | null = null
    serve({
      [CHECK]: () => json({ ...found, unconfirmed_since: since }),
      [CONFIRM]: () => refusal('input_invalid', { errors: { account: 'required' } }),
    })
    open()
    for (const label of ['Passwort', 'Passwort wiederholen'])
      await enter(await screen.findByLabelText(label), PASSWORD)
    since = SINCE
    await choose('Konto anlegen')
    await button(mine)
    expect(screen.queryByLabelText('Passwort')).toBeNull()
  })

  it('AUT-16 says what to do when the link is used meanwhile', async () => {
    serve({ [CHECK]: () => json(found), [CONFIRM]: () => refusal('link_invalid') })
    open()
    await choose(mine)
    await enter(field('Passwort dieses Kontos'), PASSWORD)
    await choose('Konto bestätigen')
    await screen.findByText(/Dieser Link gilt nicht mehr/)
  })

  it('AUT-16 PRD-06 speaks English', async () => {
    await act(() => setLanguage('en'))
    serve({ [CHECK]: () => json(found) })
    open()
    await choose('Yes, enter its password')
    expect(screen.getByText(/Other devices are signed out/)).toBeTruthy()
    await choose('Back to the choice')
    await choose('No, create a new account')
    expect(field('Repeat password')).toBeTruthy()
  })
})
