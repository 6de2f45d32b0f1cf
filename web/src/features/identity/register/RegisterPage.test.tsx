import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { registrationCode } from '@kellersonne/core/systems/keys'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import {
  claimed,
  describedBy,
  enter,
  field,
  fillIn,
  key,
  PASSWORD,
  REGISTER,
  registered,
  replace,
  show,
  submit,
} from '../../../../test/identity/register.ts'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { stored } from '../../../platform/stored.ts'
import { refreshOwnSystems } from '../../systems/pairing/api.ts'

const CODE = registrationCode(new Uint8Array([1, 12, 3, 14, 5, 16, 7, 18, 9, 20, 11, 22]))

afterEach(async () => {
  await act(() => setLanguage('de'))
})

describe('registration', () => {
  it('AUT-05 SET-01 says at the first number that its letters are capital letters', () => {
    show()
    expect(describedBy(key(1))).toContain('Eine Seriennummer hat nur Ziffern oder nur Großbuchstaben.')
  })

  it('AUT-01, AUT-05 makes an account of what was typed, and a session', async () => {
    const calls = serve({ [REGISTER]: () => registered(claimed) })
    show()
    await fillIn()
    await enter(key(2), ` ${CODE} `)
    await userEvent.click(submit())
    await screen.findByText('Die Registrierung war erfolgreich. Sie sind angemeldet.')
    expect(Object.fromEntries(calls.find(({ path }) => path === REGISTER)?.form ?? [])).toEqual({
      email: 'anna@example.org',
      password: PASSWORD,
      phone: '+49 30 1234567',
      country: 'DE',
      key1: '1001',
      key2: CODE,
      terms: TERMS_VERSION,
      lang: 'de',
    })
    expect(stored.accessToken.get()).toBe('a')
    expect(screen.getByRole('listitem').textContent).toBe('1001 gehört jetzt Ihnen')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Willkommen' })),
    )
  })

  it('NAV-09 stays at what it has to say once signed in, and leads on when asked to', async () => {
    serve({ [REGISTER]: () => registered(claimed) })
    const router = show()
    await fillIn()
    await userEvent.click(submit())
    const onward = await screen.findByRole('button', { name: 'Zum Dashboard' })
    expect(router.state.location.pathname).toBe('/register')
    await userEvent.click(onward)
    await screen.findByText('/dashboard')
  })

  it('AUT-02 ticks the rules off while the password is typed, and says how hard it is to guess', async () => {
    show()
    const kept = () =>
      within(screen.getByRole('list', { name: 'Was ein Passwort braucht' }))
        .getAllByRole('listitem')
        .filter((item) => item.textContent?.includes('(erfüllt)'))
        .map((item) => item.textContent?.replace('(erfüllt)', ''))
    await enter(field('Passwort'), 'Kellersonne')
    expect(kept()).toEqual(['mindestens 8 Zeichen', 'ein Großbuchstabe', 'ein Kleinbuchstabe'])
    await replace(field('Passwort'), 'Password1!')
    expect(kept()).toHaveLength(5)
    expect(await screen.findByText(/leicht zu erraten$/)).toBeTruthy()
    await replace(field('Passwort'), 'vier Zebras-am 9. Kanal')
    expect(await screen.findByText('Sehr gut')).toBeTruthy()
  })

  it('AUT-04 names the eleven countries in the language shown, in its order', async () => {
    show()
    const names = () => screen.getAllByRole('option').map((option) => option.textContent)
    expect(names()).toEqual([
      ...['Belgien', 'Deutschland', 'Estland', 'Frankreich', 'Kroatien', 'Lettland'],
      ...['Litauen', 'Niederlande', 'Österreich', 'Polen', 'Schweiz'],
    ])
    await userEvent.selectOptions(field('Land'), 'Österreich')
    await act(() => setLanguage('en'))
    expect(names()).toEqual([
      ...['Austria', 'Belgium', 'Croatia', 'Estonia', 'France', 'Germany'],
      ...['Latvia', 'Lithuania', 'Netherlands', 'Poland', 'Switzerland'],
    ])
    expect(field('Country')).toHaveProperty('value', 'AT')
  })

  it('AUT-01 reads a phone number by the country, and writes it as people read it', async () => {
    show()
    await userEvent.selectOptions(field('Land'), 'Österreich')
    await replace(field('Telefon'), '01 5880 00')
    expect(field('Telefon')).toHaveProperty('value', '+43 1 588000')
  })

  it('AUT-03 says at each field what is missing, goes to the first and asks nobody', async () => {
    const calls = serve({})
    show()
    await userEvent.click(submit())
    expect(screen.getByText('Bitte prüfen Sie 5 Felder.')).toBeTruthy()
    expect(document.activeElement).toBe(field('E-Mail-Adresse'))
    const missing: [HTMLElement, string][] = [
      [field('E-Mail-Adresse'), 'Bitte geben Sie Ihre E-Mail-Adresse ein.'],
      [field('Passwort'), 'Bitte wählen Sie ein Passwort.'],
      [field('Telefon'), 'Bitte geben Sie Ihre Telefonnummer ein.'],
      [key(1), 'Bitte geben Sie die Seriennummer oder den Registrierungscode ein.'],
      [screen.getByRole('checkbox'), 'Bitte stimmen Sie den Nutzungsbedingungen zu.'],
    ]
    for (const [control, text] of missing) {
      expect(control.getAttribute('aria-invalid')).toBe('true')
      expect(describedBy(control)).toContain(text)
    }
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it.each<[string, string | RegExp, string, string]>([
    ['AUT-03', 'E-Mail-Adresse', 'anna@', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
    ['AUT-02', 'Passwort', 'kellersonne', 'Das Passwort erfüllt noch nicht alle Regeln.'],
    ['AUT-03', 'Passwort wiederholen', 'anders', 'Die Passwörter müssen übereinstimmen.'],
    ['AUT-03', 'Telefon', '12', 'Bitte geben Sie eine gültige Telefonnummer ein.'],
    ['AUT-05', /^Seriennummer oder/, 'abc', 'Das Format der Seriennummer ist falsch: nur Ziffern oder nur '],
    ['AUT-05', /^Zweiter/, '20a481', 'Das Format der Seriennummer ist falsch: nur Ziffern oder nur '],
    ['AUT-12', /^Dritter/, `${CODE?.slice(0, 12)}X`, 'In diesem Code ist ein Tippfehler.'],
  ])('%s says at %s what is wrong with "%s" once it is left', async (_, name, text, shown) => {
    show()
    await enter(field(name), text)
    expect(describedBy(field(name))).not.toContain(shown)
    await userEvent.tab()
    expect(describedBy(field(name))).toContain(shown)
  })

  it('AUT-05 says how long a serial number may be, and cuts none off to fit', async () => {
    show()
    await replace(key(1), '1'.repeat(60))
    expect(key(1)).toHaveProperty('value', '1'.repeat(60))
    expect(describedBy(key(1))).toContain('nur Großbuchstaben, höchstens 20, oder ein Code mit 13 Zeichen')
  })

  it('AUT-02 refuses a password that holds the address', async () => {
    show()
    await enter(field('E-Mail-Adresse'), 'wagner@example.org')
    await replace(field('Passwort'), 'Wagner-Sonne-1')
    expect(describedBy(field('Passwort'))).toContain('enthält Ihre E-Mail-Adresse')
  })

  it('AUT-05 says that a system was named twice, however it is written', async () => {
    show()
    await replace(key(1), CODE ?? '')
    await replace(key(2), (CODE ?? '').toLowerCase())
    expect(describedBy(key(2))).toContain('Dieser Speicher steht schon in einem anderen Feld.')
  })
})

describe('who comes from the second provider', () => {
  const arrival = { ticket: 'T', email: 'anna@example.org' }

  it('AUT-10 finds the address there, and the sign-in is linked', async () => {
    const calls = serve({ [REGISTER]: () => registered(claimed) })
    show(arrival)
    expect(screen.getByText(/wird mit dem neuen Konto verbunden/)).toBeTruthy()
    expect(field('E-Mail-Adresse')).toHaveProperty('value', 'anna@example.org')
    await userEvent.clear(field('E-Mail-Adresse'))
    await fillIn()
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Willkommen' })
    expect(calls.find(({ path }) => path === REGISTER)?.form.get('ticket')).toBe('T')
  })

  it('AUT-10 leaves nothing of it to Back, to a restored tab or to whoever comes later', async () => {
    const router = show(arrival)
    await waitFor(() => expect(router.state.location.state).toBeNull())
    expect(field('E-Mail-Adresse')).toHaveProperty('value', 'anna@example.org')
    await userEvent.click(screen.getByRole('link', { name: 'Anmelden' }))
    await screen.findByText('/login')
    act(() => router.go(-1))
    await screen.findByRole('heading', { name: 'Registrieren' })
    expect(field('E-Mail-Adresse')).toHaveProperty('value', '')
    expect(screen.queryByText(/wird mit dem neuen Konto verbunden/)).toBeNull()
  })

  it('AUT-10 can register without it, when the sign-in has expired', async () => {
    const calls = serve({
      [REGISTER]: ({ form }) => (form.has('ticket') ? refusal('ticket_expired') : registered(claimed)),
    })
    show({ ...arrival, email: null })
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(/Anmeldung beim anderen Anbieter ist abgelaufen/)
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Willkommen' })
    expect(calls.filter(({ path }) => path === REGISTER)).toHaveLength(2)
  })
})

it('GWY-24 who has no unit of the maker’s says so, and needs no serial number', async () => {
  const calls = serve({
    '/api/own_systems/': () => json({ available: true }),
    [REGISTER]: () => json({ outcome: 'mailed' }),
  })
  await refreshOwnSystems()
  show()
  await fillIn()
  await userEvent.clear(key(1))
  await userEvent.click(submit())
  expect(describedBy(key(1))).toContain('Bitte geben Sie die Seriennummer')
  await userEvent.click(screen.getByRole('checkbox', { name: /schließe eigene Geräte/ }))
  await userEvent.click(submit())
  await screen.findByText(/Danach schließen Sie im Portal mit einem Kopplungscode Ihre Geräte an\./)
  expect(calls.find(({ path }) => path === REGISTER)?.form.get('own_system')).toBe('true')
})
