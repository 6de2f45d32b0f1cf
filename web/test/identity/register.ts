import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component } from '../../src/features/identity/register/RegisterPage.tsx'
import { showPage } from '../router.tsx'
import { json } from '../wire.ts'

export const REGISTER = '/api/auth/register/'
export const PASSWORD = 'Keller-Sonne-4711'

export const field = (name: string | RegExp) => screen.getByLabelText(name)
export const key = (place: 1 | 2 | 3) =>
  field(['Seriennummer oder Registrierungscode', /^Zweiter/, /^Dritter/][place - 1] ?? '')
export const submit = () => screen.getByRole('button', { name: /^Registrier/ })
/** The description of a field for screen readers. */
export const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** Opens the page, with the state left by a sign-in at the second provider. */
export const show = (state?: unknown) =>
  showPage(Component, { pathname: '/register', state }, ['/dashboard', '/login'])
export const claimed = { key: '1001', sn: '1001', outcome: 'claimed', until: null, contested: false }
export const registered = (...systems: object[]) =>
  json({ outcome: 'registered', access: 'a', refresh: 'r', systems })

export async function enter(control: HTMLElement, text: string) {
  await userEvent.click(control)
  await userEvent.paste(text)
}

/** Fills in the form with valid values. */
export async function fillIn() {
  await enter(field('E-Mail-Adresse'), 'anna@example.org')
  await enter(field('Passwort'), PASSWORD)
  await enter(field('Passwort wiederholen'), PASSWORD)
  await enter(field('Telefon'), '030 1234567')
  await enter(key(1), '1001')
  await userEvent.click(screen.getByRole('checkbox', { name: /Nutzungsbedingungen|terms/ }))
}

/** Replaces the text of a field and leaves it. */
export async function replace(control: HTMLElement, text: string) {
  await userEvent.clear(control)
  await enter(control, text)
  await userEvent.tab()
}
