import type { Handover } from '@kellersonne/contract/systems/systems'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { asWagner, wagner } from '../../../test/identity/account.tsx'
import { add, nth, OBJECT, RELEASE, server } from '../../../test/identity/serials.ts'
import { json } from '../../../test/wire.ts'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { refreshUser } from '../identity/api/user.ts'
import { askSystems } from './api.ts'
import { HandoverRow } from './HandoverRow.tsx'
import { SerialNumbers } from './SerialNumbers.tsx'

asWagner()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const handover = (more: Partial<Handover> = {}): Handover => ({
  sn: serialNumber.parse('1001'),
  role: 'taking',
  until: inMinutes(7 * 1440),
  prove_by: inMinutes(9),
  proven: false,
  ...more,
})

async function open(...handovers: Handover[]) {
  const { answers, calls } = server(() =>
    json([{ key: '7Q4K', sn: '1001', outcome: 'handover', until: inMinutes(7 * 1440), contested: false }]),
  )
  answers.user = { ...wagner, handovers }
  render(<SerialNumbers />)
  await act(askSystems)
  await act(refreshUser)
  return { answers, calls }
}
const row = () => screen.getByRole('listitem')

it.each([
  [
    'asks for the switch while there is time',
    handover(),
    /^1001wird übergeben.*Schalten Sie bis .* seinen Hauptschalter aus/,
  ],
  [
    'asks for the code again when the time is over',
    handover({ prove_by: inMinutes(-1) }),
    /Geben Sie den Registrierungscode noch einmal ein/,
  ],
  [
    'says that the switch was used',
    handover({ proven: true }),
    /Der Hauptschalter wurde betätigt\. Widerspricht/,
  ],
])('AUT-17 who takes a system over: %s, and can give up', async (_, one, shown) => {
  const { answers, calls } = await open(one)
  expect(row().textContent).toMatch(shown)
  expect(screen.queryByRole('button', { name: /widersprechen/i })).toBeNull()
  answers.user = wagner
  await userEvent.click(screen.getByRole('button', { name: 'Übernahme von 1001 abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  expect(calls.find(({ path }) => path === RELEASE)?.form.get('sn')).toBe('1001')
})

it('AUT-17 the owner reads the time in the time zone of the system, as on the dashboard', () => {
  const one = handover({ role: 'giving', until: '2026-12-03T04:46:00Z' })
  const shown = render(<HandoverRow handover={one} name="Carport" timeZone="America/New_York" />)
  expect(shown.container.textContent).toMatch(/ab 2\. Dezember.*23:46/)
})

it('SET-07 AUT-17 the owner reads of it by the name given to the system', async () => {
  const { answers } = await open(handover({ role: 'giving' }))
  answers.list = json([{ sn: '1001', phase: 1, name: 'Carport' }])
  await act(askSystems)
  const row = screen
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.includes('wird übergeben'))
  expect(row?.textContent).toMatch(/^Carport1001wird übergeben/)
  expect(screen.getByRole('button', { name: 'Der Übergabe von Carport widersprechen' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Carport jetzt übergeben' }))
  expect(screen.getByRole('dialog', { name: 'Speicher Carport übergeben?' })).toBeDefined()
})

it('AUT-17 the owner reads what happens and can object', async () => {
  const { answers, calls } = await open(handover({ role: 'giving' }))
  expect(row().textContent).toMatch(
    /Jemand mit einem anderen Konto hat den Registrierungscode .* Ihre bisherigen Werte sieht dort niemand\./,
  )
  answers.user = wagner
  await userEvent.click(screen.getByRole('button', { name: 'Der Übergabe von 1001 widersprechen' }))
  await waitFor(() => expect(screen.queryByText('wird übergeben')).toBeNull())
  expect(calls.find(({ path }) => path === OBJECT)?.form.get('sn')).toBe('1001')
})

it('AUT-17 the owner can hand over at once, after a question', async () => {
  const { answers, calls } = await open(handover({ role: 'giving' }))
  await userEvent.click(screen.getByRole('button', { name: '1001 jetzt übergeben' }))
  const dialog = screen.getByRole('dialog', { name: 'Speicher 1001 übergeben?' })
  expect(dialog.textContent).toMatch(
    /gehört dann sofort dem Konto, das den Registrierungscode eingegeben hat/,
  )
  expect(calls.some(({ path }) => path === RELEASE)).toBe(false)
  answers.user = wagner
  await userEvent.type(within(dialog).getByLabelText('Passwort'), 'Sonne-im-Keller-1{Enter}')
  await waitFor(() => expect(screen.queryByText('wird übergeben')).toBeNull())
  expect(calls.find(({ path }) => path === RELEASE)?.form.get('sn')).toBe('1001')
})

it('AUT-17 AUT-05 a code of a system that somebody owns says so, and does not ask for the code', async () => {
  await open()
  await userEvent.type(nth(1), '7Q4K-M2XB-9TD3S')
  await add()
  const shown = await screen.findByText(
    /gehört noch jemand anderem\. Der Code stimmt, und die Übergabe hat begonnen/,
  )
  expect(shown.textContent).not.toMatch(/hilft der Registrierungscode/)
})

it('AUT-17 PRD-06 speaks English', async () => {
  await setLanguage('en')
  await open(handover({ role: 'giving' }))
  expect(row().textContent).toMatch(/is being handed over.*Somebody with another account/)
  expect(screen.getByRole('button', { name: 'Object to handing over 1001' })).toBeDefined()
})
