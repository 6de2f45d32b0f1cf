import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { ALERTS, wireAlert } from '../../../../test/alerts.ts'
import { alertPage, openAlerts } from '../../../../test/alertsPage.tsx'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { AlertNews } from './AlertNews.tsx'
import { Component as MutePage } from './MutePage.tsx'

asOwner()
beforeAll(() => loadNamespaces('alerts'))

it('ALR-16 shows of each alert what, where, since when, what was sent, and where help is', async () => {
  const over = { over_at: '2026-06-18T08:10:00.000Z', ended_at: '2026-06-18T08:00:00.000Z' }
  openAlerts({
    [ALERTS]: () =>
      json(
        alertPage(
          wireAlert(),
          wireAlert({
            id: '00000000-0000-4000-8000-000000000002',
            cause: 'silent',
            topic: 'silent',
            code: null,
            share: 41,
            hold: 'quiet',
            notices: [],
          }),
          wireAlert({
            id: '00000000-0000-4000-8000-000000000003',
            sn: null,
            cause: 'sign_in',
            topic: 'sign_in',
            code: null,
            over_at: over.over_at,
            notices: [],
          }),
          wireAlert({
            id: '00000000-0000-4000-8000-000000000004',
            cause: 'warning',
            topic: 'warning',
            code: 'u',
            ...over,
          }),
        ),
      ),
  })
  const list = await screen.findByRole('region', { name: 'Worauf wir Sie hinweisen' })
  const rows = await within(list).findAllByRole('listitem')
  const [fault, silent, signIn, warning] = rows.map(({ textContent }) => plain(textContent))
  expect(fault).toMatch(/Störung „Relay!“.*seit .*09:00 Uhr · besteht/)
  expect(fault).toMatch(/E-Mail an anna@example.org geschickt \(.*09:01 Uhr\)\./)
  expect(silent).toContain('Mindestens 41 % aller Speicher')
  expect(silent).toContain('Gemeldet erst nach der Ruhezeit')
  expect(signIn).toContain('Ihr Konto')
  expect(warning).toMatch(/09:00 Uhr bis .*10:00 Uhr · vorbei/)
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/dashboard/messages?sn=1001')
  expect(within(list).getAllByRole('combobox')).toHaveLength(2)
})

it('ALR-37 shows of sign-ins that one alert stands for how many there were, and when the last was', async () => {
  const many = { sn: null, cause: 'sign_in', topic: 'sign_in', code: null, count: 11 } as const
  openAlerts({ [ALERTS]: () => json(alertPage(wireAlert({ ...many, over_at: '2026-06-18T07:00:00.000Z' }))) })
  const list = await screen.findByRole('region', { name: 'Worauf wir Sie hinweisen' })
  const [row] = await within(list).findAllByRole('listitem')
  expect(plain(row?.textContent)).toMatch(/11 Anmeldungen von neuen Geräten.*zuletzt .*09:00 Uhr/)
})

