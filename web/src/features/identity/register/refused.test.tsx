import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import {
  describedBy,
  enter,
  field,
  fillIn,
  key,
  PASSWORD,
  REGISTER,
  replace,
  show,
  submit,
} from '../../../../test/identity/register.ts'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'

afterEach(async () => {
  await act(() => setLanguage('de'))
})

describe('a registration that is refused', () => {
  const refused = (errors: Record<string, FieldRule>) => () => refusal('input_invalid', { errors })

  it.each<[string, Record<string, FieldRule>, () => HTMLElement, string]>([
    [
      'the e-mail address exists',
      { email: 'taken' },
      () => field('E-Mail-Adresse'),
      'Ein Benutzer mit dieser E-Mail-Adresse existiert bereits.',
    ],
    [
      'a key is no code',
      { key2: 'unknown' },
      () => key(2),
      'Das wurde nicht als Registrierungscode gefunden.',
    ],
    [
      'the format of a serial number is wrong',
      { key1: 'format' },
      () => key(1),
      'Das Format der Seriennummer ist falsch',
    ],
    ...([1, 2, 3] as const).map((place): [string, Record<string, FieldRule>, () => HTMLElement, string] => [
      `the system of code ${place} is somebody else's`,
      { [`key${place}`]: 'taken' },
      () => key(place),
      `Code ${place} stimmt, aber der Speicher wird noch von einem anderen Benutzer verwendet.`,
    ]),
    [
      'the password is common',
      { password: 'common' },
      () => field('Passwort'),
      'Dieses Passwort ist zu leicht zu erraten',
    ],
  ])('AUT-05 says so at the field, as %s', async (_, errors, control, text) => {
    serve({ [REGISTER]: refused(errors) })
    show()
    await fillIn()
    await enter(key(2), '1002')
    await enter(key(3), '1003')
    await userEvent.click(submit())
    await screen.findByText('Die Registrierung ist fehlgeschlagen. Bitte prüfen Sie ein Feld.')
    expect(describedBy(control())).toContain(text)
    await waitFor(() => expect(document.activeElement).toBe(control()))
  })

  it('AUT-05 takes its word back when what it refused is typed anew', async () => {
    serve({ [REGISTER]: refused({ email: 'taken', key1: 'unknown' }) })
    show()
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(/Bitte prüfen Sie 2 Felder/)
    await replace(field('E-Mail-Adresse'), 'berta@example.org')
    expect(field('E-Mail-Adresse').getAttribute('aria-invalid')).toBeNull()
    expect(key(1).getAttribute('aria-invalid')).toBe('true')
  })

  it.each([
    ['the network is away', {}, /Keine Verbindung zum Server/],
    ['the server is not ready', { [REGISTER]: () => refusal('unavailable') }, /gerade nicht bereit/],
    [
      'the server fails',
      { [REGISTER]: () => refusal('internal') },
      'Die Registrierung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
    ],
    [
      'there were too many',
      { [REGISTER]: () => refusal('too_many_attempts', { retry_after: 62 }) },
      /Bitte warten Sie 1:02/,
    ],
  ])('AUT-05 loses nothing when %s', async (_, answers, text) => {
    serve(answers)
    show()
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(text)
    const texts = ['E-Mail-Adresse', 'Passwort', 'Passwort wiederholen', 'Telefon'].map(
      (name) => (field(name) as HTMLInputElement).value,
    )
    expect(texts).toEqual(['anna@example.org', PASSWORD, PASSWORD, '+49 30 1234567'])
    expect(key(1)).toHaveProperty('value', '1001')
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
  })

  it('AUT-15 may be sent again at once, with another address, where no other mail goes to the first', async () => {
    serve({ [REGISTER]: () => refusal('too_many_mails', { retry_after: 86_400 }) })
    show()
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(/geht von Ihrem Anschluss aus heute keine weitere E-Mail/)
    await replace(field('E-Mail-Adresse'), 'berta@example.org')
    serve({ [REGISTER]: () => json({ outcome: 'mailed' }) })
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Fast fertig' })
  })

  it('AUT-03, AUT-05 speaks English too, also for what it has shown already', async () => {
    serve({ [REGISTER]: refused({ key1: 'taken' }) })
    show()
    await fillIn()
    await replace(field('Passwort wiederholen'), 'x')
    await act(() => setLanguage('en'))
    expect(screen.getByText('Passwords should match.')).toBeTruthy()
    await replace(field('Repeat password'), PASSWORD)
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText('Registration failed. Please check one field.')
    expect(
      screen.getByText(
        'Code 1 is right, but the battery is still used by another user. Whoever gave it away releases it in their settings.',
      ),
    ).toBeTruthy()
  })
})
