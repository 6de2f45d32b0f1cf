import type { FieldRule } from '@kellersonne/contract/errors'
import { TERMS_VERSION } from '@kellersonne/contract/registration'
import { registrationCode } from '@kellersonne/core/keys'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '../../../test/router.tsx'
import { json, refusal, serve } from '../../../test/wire.ts'
import { speak } from '../../i18n/i18n.ts'
import { stored } from '../../stored.ts'
import { Component } from './RegisterPage.tsx'

const REGISTER = '/api/auth/register/'
const SYSTEMS = '/api/auth/usr_sn/'
const CODE = registrationCode(new Uint8Array([1, 12, 3, 14, 5, 16, 7, 18, 9, 20, 11, 22]))
const PASSWORD = 'Keller-Sonne-4711'
const field = (name: string | RegExp) => screen.getByLabelText(name)
const key = (place: 1 | 2 | 3) =>
  field(['Seriennummer oder Registrierungscode', /^Zweiter/, /^Dritter/][place - 1] ?? '')
const submit = () => screen.getByRole('button', { name: /^Registrier/ })
const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

const show = (state?: unknown) =>
  showPage(Component, { pathname: '/register', state }, ['/dashboard', '/login'])
const claimed = { key: '1001', sn: '1001', outcome: 'claimed', until: null }
const registered = (...systems: object[]) => json({ access: 'a', refresh: 'r', systems })

async function enter(control: HTMLElement, text: string) {
  await userEvent.click(control)
  await userEvent.paste(text)
}

/** Everything that is asked, as it is right. */
async function fillIn() {
  await enter(field('E-Mail-Adresse'), 'anna@example.org')
  await enter(field('Passwort'), PASSWORD)
  await enter(field('Passwort wiederholen'), PASSWORD)
  await enter(field('Telefon'), '030 1234567')
  await enter(key(1), '1001')
  await userEvent.click(screen.getByRole('checkbox'))
}

async function replace(control: HTMLElement, text: string) {
  await userEvent.clear(control)
  await enter(control, text)
  await userEvent.tab()
}

afterEach(async () => {
  await act(() => speak('de'))
})

