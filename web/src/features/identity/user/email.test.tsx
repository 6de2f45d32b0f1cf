import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner, USER, wagner } from '../../../../test/identity/account.tsx'
import { openUser } from '../../../../test/identity/user.ts'
import { json, refusal } from '../../../../test/wire.ts'

const RESEND = '/api/auth/email/resend/'
const NEW = 'neu@example.de'
const email = () => screen.getByLabelText('E-Mail-Adresse')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const contact = () => within(screen.getByRole('region', { name: 'Kontaktdaten' }))

/** Opens the page of an owner whom a change turns into `become`. */
function open(was: object, become: object = {}, answers: Parameters<typeof openUser>[0] = {}) {
  let user = { ...wagner, ...was }
  return openUser({
    [USER]: ({ method }) => {
      if (method === 'POST') user = { ...user, ...become }
      return json(user)
    },
    ...answers,
  })
}
async function change() {
  await userEvent.clear(email())
  await userEvent.type(email(), NEW)
  await userEvent.type(screen.getByLabelText('Aktuelles Passwort'), 'Sonne-im-Keller-1{Enter}')
}

describe('an address that is not confirmed', () => {
  asWagner()

  it('AUT-16 SET-03 says of a new one that a link was sent, and that the present one counts until then', async () => {
    const { posted } = await open({}, { pending_email: NEW })
    await change()
    await screen.findByText(
      /^Wir haben eine E-Mail an neu@example\.de geschickt\. .* 24 Stunden .* Bis dahin gilt j\.wagner@example\.de\.$/,
    )
    expect(screen.queryByText(/Gespeichert/)).toBeNull()
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({
      email: NEW,
      current_password: 'Sonne-im-Keller-1',
    })
    expect(email()).toHaveProperty('value', wagner.email)
    expect(contact().getByText(/^neu@example\.de ist noch nicht bestätigt\./)).toBeTruthy()
  })

  it('AUT-16 SET-03 asks for another where its true owner has come, and offers nothing that leads nowhere', async () => {
    await open({ email: '', email_confirmed: false }, { pending_email: NEW })
    expect(contact().getByText(/war nie bestätigt.*jemand anderes.*Tragen Sie hier/)).toBeTruthy()
    expect(contact().queryByRole('button', { name: 'Link erneut senden' })).toBeNull()
    await change()
    expect(await contact().findByText('neu@example.de ist noch nicht bestätigt.')).toBeTruthy()
    expect(contact().queryByRole('button', { name: 'Neue Adresse verwerfen' })).toBeNull()
    expect(contact().getByRole('button', { name: 'Link erneut senden' })).toBeTruthy()
  })

  it('AUT-16 SET-03 says so too where something else was changed along with it', async () => {
    await open({}, { pending_email: NEW, country: 'AT' })
    await userEvent.selectOptions(screen.getByLabelText('Land'), 'Österreich')
    await change()
    await screen.findByText(/^Gespeichert\. Wir haben eine E-Mail an neu@example\.de geschickt\./)
  })

  it.each([
    ['no mail can be sent', refusal('mail_unavailable'), /E-Mail konnte nicht gesendet werden/],
    [
      'there were too many',
      refusal('too_many_attempts', { retry_after: 86_399 }),
      /Bitte warten Sie 23:59:59/,
    ],
  ])('AUT-16 SET-03 keeps a new address that was typed when %s', async (_, answer, text) => {
    await openUser({ [USER]: ({ method }) => (method === 'POST' ? answer : json(wagner)) })
    await change()
    await screen.findByText(text)
    expect(email()).toHaveProperty('value', NEW)
  })

  it('AUT-16 sends the link to a new one again', async () => {
    const { posted } = await open({ pending_email: NEW }, {}, { [RESEND]: () => json({}) })
    await press('Link erneut senden')
    await screen.findByText(/^Wir haben noch eine E-Mail an neu@example\.de geschickt\./)
    expect(posted(RESEND)).toHaveLength(1)
  })

  it('AUT-16 discards a new one by the present one, without a password', async () => {
    const { posted } = await open({ pending_email: NEW }, { pending_email: null })
    await press('Neue Adresse verwerfen')
    await screen.findByText(`Die neue Adresse ist verworfen. Es bleibt bei ${wagner.email}.`)
    expect(Object.fromEntries(posted(USER)[0]?.form ?? [])).toEqual({ email: wagner.email })
    expect(screen.queryByText(/noch nicht bestätigt/)).toBeNull()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Kontaktdaten' })),
    )
  })

  it('AUT-16 says what it means at a registration, and sends the link again', async () => {
    const { posted } = await open({ email_confirmed: false }, {}, { [RESEND]: () => json({}) })
    expect(contact().getByText(/keinen Link für ein neues Passwort.*14 Tage/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Neue Adresse verwerfen' })).toBeNull()
    await press('Link erneut senden')
    await screen.findByText(/noch eine E-Mail an j\.wagner@example\.de/)
    expect(posted(RESEND)).toHaveLength(1)
  })

  it('AUT-16 offers one link, the one to a new address, where neither is confirmed', async () => {
    await open({ email_confirmed: false, pending_email: NEW })
    expect(contact().getAllByText(/noch nicht bestätigt/)).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Link erneut senden' })).toHaveLength(1)
  })

  it.each([
    ['no mail can be sent', refusal('mail_unavailable'), /E-Mail konnte nicht gesendet werden/],
    ['there were too many', refusal('too_many_attempts', { retry_after: 62 }), /Bitte warten Sie 1:02/],
  ])('AUT-16 says so when %s', async (_, answer, text) => {
    await open({ pending_email: NEW }, {}, { [RESEND]: () => answer })
    await press('Link erneut senden')
    await screen.findByText(text)
  })

  it('AUT-16 shows what has become of it where it was confirmed meanwhile', async () => {
    const answers = [{ pending_email: NEW }, { email: NEW }].map((more) => json({ ...wagner, ...more }))
    const { posted } = await openUser({
      [USER]: () => answers.shift() ?? refusal('internal'),
      [RESEND]: () => refusal('not_found'),
    })
    await press('Link erneut senden')
    await screen.findByText(/Sie sehen hier den neuesten Stand/)
    expect(email()).toHaveProperty('value', NEW)
    expect(screen.queryByText(/noch nicht bestätigt/)).toBeNull()
    expect(posted(USER)).toEqual([])
  })

  it('AUT-16 looks again when the page is come back to, as long as one waits', async () => {
    const answers = [{ pending_email: NEW }, { email: NEW }].map((more) => json({ ...wagner, ...more }))
    const { calls } = await openUser({ [USER]: () => answers.shift() ?? refusal('internal') })
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(email()).toHaveProperty('value', NEW))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(calls.filter(({ path }) => path === USER)).toHaveLength(2)
  })
})
