import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  describedBy,
  enter,
  field,
  fillIn,
  key,
  PASSWORD,
  REGISTER,
  registered,
  show,
  submit,
} from '../../../../test/identity/register.ts'
import { showPage } from '../../../../test/router.tsx'
import { json, serve } from '../../../../test/wire.ts'
import { stored } from '../../../platform/stored.ts'
import { Component } from './ConfirmPage.tsx'

const CODE = '7Q4K-M2XB-9TD3S'
const DAY_MS = 86_400_000
const CONFIRM = '/api/auth/register/confirm/'
const CHECK = '/api/auth/register/check/'

const handover = { key: CODE, sn: '1003', outcome: 'handover', contested: false }
const answers = (codes: number, email = 'anna@example.org') => ({
  [CHECK]: () => json({ email, serial_numbers: [], codes, unconfirmed_since: null }),
  [CONFIRM]: () => registered({ ...handover, until: new Date(Date.now() + 7 * DAY_MS).toISOString() }),
})
const open = () =>
  showPage(Component, { pathname: '/register/confirm', hash: '#token=abc' }, [
    '/dashboard',
    '/register',
    '/login',
  ])
async function create() {
  for (const label of ['Passwort', 'Passwort wiederholen'])
    await enter(await screen.findByLabelText(label), PASSWORD)
  await userEvent.click(screen.getByRole('button', { name: 'Konto anlegen' }))
}
const keep = (email: string, until = new Date(Date.now() + DAY_MS)) =>
  stored.typedCodes.set({ email, codes: [CODE], until: until.toISOString() })

describe('the code of a registration that goes by link', () => {
  it('AUT-12 AUT-15 is kept in this browser for the day of the link', async () => {
    serve({ [REGISTER]: () => json({ outcome: 'mailed' }) })
    show()
    await fillIn()
    await enter(key(2), CODE)
    await userEvent.click(submit())
    await screen.findByRole('heading', { name: 'Fast fertig' })
    expect(stored.typedCodes.get()).toMatchObject({ email: 'anna@example.org', codes: [CODE] })
  })

  it('AUT-12 AUT-15 is filled in where it was typed, and given again', async () => {
    keep('Anna@Example.org')
    const calls = serve(answers(1))
    open()
    expect(await screen.findByLabelText('Registrierungscode')).toHaveProperty('value', CODE)
    expect(screen.getByText(/dieser Browser für Sie behalten/)).toBeTruthy()
    await create()
    await screen.findByText(/die Übergabe hat begonnen/)
    expect(calls.find(({ path }) => path === CONFIRM)?.form.get('code1')).toBe(CODE)
    expect(stored.typedCodes.get()).toBeNull()
  })

  it.each([
    ['of another address', () => keep('bert@example.org')],
    ['of a link that is over', () => keep('anna@example.org', new Date(Date.now() - 1))],
    ['of another browser', () => {}],
  ])('AUT-15 is asked for, with the reason, if it is %s', async (_, given) => {
    given()
    const calls = serve(answers(1))
    open()
    expect(await screen.findByLabelText('Registrierungscode')).toHaveProperty('value', '')
    expect(screen.getByText(/Wir bewahren ihn nicht auf.*später unter Einstellungen/)).toBeTruthy()
    await create()
    await screen.findByRole('heading', { name: 'Willkommen' })
    expect(calls.find(({ path }) => path === CONFIRM)?.form.has('code1')).toBe(false)
  })

  it('AUT-15 has a field for each, and says of a slip at its field before anything is sent', async () => {
    const calls = serve(answers(2))
    open()
    await screen.findByLabelText('Registrierungscode 1')
    await enter(field('Registrierungscode 2'), `${CODE.slice(0, -1)}7`)
    await create()
    await vi.waitFor(() => expect(document.activeElement).toBe(field('Registrierungscode 2')))
    expect(describedBy(field('Registrierungscode 2'))).toContain('Tippfehler')
    expect(calls.some(({ path }) => path === CONFIRM)).toBe(false)
    await userEvent.clear(field('Registrierungscode 2'))
    await enter(field('Registrierungscode 1'), '1003')
    await userEvent.click(screen.getByRole('button', { name: 'Konto anlegen' }))
    await vi.waitFor(() => expect(describedBy(field('Registrierungscode 1'))).toContain('13 Zeichen'))
  })

  it('AUT-15 is not asked for where none was typed', async () => {
    serve(answers(0))
    open()
    await screen.findByLabelText('Passwort')
    expect(screen.queryByLabelText(/^Registrierungscode/)).toBeNull()
  })
})
