import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { ALERTS, SETTINGS, wireSettings } from '../../../../test/alerts.ts'
import { openAlerts } from '../../../../test/alertsPage.tsx'
import { asOwner } from '../../../../test/dashboard.tsx'
import { USER, wagner } from '../../../../test/identity/account.tsx'
import { json, refusal } from '../../../../test/wire.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'

asOwner()
beforeAll(() => loadNamespaces('alerts'))

it('ALR-16 ALR-15 has the settings as a table of topics and systems, whose switches act at once', async () => {
  const { calls } = openAlerts({
    [SETTINGS]: ({ method }) =>
      json(wireSettings(method === 'POST' ? { choices: wireSettings().choices.slice(1) } : {})),
    [`${ALERTS}quiet/`]: () => json(wireSettings({ quiet: false })),
  })
  const table = await screen.findByRole('table')
  expect(within(table).getAllByRole('switch')).toHaveLength(25)
  const claims = within(table).getByRole('row', { name: /^Übernahme/ })
  expect([...claims.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Übernahme/),
    'immer per E-Mail',
  ])
  fireEvent.click(within(table).getByRole('switch', { name: 'Störungen, E-Mail: L1' }))
  await waitFor(() =>
    expect(calls.some(({ method, path }) => method === 'POST' && path === SETTINGS)).toBe(true),
  )
  const { form } = calls.find(({ method }) => method === 'POST') ?? {}
  expect(Object.fromEntries(form ?? [])).toEqual({ sn: '1001', topic: 'fault', email: 'false' })
  fireEvent.click(screen.getByRole('switch', { name: /^Ruhezeit/ }))
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: /^Ruhezeit/ }).getAttribute('aria-checked')).toBe('false'),
  )
})

it('ALR-15 switches a topic at all systems at once, and says at how many it is on', async () => {
  const off = (sn: string | null, topic: string) => sn === '1002' && topic === 'fault'
  const choices = wireSettings().choices.map((one) => ({ ...one, email: !off(one.sn, one.topic) }))
  const { calls } = openAlerts({
    [SETTINGS]: ({ method }) => (method === 'POST' ? new Promise(() => {}) : json(wireSettings({ choices }))),
  })
  const all = await screen.findByRole('switch', { name: 'Störungen, E-Mail: alle Speicher, 2 von 3' })
  expect(all.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText('2 von 3')).toBeTruthy()
  fireEvent.click(all)
  const each = await screen.findAllByRole('switch', { name: /^Störungen, E-Mail:/, checked: true })
  expect(each).toHaveLength(4)
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  const { form } = calls.find(({ method }) => method === 'POST') ?? {}
  expect(Object.fromEntries(form ?? [])).toEqual({ sn: '-1', topic: 'fault', email: 'true' })
})

it.each([
  [false, /^Ihre E-Mail-Adresse ist nicht bestätigt/],
  [true, /^Der Server verschickt zurzeit keine E-Mails/],
  [null, /^Zurzeit erreichen Sie hierüber keine E-Mails/],
])('ALR-10 says why mails do not arrive: address confirmed %s', async (email_confirmed, words) => {
  openAlerts({
    [SETTINGS]: () => json(wireSettings({ reachable: false })),
    [USER]: () => (email_confirmed === null ? refusal('internal') : json({ ...wagner, email_confirmed })),
  })
  expect(await screen.findByText(words)).toBeTruthy()
})

it('ALR-16 says that nothing was saved, and that nothing could be loaded', async () => {
  openAlerts({
    [ALERTS]: () => refusal('internal'),
    [SETTINGS]: ({ method }) => (method === 'POST' ? refusal('unavailable') : json(wireSettings())),
  })
  expect(await screen.findByText(/^Die Hinweise lassen sich gerade nicht laden/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy()
  const [first] = screen.getAllByRole('switch', { name: /^Störungen, E-Mail:/ })
  if (first) fireEvent.click(first)
  expect(await screen.findByText(/^Das wurde nicht gespeichert/)).toBeTruthy()
})
