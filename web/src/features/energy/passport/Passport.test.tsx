import {
  passportFields,
  passportNames,
  type SignedPassport,
} from '@kellersonne/contract/energy/battery-passport'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { LINKS, openHealth } from '../../../../test/energy/healthPage.tsx'
import { showPage } from '../../../../test/router.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { Component as PassportPage } from './PassportPage.tsx'

asOwner()
beforeAll(() => loadNamespaces('health'))

const link = { id: '00000000-0000-4000-8000-00000000000c', with_serial: false }
const times = { created_at: '2026-06-18T07:00:00.000Z', expires_at: '2026-06-25T07:00:00.000Z' }
const signed: SignedPassport = {
  passport: {
    ...{ schema: 'battery-values/1', issued_at: '2026-06-18T07:00:00.000Z', measured_since: '2025-06-01' },
    measured_until: '2026-06-16',
    serial_number: serialNumber.parse('1001'),
    own_system: false,
    values: passportNames.map((name) => ({
      ...{ name, ...passportFields[name], value: null, plus_minus: null, source: null },
      ...(name === 'remaining_energy' && { value: 9400, plus_minus: 180, source: 'estimated' }),
      ...(name === 'status' && { value: 'original', source: 'reported' }),
    })),
  },
  jws: 'a.b.c',
}
const openPage = () =>
  render(
    <MemoryRouter at="/passport#token=abc">
      <PassportPage />
    </MemoryRouter>,
  )
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

it('HLT-25 makes a link for the time that is chosen, shows it once with a QR code, and revokes it', async () => {
  const { calls } = await openHealth({
    [LINKS]: ({ method }) =>
      json(method === 'POST' ? { token: 'tok', links: [{ ...link, ...times }] } : { links: [] }),
    [`${LINKS}revoke/`]: () => json({ links: [] }),
  })
  expect(await screen.findByText('Zurzeit gilt kein Link.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Wie lange'), { target: { value: 'day' } })
  await press('Link anlegen')
  const code = await screen.findByRole('img', { name: 'QR-Code des Links' })
  expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/)
  expect(screen.getByText(/passport#token=tok$/)).toBeTruthy()
  const sent = calls.find(({ method, path }) => method === 'POST' && path === LINKS)
  expect(Object.fromEntries(sent?.form ?? [])).toEqual({ sn: '1001', lasts: 'day', with_serial: 'false' })
  await press(/^Widerrufen: gilt bis .* · ohne Seriennummer$/)
  await waitFor(() => expect(screen.getByText('Zurzeit gilt kein Link.')).toBeTruthy())
})

it('HLT-26 HLT-33 a link shows the values only when asked to, with what the maker must add, and claims no conformity', async () => {
  const calls = serve({ '/api/passport/': () => json(signed) })
  openPage()
  expect(calls).toEqual([])
  await press('Werte ansehen')
  const panel = await screen.findByRole('region', { name: 'Werte einer Batterie' })
  const text = plain((await within(panel).findByText(/^Das ist nicht|nicht der Batteriepass/)).textContent)
  expect(text).toContain('Den gibt der Hersteller heraus')
  expect(plain(panel.textContent)).toContain(
    'Energie der vollen Batterie9.400 ± 180 WhDatenpunkt 62 · geschätzt',
  )
  expect(plain(panel.textContent)).toContain('Innenwiderstand–Datenpunkt 66 · ergänzt der Hersteller')
  expect(plain(panel.textContent)).toContain('Seriennummer 1001.')
  expect(plain(panel.textContent)).toContain('Gemessen vom So, 01.06.2025 bis zum Di, 16.06.2026.')
  expect(calls.map(({ form }) => Object.fromEntries(form))).toEqual([{ token: 'abc' }])
})

it("HLT-34 a link says of an owner's own system that its values are from the owner's software, and of no other", async () => {
  serve({
    '/api/passport/': ({ form }) =>
      json({ ...signed, passport: { ...signed.passport, own_system: form.get('token') === 'abc' } }),
  })
  const router = showPage(PassportPage, { pathname: '/passport', hash: '#token=abc' })
  await press('Werte ansehen')
  await screen.findByText(/Die Werte kommen aus Software, die der Besitzer betreibt/)
  await act(() => router.navigate('/passport#token=other'))
  await press('Werte ansehen')
  await screen.findByText(/Seriennummer 1001\./)
  expect(screen.queryByText(/Software, die der Besitzer betreibt/)).toBeNull()
})

it('HLT-26 another link in the same tab shows nothing of the former, until it is asked to', async () => {
  const calls = serve({
    '/api/passport/': ({ form }) => (form.get('token') === 'abc' ? json(signed) : refusal('link_invalid')),
  })
  const router = showPage(PassportPage, { pathname: '/passport', hash: '#token=abc' })
  await press('Werte ansehen')
  await screen.findByText(/Seriennummer 1001\./)
  await act(() => router.navigate('/passport#token=over'))
  await screen.findByRole('button', { name: 'Werte ansehen' })
  expect(screen.queryByText(/Seriennummer 1001\./)).toBeNull()
  await press('Werte ansehen')
  await screen.findByText(/^Dieser Link gilt nicht oder nicht mehr/)
  await act(() => router.navigate('/passport#token=abc'))
  await press('Werte ansehen')
  await screen.findByText(/Seriennummer 1001\./)
  expect(calls.map(({ form }) => form.get('token'))).toEqual(['abc', 'over', 'abc'])
})

it('HLT-26 a link that is over says so', async () => {
  serve({ '/api/passport/': () => refusal('link_invalid') })
  openPage()
  await press('Werte ansehen')
  expect(await screen.findByText(/^Dieser Link gilt nicht oder nicht mehr/)).toBeTruthy()
})
