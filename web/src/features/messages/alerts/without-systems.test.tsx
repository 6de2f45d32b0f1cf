import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import {
  ALERTS,
  PUSH,
  RULES,
  SETTINGS,
  wireAlert,
  wirePush,
  wireRules,
  wireSettings,
} from '../../../../test/alerts.ts'
import { asOwner, DATA, plain } from '../../../../test/dashboard.tsx'
import { openOwnerPage } from '../../../../test/energy/ownerPage.tsx'
import { json, type serve } from '../../../../test/wire.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { Component } from './AlertsPage.tsx'

asOwner()
beforeAll(() => loadNamespaces('alerts'))

const ofAccount = { sn: null, topic: 'sign_in', email: true, push: true } as const
const settings = wireSettings({ choices: [ofAccount] })
const signIn = wireAlert({
  ...{ sn: null, cause: 'sign_in', topic: 'sign_in', code: null, notices: [] },
  over_at: '2026-06-18T07:00:00.000Z',
})

const open = (answers: Parameters<typeof serve>[0] = {}) =>
  openOwnerPage(
    Component,
    {
      [DATA]: () => json([]),
      [ALERTS]: () => json({ total: 1, open: 0, alerts: [signIn] }),
      [SETTINGS]: () => json(settings),
      [RULES]: () => json(wireRules()),
      [PUSH]: () => json(wirePush()),
      ...answers,
    },
    '/alerts',
  )

it('ALR-16 an owner without a system reads the alerts of the account', async () => {
  open()
  const list = await screen.findByRole('region', { name: 'Worauf wir Sie hinweisen' })
  const row = await within(list).findByRole('listitem')
  expect(plain(row.textContent)).toMatch(/Anmeldung von einem neuen Gerät.*Ihr Konto · .*09:00 Uhr/)
})

it('ALR-16 ALR-15 an owner without a system chooses what concerns the account, and reads when there is more', async () => {
  const { calls } = open({
    [SETTINGS]: ({ method }) =>
      json(method === 'POST' ? wireSettings({ choices: [{ ...ofAccount, email: false }] }) : settings),
  })
  const table = await screen.findByRole('table', { name: 'Was wir zu diesen Themen schicken' })
  const [head, ...rows] = within(table).getAllByRole('row')
  expect(head?.textContent).toBe('ThemaIhr Konto')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Übernahme durch andere.*immer per E-Mail$/),
    expect.stringMatching(/^Neue Anmeldung/),
  ])
  expect(screen.getByText(/^Weitere Themen wählen Sie hier, sobald/)).toBeTruthy()
  expect(screen.getByRole('switch', { name: /^Ruhezeit/ })).toBeTruthy()
  const choice = () => within(table).getByRole('switch', { name: 'Neue Anmeldung, E-Mail: Ihr Konto' })
  fireEvent.click(choice())
  await waitFor(() => expect(choice().getAttribute('aria-checked')).toBe('false'))
  const sent = calls.filter(({ method }) => method === 'POST').map(({ form }) => Object.fromEntries(form))
  expect(sent).toEqual([{ topic: 'sign_in', email: 'false' }])
})

it('ALR-16 ALR-18 an owner without a system sees which browsers show alerts, and has no rules to make', async () => {
  open()
  expect(await screen.findByRole('region', { name: 'Benachrichtigungen auf diesem Gerät' })).toBeTruthy()
  await screen.findByRole('table')
  expect(screen.queryByRole('region', { name: 'Eigene Regeln' })).toBeNull()
})

it('ALR-16 an owner without a system and without alerts reads no word of batteries that are well', async () => {
  open({ [ALERTS]: () => json({ total: 0, open: 0, alerts: [] }) })
  const none = await screen.findByText(/^Zu Ihrem Konto liegt kein Hinweis vor\./)
  expect(none.textContent).not.toMatch(/Ihren Speichern|Bisher/)
  expect(within(none).getByRole('link').getAttribute('href')).toBe('/settings')
})