describe('registration', () => {
  it('AUT-01, AUT-05 makes an account of what was typed, and a session', async () => {
    const heard = serve({ [REGISTER]: () => registered(claimed) })
    show()
    await fillIn()
    await enter(key(2), ` ${CODE} `)
    await userEvent.click(submit())
    await screen.findByText('Die Registrierung war erfolgreich. Sie sind angemeldet.')
    expect(Object.fromEntries(heard[0]?.form ?? [])).toEqual({
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
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Willkommen' }))
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
    await act(() => speak('en'))
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
    const heard = serve({})
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
    expect(heard).toEqual([])
  })

  it.each<[string, string | RegExp, string, string]>([
    ['AUT-03', 'E-Mail-Adresse', 'anna@', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
    ['AUT-02', 'Passwort', 'kellersonne', 'Das Passwort erfüllt noch nicht alle Regeln.'],
    ['AUT-03', 'Passwort wiederholen', 'anders', 'Die Passwörter müssen übereinstimmen.'],
    ['AUT-03', 'Telefon', '12', 'Bitte geben Sie eine gültige Telefonnummer ein.'],
    ['AUT-05', /^Seriennummer oder/, 'abc', 'Das Format der Seriennummer ist falsch: nur Ziffern oder nur '],
    ['AUT-05', /^Zweiter/, '20a481', 'Das Format der Seriennummer ist falsch: nur Ziffern oder nur '],
    ['AUT-12', /^Dritter/, `${CODE?.slice(0, 12)}X`, 'In diesem Code ist ein Tippfehler.'],
  ])('%s says at %s what is wrong with "%s" once it is left', async (_, name, text, said) => {
    show()
    await enter(field(name), text)
    expect(describedBy(field(name))).not.toContain(said)
    await userEvent.tab()
    expect(describedBy(field(name))).toContain(said)
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
      `serial number ${place} is somebody else's`,
      { [`key${place}`]: 'taken' },
      () => key(place),
      `Seriennummer ${place} wird bereits von einem anderen Benutzer verwendet.`,
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
    expect(document.activeElement).toBe(control())
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

  it('AUT-03, AUT-05 speaks English too, also of what it has said already', async () => {
    serve({ [REGISTER]: refused({ key1: 'taken' }) })
    show()
    await fillIn()
    await replace(field('Passwort wiederholen'), 'x')
    await act(() => speak('en'))
    expect(screen.getByText('Passwords should match.')).toBeTruthy()
    await replace(field('Repeat password'), PASSWORD)
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText('Registration failed. Please check one field.')
    expect(
      screen.getByText(
        'Serial number 1 is already used by another user. If it is yours, the registration code on the nameplate helps.',
      ),
    ).toBeTruthy()
  })
})

describe('who comes from the second provider', () => {
  const arrival = { ticket: 'T', email: 'anna@example.org' }

  it('AUT-10 finds the address there, and the sign-in is linked', async () => {
    const heard = serve({ [REGISTER]: () => registered(claimed) })
    show(arrival)
    expect(screen.getByText(/wird mit dem neuen Konto verbunden/)).toBeTruthy()
    expect(field('E-Mail-Adresse')).toHaveProperty('value', 'anna@example.org')
    await userEvent.clear(field('E-Mail-Adresse'))
    await fillIn()
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Willkommen' })
    expect(heard[0]?.form.get('ticket')).toBe('T')
  })

  it('AUT-10 can register without it, when the sign-in has expired', async () => {
    const heard = serve({
      [REGISTER]: ({ form }) => (form.has('ticket') ? refusal('ticket_expired') : registered(claimed)),
    })
    show({ ...arrival, email: null })
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(/Anmeldung beim anderen Anbieter ist abgelaufen/)
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Willkommen' })
    expect(heard).toHaveLength(2)
  })
})

describe('a system that waits for its switch', () => {
  afterEach(() => vi.useRealTimers())

  async function register(confirmed: () => boolean, aheadMs = 0) {
    const until = new Date(Date.now() + aheadMs + 600_000).toISOString()
    const pending = { key: '20482', sn: '20482', outcome: 'pending', until }
    const owned = () => [{ sn: '1001', phase: 1 }, ...(confirmed() ? [{ sn: '20482', phase: 2 }] : [])]
    const heard = serve({ [REGISTER]: () => registered(claimed, pending), [SYSTEMS]: () => json(owned()) })
    show()
    await fillIn()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(submit())
    await screen.findByText(/wartet, noch/)
    return heard
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('AUT-12 says what to do and counts down; the switch makes it theirs', async () => {
    let confirmed = false
    const heard = await register(() => confirmed)
    expect(screen.getByText(/Schalten Sie jetzt den Hauptschalter .* aus und wieder ein/)).toBeTruthy()
    await pass(61_000)
    expect(screen.getByText(/20482/).parentElement?.textContent).toMatch(/wartet, noch 8:5\d/)
    confirmed = true
    await pass(4000)
    await waitFor(() =>
      expect(screen.getByText('20482').parentElement?.textContent).toMatch(/gehört jetzt Ihnen/),
    )
    const asked = heard.length
    await pass(10_000)
    expect(heard).toHaveLength(asked)
    expect(screen.queryByText(/Hauptschalter/)).toBeNull()
  })

  it("AUT-12 counts by the server's clock, where the one here is fast", async () => {
    await register(() => false, -3_600_000)
    expect(screen.getByText('20482').parentElement?.textContent).toMatch(/wartet, noch (?:10:00|9:5\d)/)
  })

  it('AUT-12 says when the time is up', async () => {
    await register(() => false)
    await pass(600_000)
    expect(screen.getByText('20482').parentElement?.textContent).toMatch(/Zeit abgelaufen/)
    expect(screen.getByText(/Fügen Sie die Nummer unter Einstellungen noch einmal hinzu/)).toBeTruthy()
  })
})
