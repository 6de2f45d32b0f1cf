import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asWagner, calm, show, USER, wagner } from '../../../test/account.tsx'
import { json, refusal, serve } from '../../../test/wire.ts'
import { chooseLanguage } from '../../preferences.ts'
import { isSignedIn, onSessionEnd, wasRemoved } from '../../session.ts'
import { Component } from './SettingsPage.tsx'

const SESSIONS = '/api/auth/sessions/'
const REMOVE = '/api/auth/remove_customer/'
const card = (name: string) => within(screen.getByRole('region', { name }))
const dialog = () => within(screen.getByRole('dialog'))

/** The page, whose changes of the owner's own data get `answer`. */
async function open(answers: Parameters<typeof serve>[0] = {}) {
  const heard = serve({ ...calm, ...answers })
  show(Component)
  await screen.findByText(wagner.email)
  return {
    heard,
    posted: (path: string) => heard.filter((call) => call.path === path && call.method === 'POST'),
  }
}
const changing = (answer: () => Response) => ({
  [USER]: ({ method }: { method: string }) => (method === 'POST' ? answer() : json(wagner)),
})

describe('own data', () => {
  asWagner()

  it('SET-03 shows them, and changes the phone number', async () => {
    const saved = { ...wagner, phone: '+49301234568' }
    const { posted } = await open(changing(() => json(saved)))
    expect(card('Benutzerverwaltung').getByText('+49 30 1234567')).toBeDefined()
    expect(card('Benutzerverwaltung').getByText('Deutschland')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Telefonnummer ändern' }))
    const field = dialog().getByLabelText('Telefon')
    await userEvent.clear(field)
    await userEvent.type(field, '030 1234568{Enter}')
    await screen.findByText('Gespeichert.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect([...(posted(USER)[0]?.form.keys() ?? [])]).toEqual(['phone'])
    expect(card('Benutzerverwaltung').getByText('+49 30 1234568')).toBeDefined()
  })

  it('SET-03, AUT-03 says at the field that a phone number is none, and sends nothing', async () => {
    const { posted } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Telefonnummer ändern' }))
    const field = dialog().getByLabelText('Telefon')
    await userEvent.clear(field)
    await userEvent.type(field, '12{Enter}')
    expect(await dialog().findByText('Bitte geben Sie eine gültige Telefonnummer ein.')).toBeDefined()
    expect(document.activeElement).toBe(field)
    expect(posted(USER)).toEqual([])
  })

  it('SET-03 asks for the current password for a new address, and says at its field that it is wrong', async () => {
    const { posted } = await open(changing(() => refusal('password_wrong')))
    await userEvent.click(screen.getByRole('button', { name: 'E-Mail-Adresse ändern' }))
    const field = dialog().getByLabelText('E-Mail-Adresse')
    await userEvent.clear(field)
    await userEvent.type(field, 'jw@example.de{Enter}')
    expect(await dialog().findByText('Bitte geben Sie Ihr aktuelles Passwort ein.')).toBeDefined()
    const password = dialog().getByLabelText('Aktuelles Passwort')
    await userEvent.type(password, 'Falsch-1{Enter}')
    expect(await dialog().findByText('Das Passwort ist falsch.')).toBeDefined()
    expect(field).toHaveProperty('value', 'jw@example.de')
    expect(document.activeElement).toBe(password)
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({
      email: 'jw@example.de',
      current_password: 'Falsch-1',
    })
  })

  it('SET-03 says that an address is taken', async () => {
    await open(changing(() => refusal('input_invalid', { errors: { email: 'taken' } })))
    await userEvent.click(screen.getByRole('button', { name: 'E-Mail-Adresse ändern' }))
    await userEvent.type(dialog().getByLabelText('E-Mail-Adresse'), 'x')
    await userEvent.type(dialog().getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
    expect(
      await dialog().findByText('Ein Benutzer mit dieser E-Mail-Adresse existiert bereits.'),
    ).toBeDefined()
  })

  it('SET-03, AUT-11 changes the password, which ends the other sessions', async () => {
    const { posted } = await open(changing(() => json(wagner)))
    await userEvent.click(screen.getByRole('button', { name: 'Passwort ändern' }))
    expect(dialog().getByText('Auf allen anderen Geräten werden Sie dabei abgemeldet.')).toBeDefined()
    await userEvent.type(dialog().getByLabelText('Neues Passwort'), 'Ganz-neu-und-lang-7')
    await userEvent.type(dialog().getByLabelText('Passwort wiederholen'), 'Ganz-neu-und-lang-8')
    await userEvent.type(dialog().getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
    expect(await dialog().findByText('Die Passwörter müssen übereinstimmen.')).toBeDefined()
    await userEvent.type(dialog().getByLabelText('Passwort wiederholen'), '{Backspace}7{Enter}')
    await screen.findByText(/Auf allen anderen Geräten sind Sie jetzt abgemeldet/)
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({
      password: 'Ganz-neu-und-lang-7',
      current_password: 'Sonne-im-Keller-1',
    })
  })

  it('SET-03 says why own data cannot be shown, and asks again', async () => {
    serve({ ...calm, [USER]: () => refusal('unavailable') })
    show(Component)
    await screen.findByText(/Server ist gerade nicht bereit/)
    serve(calm)
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    await screen.findByText(wagner.email)
  })
})

describe('appearance', () => {
  asWagner()

  it('SHL-09 tells the account the language, and goes on trying', async () => {
    const answers = [refusal('unavailable'), json({ ...wagner, lang: 'en' })]
    const { posted } = await open(changing(() => answers.shift() ?? refusal('internal')))
    await userEvent.click(screen.getByRole('radio', { name: 'English' }))
    await screen.findByText(/not yet saved for e-mails/)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/not yet saved/)).toBeNull())
    expect(posted(USER).map(({ form }) => form.get('lang'))).toEqual(['en', 'en'])
    await act(() => chooseLanguage('de'))
  })
})

describe('devices', () => {
  asWagner()
  const id = (n: number) => `0f0f0f0f-0000-4000-8000-00000000000${n}`
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  const at = (ms: number) => new Date(Date.now() - ms).toISOString()
  const sessions = [
    { id: id(1), current: true, agent: chrome, stay_logged_in: true, created_at: at(0), used_at: at(0) },
    {
      id: id(2),
      current: false,
      agent: null,
      stay_logged_in: false,
      created_at: at(0),
      used_at: at(7_200_500),
    },
  ]

  it('AUT-11 lists where the owner is signed in, and ends one', async () => {
    let list = sessions
    const { posted } = await open({
      [SESSIONS]: () => json(list),
      '/api/auth/sessions/end/': () => {
        list = sessions.slice(0, 1)
        return json({})
      },
    })
    const devices = card('Angemeldete Geräte')
    expect(await devices.findByText('Chrome auf Windows')).toBeDefined()
    expect(devices.getAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00A0', ' '))).toEqual(
      [
        expect.stringMatching(/dieses Gerät.*zuletzt genutzt vor \d s · bleibt angemeldet$/),
        expect.stringMatching(/^Unbekanntes Gerät.*zuletzt genutzt vor 2 h 0 minBeenden$/),
      ],
    )
    await userEvent.click(devices.getByRole('button', { name: 'Sitzung beenden: Unbekanntes Gerät' }))
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
    expect(document.activeElement).toBe(devices.getByRole('heading'))
    expect(posted('/api/auth/sessions/end/')[0]?.form.get('id')).toBe(id(2))
  })
})

describe('deleting the account', () => {
  asWagner()
  const openDialog = () => userEvent.click(screen.getByRole('button', { name: 'Konto löschen …' }))
  const confirm = async (word = 'LÖSCHEN') => {
    await userEvent.type(dialog().getByLabelText('Passwort'), 'Sonne-im-Keller-1')
    await userEvent.type(dialog().getByLabelText('Zur Bestätigung LÖSCHEN eingeben'), `${word}{Enter}`)
  }

  it('SET-04 says what goes and what stays, and asks for the password and the word', async () => {
    const { posted } = await open()
    expect(card('Konto löschen').getByText(/bis Sie beim Kundendienst die Löschung verlangen/)).toBeDefined()
    await openDialog()
    expect(dialog().getByText(/Der Kundendienst löscht sie, wenn Sie es verlangen/)).toBeDefined()
    expect(dialog().getByRole('button', { name: 'Alles herunterladen' })).toBeDefined()
    await userEvent.click(dialog().getByRole('button', { name: 'Konto endgültig löschen' }))
    expect(dialog().getByText('Bitte geben Sie Ihr Passwort ein.')).toBeDefined()
    expect(dialog().getByText('Bitte geben Sie das Wort LÖSCHEN ein.')).toBeDefined()
    expect(document.activeElement).toBe(dialog().getByLabelText('Passwort'))
    await confirm('LÖSCHE')
    expect(posted(REMOVE)).toEqual([])
  })

  it('SET-04 deletes it once, and ends the session as removed', async () => {
    const ended = vi.fn()
    const deaf = onSessionEnd(ended)
    const { posted } = await open({ [REMOVE]: () => json({}) })
    await openDialog()
    await confirm()
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('removed'))
    expect([isSignedIn(), wasRemoved()]).toEqual([false, true])
    expect(posted(REMOVE).map(({ form }) => form.get('password'))).toEqual(['Sonne-im-Keller-1'])
    deaf()
  })

  it('SET-04 says at its field that the password is wrong, and keeps what was typed', async () => {
    await open({ [REMOVE]: () => refusal('password_wrong') })
    await openDialog()
    await confirm()
    expect(await dialog().findByText('Das Passwort ist falsch.')).toBeDefined()
    expect(dialog().getByLabelText('Zur Bestätigung LÖSCHEN eingeben')).toHaveProperty('value', 'LÖSCHEN')
    expect(isSignedIn()).toBe(true)
  })

  it('SET-04 says that it failed', async () => {
    await open({ [REMOVE]: () => refusal('internal') })
    await openDialog()
    await confirm()
    await dialog().findByText(
      /Das Kundenkonto konnte nicht gelöscht werden\. Bitte versuchen Sie es erneut\./,
    )
    expect(isSignedIn()).toBe(true)
  })
})
