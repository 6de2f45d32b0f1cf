import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, plain } from '../../../test/dashboard.tsx'
import { listed, openMessages, systemWith } from '../../../test/messages.tsx'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { LivePage } from '../live/LivePage.tsx'
import { LastMessages } from './last/LastMessages.tsx'

asOwner()

const Page = () => (
  <LivePage loading={null} banners={false}>
    {({ view }) => <LastMessages view={view} />}
  </LivePage>
)

async function openFirst() {
  const [row] = await screen.findAllByRole('listitem')
  const button = within(row ?? document.body).getByRole('button')
  act(() => button.focus())
  fireEvent.click(button)
  return screen.findByRole('dialog')
}

const facts = () => {
  const terms = within(screen.getByRole('dialog')).getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, plain(term.nextElementSibling?.textContent)]),
  )
}

it('ENT-06 says what it means, what follows, what to do and when to call for help, and all about it', async () => {
  await openMessages(
    Page,
    [systemWith(1, {}), systemWith(2, { i2: 95 })],
    [listed('1002', 'i2', 95, null, 3)],
  )
  const dialog = await openFirst()
  expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe('Starker Überstrom erkannt.')
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent),
  ).toEqual(['Was das bedeutet', 'Was daraus folgt', 'Was Sie tun können', 'Wann Sie Hilfe rufen sollten'])
  expect(within(dialog).getByText(/Schalten Sie große Verbraucher aus/)).toBeDefined()
  await waitFor(() =>
    expect(facts()).toEqual({
      System: 'L2 · Seriennummer 1002',
      Stand: 'offen',
      Seit: expect.stringMatching(/\d\d:\d\d Uhr$/),
      Dauer: expect.stringMatching(/^1 h 3\d min$/),
      'Wie oft': '3-mal',
      'Code am Gerät': 'I>>',
    }),
  )
})

it('ENT-06 says so when it is resolved while one reads it', async () => {
  const { push, answer } = await openMessages(Page, [systemWith(1, { i2: 20 })], [listed('1001', 'i2', 20)])
  const dialog = await openFirst()
  expect(within(dialog).getByRole('status').textContent).toBe('')
  answer([listed('1001', 'i2', 20, 0)])
  push([systemWith(1, {})])
  await waitFor(() =>
    expect(within(dialog).getByRole('status').textContent).toBe(
      'Diese Meldung besteht inzwischen nicht mehr.',
    ),
  )
  await waitFor(() => expect(facts()).toMatchObject({ Stand: 'behoben', Dauer: '20 min' }))
  expect(Object.keys(facts())).toContain('Bis')
})

it('ENT-06 one that is over says nothing of having just ended', async () => {
  await openMessages(Page, [systemWith(1, {})], [listed('1001', 'u', null, 30, null)])
  const dialog = await openFirst()
  expect(within(dialog).getByRole('status').textContent).toBe('')
  expect(facts()).toMatchObject({
    Begonnen: 'schon bevor der Speicher zu Ihrem Konto gehörte',
    Stand: 'behoben',
  })
  expect(Object.keys(facts())).not.toContain('Dauer')
})

it('ENT-06 closes by its button and by Escape', async () => {
  await openMessages(Page, [systemWith(1, { i2: 20 })])
  const dialog = await openFirst()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Schließen' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent(await openFirst(), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['de', /Nummer 4711/, 'Schließen'],
  ['en', /number 4711/, 'Close'],
] as const)(
  'ENT-06 what nobody knows is explained as far as it can be: %s',
  async (language, text, close) => {
    await act(() => setLanguage(language))
    await openMessages(Page, [systemWith(1, { '4711': 5, 'X-9': 6 })])
    for (const row of await screen.findAllByRole('listitem')) {
      fireEvent.click(within(row).getByRole('button'))
      const dialog = await screen.findByRole('dialog')
      const shown = [...dialog.querySelectorAll('section p')].map((p) => p.textContent ?? '')
      expect(shown).toHaveLength(4)
      expect(shown.join(' ')).toMatch(row.textContent?.startsWith('4711') ? text : /X-9/)
      expect(shown.join(' ')).not.toMatch(/about\.|\{\{/)
      fireEvent.click(within(dialog).getByRole('button', { name: close }))
    }
  },
)
