import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { ALERTS, RULES, SETTINGS, wireRule, wireRules, wireSettings } from '../../../../test/alerts.ts'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { openOwnerPage } from '../../../../test/energy/ownerPage.tsx'
import { json, refusal, type serve } from '../../../../test/wire.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { Component } from '../alerts/AlertsPage.tsx'

asOwner()
beforeAll(() => loadNamespaces('alerts'))

const found = { days: 30, fulfilled: 4, times: 4, share: 3.2, verdict: 'sometimes' }
const open = (answers: Parameters<typeof serve>[0] = {}) =>
  openOwnerPage(
    Component,
    {
      [ALERTS]: () => json({ total: 0, open: 0, alerts: [] }),
      [SETTINGS]: () => json(wireSettings()),
      [RULES]: () => json(wireRules(wireRule())),
      [`${RULES}preview/`]: () => json(found),
      ...answers,
    },
    '/alerts',
  )
const card = () => screen.findByRole('region', { name: 'Eigene Regeln' })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('ALR-29 lists rules in words, with whether they are fulfilled', async () => {
  open({
    [RULES]: () =>
      json(
        wireRules(
          wireRule(),
          wireRule({
            id: '00000000-0000-4000-8000-00000000000b',
            ...{ quantity: 'feed_in', comparison: 'above', threshold: 5000, minutes: 0 },
            fulfilled_since: '2026-06-18T07:00:00.000Z',
          }),
        ),
      ),
  })
  const rows = await within(await card()).findAllByRole('listitem')
  const [low, fed] = rows.map(({ textContent }) => plain(textContent))
  expect(low).toMatch(/^Ladezustand unter 20 %, 10 Minuten lang.* · zurzeit nicht erfüllt/)
  expect(fed).toMatch(/^Einspeisung über 5.000 W.* · erfüllt seit .*09:00 Uhr/)
})

it('ALR-29 ALR-28 checks a rule by the last month before it saves it, and anew once it is changed', async () => {
  const { calls } = open()
  await press('Regel anlegen')
  type('Grenze in %', '20')
  await press('Prüfen')
  expect(await screen.findByText('Hätte Ihnen in den letzten 30 Tagen 4-mal geschrieben.')).toBeTruthy()
  type('Wie lange', '30')
  expect(screen.queryByText(/^Hätte Ihnen/)).toBeNull()
  await press('Prüfen')
  await press('Speichern')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.filter(({ method, path }) => method === 'POST' && path.startsWith(RULES))
  expect(sent.map(({ path }) => path)).toEqual([`${RULES}preview/`, `${RULES}preview/`, RULES])
  expect(Object.fromEntries(sent.at(-1)?.form ?? [])).toEqual({
    ...{ sn: '1001', quantity: 'soc', comparison: 'below', threshold: '20', minutes: '30' },
  })
})

it('ALR-29 ALR-28 warns of a rule that would be fulfilled nearly always', async () => {
  open({ [`${RULES}preview/`]: () => json({ ...found, share: 97, verdict: 'always', times: 1 }) })
  await press('Regel anlegen')
  type('Grenze in %', '100')
  await press('Prüfen')
  const text = await screen.findByText(/fast immer erfüllt/)
  expect(text.closest('[role="alert"]')).toBeTruthy()
})

it('ALR-29 ALR-28 PRD-06 counts in words that fit one and none', async () => {
  let times = 1
  open({ [`${RULES}preview/`]: () => json({ ...found, days: 0.3, share: 97, verdict: 'always', times }) })
  await press('Regel anlegen')
  type('Grenze in %', '100')
  await press('Prüfen')
  expect(plain((await screen.findByText(/fast immer erfüllt/)).textContent)).toBe(
    'Wäre in den letzten 24 Stunden fast immer erfüllt gewesen (97 % der Zeit) und hätte Ihnen einmal geschrieben.',
  )
  times = 0
  type('Grenze in %', '99')
  await press('Prüfen')
  await screen.findByText(/hätte Ihnen kein einziges Mal geschrieben\.$/)
})

it('ALR-29 does not call a rule that was just made unfulfilled before it was judged', async () => {
  open({ [RULES]: () => json(wireRules(wireRule({ created_at: new Date().toISOString() }))) })
  await screen.findByText(/wird mit dem nächsten Messwert geprüft/)
  expect(screen.queryByText(/zurzeit nicht erfüllt/)).toBeNull()
})

it('ALR-29 ALR-28 says that nothing was measured', async () => {
  const nothing = { days: 0.1, fulfilled: 0, times: 0, share: null, verdict: null }
  open({ [`${RULES}preview/`]: () => json(nothing) })
  await press('Regel anlegen')
  type('Grenze in %', '20')
  await press('Prüfen')
  await screen.findByText('Dazu gibt es noch keine Messwerte.')
})

it('ALR-29 ALR-25 says what is wrong with a threshold, and that a battery does not send a value', async () => {
  open({ [`${RULES}preview/`]: () => refusal('input_invalid', { errors: { quantity: 'unknown' } }) })
  await press('Regel anlegen')
  await press('Prüfen')
  expect(screen.getByText(/^Bitte eine ganze Zahl/)).toBeTruthy()
  type('Grenze in %', '101')
  await press('Prüfen')
  expect(screen.getByText(/^Darüber liegt/)).toBeTruthy()
  type('Wert', 'pv')
  type('Grenze in W', '500')
  await press('Prüfen')
  expect(await screen.findByText(/^Diesen Wert schickt/)).toBeTruthy()
})

it('ALR-30 says that a rule has been changed in another window, and shows how it is now', async () => {
  let asked = 0
  open({
    [RULES]: ({ method }) => {
      if (method === 'POST') return refusal('rule_gone')
      asked += 1
      return json(wireRules(wireRule({ threshold: asked === 1 ? 20 : 35 })))
    },
  })
  await press(/^Ändern/)
  type('Grenze in %', '30')
  await press('Prüfen')
  await press('Speichern')
  expect(await screen.findByText(/^Diese Regel gibt es nicht mehr/)).toBeTruthy()
  await press('Abbrechen')
  expect(await screen.findByText(/unter 35/)).toBeTruthy()
})
