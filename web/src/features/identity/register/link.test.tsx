import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  enter,
  fillIn,
  key,
  PASSWORD,
  REGISTER,
  registered,
  show,
  submit,
} from '../../../../test/identity/register.ts'
import { showPage } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { stored } from '../../../platform/stored.ts'
import { Component } from './ConfirmPage.tsx'

const CODE = '7Q4K-M2XB-9TD3S'
const CONFIRM = '/api/auth/register/confirm/'
const CHECK = '/api/auth/register/check/'
const good = {
  [CHECK]: () =>
    json({ email: 'anna@example.org', serial_numbers: ['20482'], codes: 0, unconfirmed_since: null }),
}
const pending = (contested: boolean) => ({
  ...{ key: '20482', sn: '20482', outcome: 'pending', contested },
  until: new Date(Date.now() + 600_000).toISOString(),
})

describe('a registration by serial number', () => {
  it('AUT-15 says that a link was sent, begins no session, and leads back to the form', async () => {
    serve({ [REGISTER]: () => json({ outcome: 'mailed' }) })
    show()
    await fillIn()
    await userEvent.click(submit())
    const title = await screen.findByRole('heading', { name: 'Fast fertig' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(screen.getByText(/Öffnen Sie den Link darin innerhalb von 24 Stunden/)).toBeTruthy()
    expect(stored.accessToken.get()).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Zurück zur Registrierung' }))
    await screen.findByRole('heading', { name: 'Registrieren' })
  })

  it.each([
    ['names the code as the quicker way where a serial number was typed', '', 1],
    ['says of a code that was typed only that it may be needed again', CODE, 0],
  ])('AUT-15 AUT-17 %s', async (_, typed, named) => {
    serve({ [REGISTER]: () => json({ outcome: 'mailed' }) })
    show()
    await fillIn()
    if (typed) await enter(key(2), typed)
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Fast fertig' })
    expect(screen.queryAllByText(/geht es mit dem Registrierungscode/)).toHaveLength(named)
    expect(screen.queryAllByText(/Halten Sie den Registrierungscode bereit/)).toHaveLength(1 - named)
  })

  it('AUT-15 says so where no mail can be sent, and keeps what was typed', async () => {
    serve({ [REGISTER]: () => refusal('mail_unavailable') })
    show()
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(/E-Mail konnte nicht gesendet werden/)
    expect(screen.getByLabelText('E-Mail-Adresse')).toHaveProperty('value', 'anna@example.org')
  })
})

describe('the link that ends a registration', () => {
  const open = (hash = '#token=abc') =>
    showPage(Component, { pathname: '/register/confirm', hash }, ['/dashboard', '/register', '/login'])
  async function create() {
    for (const label of ['Passwort', 'Passwort wiederholen'])
      await enter(await screen.findByLabelText(label), PASSWORD)
    await userEvent.click(screen.getByRole('button', { name: 'Konto anlegen' }))
  }

  it('AUT-15 AUT-12 only looks before the button is pressed, hides its token, and goes on to the switch', async () => {
    const calls = serve({ ...good, [CONFIRM]: () => registered(pending(false)) })
    const router = open()
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    await screen.findByLabelText('Passwort')
    const looked = calls.map(({ path, form }) => [path, Object.fromEntries(form)])
    expect(looked).toEqual([[CHECK, { token: 'abc' }]])
    await create()
    await screen.findByText(/wartet, noch/)
    expect(screen.getByText(/Schalten Sie jetzt den Hauptschalter/)).toBeTruthy()
    const used = calls.find(({ path }) => path === CONFIRM)
    expect(Object.fromEntries(used?.form ?? [])).toEqual({ token: 'abc', password: PASSWORD })
    expect(stored.accessToken.get()).toBe('a')
  })

  it('AUT-14 asks for the code where somebody else waits for the number, too', async () => {
    serve({ ...good, [CONFIRM]: () => registered(pending(true)) })
    open()
    await create()
    await screen.findByText(/Auf eine dieser Nummern wartet noch jemand.*Registrierungscode/)
    expect(screen.queryByText(/Schalten Sie jetzt/)).toBeNull()
  })

  it("AUT-17 does not take a hand-over's deadline for the one of a claim that waits", async () => {
    const week = new Date(Date.now() + 7 * 86_400_000).toISOString()
    const handover = { key: '7Q4K', sn: '1003', outcome: 'handover', until: week, contested: false }
    serve({ ...good, [CONFIRM]: () => registered(handover) })
    open()
    await create()
    await screen.findByText(/die Übergabe hat begonnen/)
    expect(Math.abs(serverNow().getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('AUT-15 says whose account it makes before it asks for a password, and when not to go on', async () => {
    let answer = (_: Response) => {}
    serve({ [CHECK]: () => new Promise((resolve) => (answer = resolve)) })
    open()
    expect(screen.queryByLabelText('Passwort')).toBeNull()
    const email = 'mallory@example.org'
    await act(async () =>
      answer(json({ email, serial_numbers: ['20482', '20483'], codes: 0, unconfirmed_since: null })),
    )
    const form = screen.getByRole('group', { name: `Konto für ${email}` })
    expect(form.contains(screen.getByLabelText('Passwort'))).toBe(true)
    expect(screen.getByText('Speicher mit den Seriennummern 20482, 20483')).toBeTruthy()
    const warning = screen.getByText(/^Ist das nicht Ihre E-Mail-Adresse, dann machen Sie nicht weiter/)
    const isBefore = warning.compareDocumentPosition(screen.getByLabelText('Passwort'))
    expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('AUT-15 names no number where none was entered', async () => {
    serve({
      [CHECK]: () =>
        json({ email: 'anna@example.org', serial_numbers: [], codes: 0, unconfirmed_since: null }),
    })
    open()
    await screen.findByRole('group', { name: 'Konto für anna@example.org' })
    expect(screen.queryByText(/^Speicher mit/)).toBeNull()
  })

  it('AUT-15 says of another link in the same tab whose account that one makes', async () => {
    serve({
      [CHECK]: ({ form }) =>
        json({
          email: `${form.get('token')}@example.org`,
          serial_numbers: [],
          codes: 0,
          unconfirmed_since: null,
        }),
    })
    const router = open()
    await screen.findByRole('group', { name: 'Konto für abc@example.org' })
    await act(() => router.navigate({ hash: '#token=xyz' }))
    await screen.findByRole('group', { name: 'Konto für xyz@example.org' })
    expect(screen.queryByText(/abc@/)).toBeNull()
  })

  it('AUT-15 asks for no password as long as it cannot say whose account it makes', async () => {
    serve({ [CHECK]: () => refusal('unavailable') })
    open()
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' })
    expect(screen.queryByLabelText('Passwort')).toBeNull()
    serve(good)
    await userEvent.click(again)
    await screen.findByRole('group', { name: 'Konto für anna@example.org' })
  })

  it.each([
    ['is over', '#token=abc', { [CHECK]: () => refusal('link_invalid') }],
    ['is used meanwhile', '#token=abc', { ...good, [CONFIRM]: () => refusal('link_invalid') }],
    ['has lost its token', '', {}],
  ])('AUT-15 says what to do when it %s', async (_, hash, answers) => {
    serve(answers)
    open(hash)
    if (CONFIRM in answers) await create()
    await screen.findByText(/Dieser Link gilt nicht mehr/)
    expect(screen.getByRole('link', { name: 'Registrieren' })).toBeTruthy()
  })

  it('AUT-15 can be tried again when the server cannot be reached', async () => {
    const answers: Record<string, () => Response> = { ...good, [CONFIRM]: () => refusal('unavailable') }
    serve(answers)
    open()
    await create()
    await screen.findByText(/Server ist gerade nicht bereit/)
    answers[CONFIRM] = () => registered(pending(false))
    await userEvent.click(screen.getByRole('button', { name: 'Konto anlegen' }))
    await screen.findByText(/wartet, noch/)
  })
})
