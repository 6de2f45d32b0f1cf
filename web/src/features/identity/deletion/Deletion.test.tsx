import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asWagner, USER, wagner } from '../../../../test/identity/account.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { isSignedIn, lastSessionEnd, onSessionEnd } from '../../../platform/session.ts'
import { refreshUser } from '../api/user.ts'
import { Deletion } from './Deletion.tsx'

const REMOVE = '/api/auth/remove_customer/'
const dialog = () => within(screen.getByRole('dialog'))

function open(answers: Parameters<typeof serve>[0] = {}) {
  const calls = serve(answers)
  render(<Deletion />, { wrapper: MemoryRouter })
  return { posted: (path: string) => calls.filter((call) => call.path === path && call.method === 'POST') }
}

describe('deleting the account', () => {
  asWagner()
  const openDialog = () => userEvent.click(screen.getByRole('button', { name: 'Konto löschen …' }))
  const confirm = async (word = 'LÖSCHEN') => {
    await userEvent.type(dialog().getByLabelText('Passwort'), 'Sonne-im-Keller-1')
    await userEvent.type(dialog().getByLabelText('Zur Bestätigung LÖSCHEN eingeben'), `${word}{Enter}`)
  }

  it('SET-04 says what goes and what stays, and asks for the password and the word', async () => {
    const { posted } = open()
    expect(screen.getByText(/bis Sie beim Kundendienst die Löschung verlangen/)).toBeDefined()
    const contact = { name: 'Zum Kundendienst' }
    expect(screen.getByRole('link', contact).getAttribute('href')).toBe('/contact')
    await openDialog()
    expect(dialog().getByRole('link', contact).getAttribute('href')).toBe('/contact')
    expect(dialog().getByText(/Der Kundendienst löscht sie, wenn Sie es verlangen/)).toBeDefined()
    expect(dialog().getByRole('button', { name: 'Alles herunterladen' })).toBeDefined()
    await userEvent.click(dialog().getByRole('button', { name: 'Konto endgültig löschen' }))
    expect(dialog().getByText('Bitte geben Sie Ihr Passwort ein.')).toBeDefined()
    expect(dialog().getByText('Bitte geben Sie das Wort LÖSCHEN ein.')).toBeDefined()
    expect(document.activeElement).toBe(dialog().getByLabelText('Passwort'))
    await confirm('LÖSCHE')
    expect(posted(REMOVE)).toEqual([])
  })

  it('SET-04 AUT-17 says of a system that is being handed over that this happens at once, of no other', async () => {
    const until = '2026-12-04T12:00:00Z'
    const one = { until, prove_by: until, proven: false }
    const handovers = [
      { ...one, sn: serialNumber.parse('1001'), role: 'giving' as const },
      { ...one, sn: serialNumber.parse('1002'), role: 'taking' as const },
    ]
    open({ [USER]: () => json({ ...wagner, handovers }) })
    await openDialog()
    expect(await dialog().findByText(/^Der Speicher 1001 gehört dann sofort dem Konto, das/)).toBeDefined()
    expect(dialog().queryByText(/1002/)).toBeNull()
    await act(() => setLanguage('en'))
    expect(dialog().getByText(/^Battery 1001 then belongs at once to the account that/)).toBeDefined()
  })

  it('SET-04 AUT-17 says nothing of a hand-over if there is none', async () => {
    open({ [USER]: () => json(wagner) })
    await act(refreshUser)
    await openDialog()
    expect(dialog().queryByText(/Registrierungscode/)).toBeNull()
  })

  it('SET-04 deletes it once, and ends the session as removed', async () => {
    const ended = vi.fn()
    const deaf = onSessionEnd(ended)
    const { posted } = open({ [REMOVE]: () => json({}) })
    await openDialog()
    await confirm()
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('removed'))
    expect([isSignedIn(), lastSessionEnd()]).toEqual([false, 'removed'])
    expect(posted(REMOVE).map(({ form }) => form.get('password'))).toEqual(['Sonne-im-Keller-1'])
    deaf()
  })

  it('SET-04 says at its field that the password is wrong, and keeps what was typed', async () => {
    open({ [REMOVE]: () => refusal('password_wrong') })
    await openDialog()
    await confirm()
    expect(await dialog().findByText('Das Passwort ist falsch.')).toBeDefined()
    expect(dialog().getByLabelText('Zur Bestätigung LÖSCHEN eingeben')).toHaveProperty('value', 'LÖSCHEN')
    expect(isSignedIn()).toBe(true)
  })

  it('SET-04 says that it failed', async () => {
    open({ [REMOVE]: () => refusal('internal') })
    await openDialog()
    await confirm()
    await dialog().findByText('Das Kundenkonto konnte nicht gelöscht werden. Bitte versuchen Sie es erneut.')
    expect(isSignedIn()).toBe(true)
  })
})
