import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner, calm, show, USER, wagner } from '../../../test/identity/account.tsx'
import { json, refusal, serve } from '../../../test/wire.ts'
import { chooseLanguage } from '../../platform/preferences.ts'
import { Component } from './SettingsPage.tsx'

const SESSIONS = '/api/auth/sessions/'
const card = (name: string) => within(screen.getByRole('region', { name }))
const dialog = () => within(screen.getByRole('dialog'))

/** Opens the page; `answers` are the server's replies. */
async function open(answers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ ...calm, ...answers })
  show(Component)
  await screen.findByText(wagner.email)
  return {
    calls,
    posted: (path: string) => calls.filter((call) => call.path === path && call.method === 'POST'),
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

  it('SET-03 says that nothing was changed, and nothing of what was saved before', async () => {
    const saved = { ...wagner, phone: '+49301234568' }
    const { posted } = await open(changing(() => json(saved)))
    const change = () => userEvent.click(screen.getByRole('button', { name: 'Telefonnummer ändern' }))
    await change()
    await userEvent.type(dialog().getByLabelText('Telefon'), '{Backspace}8{Enter}')
    await screen.findByText('Gespeichert.')
    await change()
    expect(screen.queryByText('Gespeichert.')).toBeNull()
    await userEvent.type(dialog().getByLabelText('Telefon'), '{Enter}')
    await screen.findByText('Es wurde nichts geändert.')
    expect(screen.queryByText('Gespeichert.')).toBeNull()
    expect(posted(USER)).toHaveLength(1)
  })

  it('SET-03, AUT-03 says at the field that a phone number is none, and sends nothing', async () => {
    const { posted } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Telefonnummer ändern' }))
    const field = dialog().getByLabelText('Telefon')
    await userEvent.clear(field)
    await userEvent.type(field, '12{Enter}')
    expect(await dialog().findByText('Bitte geben Sie eine gültige Telefonnummer ein.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field))
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
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({
      email: 'jw@example.de',
      current_password: 'Falsch-1',
    })
  })

  it('SET-03 AUT-16 says of a new address that a link was sent there, and shows the one that counts', async () => {
    await open(changing(() => json({ ...wagner, pending_email: 'jw@example.de' })))
    await userEvent.click(screen.getByRole('button', { name: 'E-Mail-Adresse ändern' }))
    expect(dialog().getByText(/gilt, sobald Sie sie .* bestätigen/)).toBeDefined()
    const field = dialog().getByLabelText('E-Mail-Adresse')
    await userEvent.clear(field)
    await userEvent.type(field, 'jw@example.de')
    await userEvent.type(dialog().getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
    await screen.findByText(/^Wir haben eine E-Mail an jw@example\.de geschickt\./)
    expect(screen.queryByText('Gespeichert.')).toBeNull()
    const account = card('Benutzerverwaltung')
    expect(account.getByText(wagner.email)).toBeDefined()
    expect(account.getByRole('button', { name: 'Neue Adresse verwerfen' })).toBeDefined()
  })

  it('SET-03, AUT-11 changes the password, which ends the other sessions', async () => {
    const { posted } = await open(changing(() => json(wagner)))
    await userEvent.click(screen.getByRole('button', { name: 'Passwort ändern' }))
    expect(dialog().getByText(/^Auf allen anderen Geräten werden Sie dabei abgemeldet/)).toBeDefined()
    await userEvent.type(dialog().getByLabelText('Neues Passwort'), 'Ganz-neu-und-lang-7')
    await userEvent.type(dialog().getByLabelText('Passwort wiederholen'), 'Ganz-neu-und-lang-8')
    await userEvent.type(dialog().getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
    expect(await dialog().findByText('Die Passwörter müssen übereinstimmen.')).toBeDefined()
    await userEvent.type(dialog().getByLabelText('Passwort wiederholen'), '{Backspace}7{Enter}')
    await screen.findByText(/Auf allen anderen Geräten sind Sie jetzt abgemeldet/)
    expect(screen.getByText(/Benachrichtigungen sind in allen Browsern aus, auch in diesem/)).toBeDefined()
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

  it('SHL-09 sends the account the language, and goes on trying', async () => {
    const answers = [refusal('unavailable'), json({ ...wagner, lang: 'en' })]
    const { posted } = await open(changing(() => answers.shift() ?? refusal('internal')))
    await userEvent.click(screen.getByRole('radio', { name: 'English' }))
    await screen.findByText(/not yet saved for e-mails/)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/not yet saved/)).toBeNull())
    expect(posted(USER).map(({ form }) => form.get('lang'))).toEqual(['en', 'en'])
    await act(() => chooseLanguage('de'))
  })

  it('SHL-09 says that mails are in another language, and has them written in this one', async () => {
    const english = { ...wagner, lang: 'en' as const }
    const { posted } = await open({
      [USER]: ({ method }) => json(method === 'POST' ? wagner : english),
    })
    expect(screen.getByText('E-Mails an Sie schreiben wir auf Englisch.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'E-Mails auch auf Deutsch' }))
    expect(screen.queryByText(/schreiben wir auf/)).toBeNull()
    expect(document.activeElement).toBe(card('Darstellung').getByRole('heading'))
    await waitFor(() => expect(posted(USER).map(({ form }) => form.get('lang'))).toEqual(['de']))
    expect(screen.queryByText(/schreiben wir auf/)).toBeNull()
  })

  it('SHL-09 says nothing of mails where their language is the same', async () => {
    await open()
    expect(screen.queryByText(/schreiben wir auf/)).toBeNull()
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
    await waitFor(() => expect(document.activeElement).toBe(devices.getByRole('heading')))
    expect(posted('/api/auth/sessions/end/')[0]?.form.get('id')).toBe(id(2))
  })
})
