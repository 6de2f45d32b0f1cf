import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner, tokenOf, USER, wagner } from '../../../../test/identity/account.tsx'
import { openUser as open } from '../../../../test/identity/user.ts'
import { json, refusal } from '../../../../test/wire.ts'
import { beginSession, endSession } from '../../../platform/session.ts'

const saving = (answer: () => Response | Promise<Response>) => ({
  [USER]: ({ method }: { method: string }) => (method === 'POST' ? answer() : json(wagner)),
})
const phone = () => screen.getByLabelText('Telefon')
const save = () => screen.getByRole('button', { name: 'Speichern' })

describe('own data', () => {
  asWagner()

  it('SET-05 shows who is signed in and what is theirs', async () => {
    await open()
    const profile = within(screen.getByRole('region', { name: 'Benutzer' }))
    expect(profile.getByText(wagner.email)).toBeDefined()
    expect(profile.getByText('JW')).toBeDefined()
    expect(profile.getByText('2 Speicher')).toBeDefined()
    expect(profile.getByText('20481 und 20482')).toBeDefined()
    expect(screen.getByLabelText('Erste Seriennummer')).toMatchObject({ value: '20481', readOnly: true })
    expect(phone()).toHaveProperty('value', '+49 30 1234567')
  })

  it('SET-03 saves what was changed, and only that', async () => {
    const saved = { ...wagner, country: 'AT' as const, phone: '+431234567' }
    const { posted } = await open(saving(() => json(saved)))
    expect(save()).toHaveProperty('disabled', true)
    await userEvent.selectOptions(screen.getByLabelText('Land'), 'Österreich')
    await userEvent.clear(phone())
    await userEvent.type(phone(), '01 234567')
    await userEvent.click(save())
    await screen.findByText('Gespeichert.')
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({ country: 'AT', phone: '+43 1 234567' })
    expect(save()).toHaveProperty('disabled', true)
    expect(phone()).toHaveProperty('value', '+43 1 234567')
  })

  it('SET-03 discards changes', async () => {
    await open()
    await userEvent.type(phone(), '9')
    await userEvent.click(screen.getByRole('button', { name: 'Verwerfen' }))
    expect(phone()).toHaveProperty('value', '+49 30 1234567')
  })

  it('SET-03 asks for the current password for a new one', async () => {
    const { posted } = await open(saving(() => json(wagner)))
    expect(screen.queryByLabelText('Aktuelles Passwort')).toBeNull()
    await userEvent.type(screen.getByLabelText('Neues Passwort'), 'Ganz-neu-und-lang-7')
    await userEvent.type(screen.getByLabelText('Passwort wiederholen'), 'Ganz-neu-und-lang-7{Enter}')
    expect(screen.getByText('Bitte geben Sie Ihr aktuelles Passwort ein.')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
    await screen.findByText('Gespeichert.')
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({
      password: 'Ganz-neu-und-lang-7',
      current_password: 'Sonne-im-Keller-1',
    })
    expect(screen.getByLabelText('Neues Passwort')).toHaveProperty('value', '')
  })

  it.each([
    ['is the e-mail', 'J.wagner@example.de1', /enthält Ihre E-Mail-Adresse/],
    ['is too simple', 'sonne', /noch nicht alle Regeln/],
  ])('SET-03, AUT-02 refuses a password that %s', async (_, password, text) => {
    const { posted } = await open()
    await userEvent.type(screen.getByLabelText('Neues Passwort'), password)
    await userEvent.type(screen.getByLabelText('Passwort wiederholen'), `${password}{Enter}`)
    expect(screen.getByText(text)).toBeDefined()
    expect(posted(USER)).toEqual([])
  })

  it('SET-03 keeps what was typed when it fails, and sends once', async () => {
    let answer = (_: Response) => {}
    const { posted } = await open(saving(() => new Promise((resolve) => (answer = resolve))))
    await userEvent.clear(phone())
    await userEvent.type(phone(), '030 7654321')
    const form = save().closest('form') ?? document.body
    act(() => {
      fireEvent.submit(form)
      fireEvent.submit(form)
    })
    await userEvent.click(screen.getByRole('button', { name: 'Wird gespeichert …' }))
    expect(posted(USER)).toHaveLength(1)
    answer(refusal('internal'))
    await screen.findByText(/Auf dem Server ist ein Fehler aufgetreten/)
    expect(phone()).toHaveProperty('value', '+49 30 7654321')
  })

  it('SET-03 asks before what was typed is left behind', async () => {
    const { router } = await open()
    await userEvent.type(phone(), '9')
    act(() => void router.navigate('/elsewhere'))
    const asked = within(await screen.findByRole('dialog', { name: 'Änderungen verwerfen?' }))
    await userEvent.click(asked.getByRole('button', { name: 'Weiter bearbeiten' }))
    expect(phone()).toHaveProperty('value', '+49 30 12345679')
    act(() => void router.navigate('/elsewhere'))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ohne Speichern verlassen' }),
    )
    await screen.findByText('elsewhere')
  })

  it('API-09 keeps what was typed, but no password, over a session that ended', async () => {
    await open()
    await userEvent.clear(phone())
    await userEvent.type(phone(), '030 7654321')
    await userEvent.type(screen.getByLabelText('Neues Passwort'), 'Ganz-neu-und-lang-7')
    act(() => endSession('ended'))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ganz-neu')
    cleanup()
    act(() => beginSession({ access: tokenOf('wagner'), refresh: 'r' }, true))
    await open()
    expect(phone()).toHaveProperty('value', '+49 30 7654321')
    expect(save()).toHaveProperty('disabled', false)
  })
})