it('ALR-36 shows of a storm how strong, when and what helps, until it begins, and then that it has passed', async () => {
  const storm = { gust: 28, gust_at: '2026-06-19T15:00:00.000Z', soc: 63 }
  const at = (begins_at: string, ends_at: string, more: object = {}) =>
    wireAlert({
      ...{ id: `00000000-0000-4000-8000-${begins_at.slice(8, 13).replace('T', '').padStart(12, '0')}` },
      ...{ cause: 'storm', topic: 'outlook', code: null, notices: [] },
      storm: { ...storm, begins_at, ends_at, ...more },
    })
  openAlerts({
    [ALERTS]: () =>
      json(
        alertPage(
          at('2026-06-19T13:00:00.000Z', '2026-06-19T17:00:00.000Z'),
          at('2026-06-19T14:00:00.000Z', '2026-06-19T17:00:00.000Z', { soc: null }),
          at('2026-06-18T09:00:00.000Z', '2026-06-18T17:00:00.000Z'),
          at('2026-06-18T02:00:00.000Z', '2026-06-18T05:00:00.000Z'),
        ),
      ),
  })
  const list = await screen.findByRole('region', { name: 'Worauf wir Sie hinweisen' })
  const rows = await within(list).findAllByRole('listitem')
  const [ahead, unknown, raging, passed] = rows.map(({ textContent }) => plain(textContent))
  expect(ahead).toContain('Sturm vorhergesagt')
  expect(ahead).toMatch(/Böen bis 101 km\/h, 19\. Juni, 15:00 Uhr bis 19\. Juni, 19:00 Uhr\./)
  expect(ahead).toContain('Ladezustand zu Beginn voraussichtlich 63 %.')
  expect(unknown).not.toContain('Ladezustand')
  for (const text of [ahead, unknown])
    expect(text).toContain('Falls Ihre Anlage das Haus dann weiter versorgen kann')
  for (const text of [raging, passed]) expect(text).not.toMatch(/Ladezustand|Falls Ihre Anlage/)
  for (const text of [ahead, unknown, raging, passed]) expect(text).toContain('keine amtliche Warnung')
  expect([ahead, raging, passed].map((text) => / · (besteht|vorbei)/.exec(text ?? '')?.[1])).toEqual([
    ...['besteht', 'besteht', 'vorbei'],
  ])
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/dashboard/batteries')
})

it('ALR-07 mutes an alert and unmutes it', async () => {
  let muted: string | null = null
  const { calls } = openAlerts({
    [ALERTS]: () => json(alertPage(wireAlert({ muted_until: muted }))),
    [`${ALERTS}mute/`]: ({ form }) => {
      muted = form.get('mute') === 'none' ? null : '9999-01-01T00:00:00.000Z'
      return json(wireAlert({ muted_until: muted }))
    },
  })
  fireEvent.change(await screen.findByLabelText(/^Stumm schalten: Störung „Relay!“/), {
    target: { value: 'resolved' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Wieder melden' }))
  expect(await screen.findByLabelText(/^Stumm schalten/)).toBeTruthy()
  const sent = calls.filter(({ path }) => path.endsWith('mute/')).map(({ form }) => form.get('mute'))
  expect(sent).toEqual(['resolved', 'none'])
})

it('ALR-16 without alerts does not say that all is well', async () => {
  openAlerts({ [ALERTS]: () => json(alertPage()) })
  const none = await screen.findByText(/^Bisher gab es keinen Hinweis/)
  expect(none.textContent).not.toMatch(/in Ordnung|alles gut|störungsfrei/)
})

it('ALR-16 the bell counts what is open, and knows when it does not', async () => {
  serve({ [ALERTS]: () => json(alertPage(wireAlert())) })
  const setOpen = vi.fn()
  render(<AlertNews setOpen={setOpen} />, { wrapper: MemoryRouter })
  expect(screen.getByText('Noch nicht bekannt.')).toBeTruthy()
  expect(await screen.findByText('1 offener Hinweis')).toBeTruthy()
  expect(setOpen).toHaveBeenLastCalledWith(1)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/alerts')
})

it('ALR-07 the link in a mail mutes by a button, for the time that is chosen', async () => {
  const calls = serve({ '/api/alerts/mute/': () => json({ muted: 2 }) })
  render(
    <MemoryRouter at="/alerts/mute#token=abc">
      <MutePage />
    </MemoryRouter>,
  )
  expect(calls).toEqual([])
  fireEvent.change(screen.getByLabelText('Wie lange'), { target: { value: 'hour' } })
  fireEvent.click(screen.getByRole('button', { name: 'Stumm schalten' }))
  expect(await screen.findByText('Stumm geschaltet.')).toBeTruthy()
  expect(calls.map(({ form }) => Object.fromEntries(form))).toEqual([{ token: 'abc', mute: 'hour' }])
})

it('ALR-07 a link that is not valid says so', async () => {
  serve({ '/api/alerts/mute/': () => refusal('link_invalid') })
  render(
    <MemoryRouter at="/alerts/mute#token=abc">
      <MutePage />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stumm schalten' }))
  expect(await screen.findByText(/^Dieser Link gilt nicht/)).toBeTruthy()
})
