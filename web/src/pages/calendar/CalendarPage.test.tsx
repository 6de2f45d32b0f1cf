import { serialNumber, TOTAL } from '@kellersonne/core/systems'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendar, message, nothing } from '../../../test/calendar.ts'
import { asOwner, LIVE, plain, screenOf, three } from '../../../test/dashboard.tsx'
import { wire } from '../../../test/systems.ts'
import { json, refusal, serve } from '../../../test/wire.ts'
import { loader } from '../../data/live.ts'
import { learn } from '../../i18n/i18n.ts'
import { useAppState } from '../../state.ts'
import { Component } from './CalendarPage.tsx'

const CALENDAR = '/api/auth/calendar/'
const TODAY = '2026-06-18'

beforeAll(() => learn('charts'))
asOwner()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T09:42:00Z`) })
})

type Days = Parameters<typeof calendar>[3]

/** The page as the owner of three systems sees it in the middle of June. */
async function open({ search = '', days = {} as Days } = {}) {
  const gate: { hold: Promise<void> | null; fails: boolean } = { hold: null, fails: false }
  const heard = serve({
    [LIVE]: () => new Response(`event: data\ndata: ${JSON.stringify(wire(...three()))}\n\n`),
    [CALENDAR]: async ({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      if (gate.hold) await gate.hold
      if (gate.fails) return refusal('unavailable')
      const sn = three().find((system) => system.sn === query.get('sn'))?.sn ?? TOTAL
      return json(calendar(sn, query.get('from_date') ?? '', TODAY, days))
    },
  })
  useAppState.setState({ active: TOTAL, systems: [...three(), { sn: TOTAL, phase: TOTAL }] })
  const table = [
    { path: '/calendar', Component },
    { path: '/charts', element: <p>charts</p> },
  ]
  const router = createMemoryRouter(table, { initialEntries: [`/calendar${search}`] })
  render(<RouterProvider router={router} />)
  loader()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
  const address = () => router.state.location.pathname + router.state.location.search
  return { heard, gate, router, address }
}

function day(date: string): HTMLElement {
  const cell = document.querySelector<HTMLElement>(`[data-day="${date}"]`)
  if (!cell) throw new Error(`no ${date}`)
  return cell
}
const asked = (heard: { path: string }[]) =>
  heard.map(({ path }) => path).filter((path) => path.startsWith(CALENDAR))
const selected = () => within(screen.getByRole('gridcell', { selected: true })).getByRole('link')
const months = () => screen.getByRole('grid').getAttribute('aria-label')
/** A day's cell in words. */
const said = (cell: Element) => plain(cell.querySelector('.visually-hidden')?.textContent)
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

describe('the calendar', () => {
  it('CAL-01 CAL-02 each day says its yield, its self-sufficiency and what happened', async () => {
    const resolved = message('2026-06-09', { resolved_at: '2026-06-09T10:02:00Z' })
    await open({
      days: {
        '2026-06-09': { messages: [resolved] },
        '2026-06-10': { pv: 12_600, self_sufficiency: 71, measured: 62 },
        '2026-06-11': { ...nothing, measured: 0 },
        '2026-06-02': nothing,
      },
    })
    expect(screen.getAllByRole('columnheader')[0]?.getAttribute('abbr')).toBe('Montag')
    const labels = screen.getAllByRole('gridcell').map((cell) => said(within(cell).getByRole('link')))
    expect(labels).toHaveLength(30)
    expect(labels[8]).toBe('Dienstag, 9. Juni, 44,8 kWh Sonne, 100 % Autarkie, 1 behobene Meldung')
    expect(labels[9]).toBe('Mittwoch, 10. Juni, 12,6 kWh Sonne, 71 % Autarkie, zu 62 % gemessen')
    expect(labels[10]).toBe('Donnerstag, 11. Juni, keine Werte')
    expect(labels[1]).toBe('Dienstag, 2. Juni, vor Ihrer Zeit')
    expect(labels[17]).toBe('Donnerstag, 18. Juni, heute, 44,8 kWh Sonne, 100 % Autarkie')
    expect(labels[18]).toBe('Freitag, 19. Juni, noch nicht')
  })

  it('CAL-02 CHT-10 a day with an update says so, and what each chip got', async () => {
    const parts = [
      { chip: 'bms', from: '2.4.0', to: '2.5.0', installed: true },
      { chip: 'gateway', from: null, to: '3.2.0', installed: false },
    ]
    const update = { sn: message('2026-06-09').sn, ended_at: '2026-06-09T10:02:00Z', parts }
    await open({ days: { '2026-06-09': { updates: [update] } } })
    expect(said(day('2026-06-09'))).toMatch(/, 1 Update$/)
    fireEvent.focus(day('2026-06-09'))
    const section = screen.getByRole('heading', { name: 'Updates' }).closest('section')
    expect(plain(section?.textContent)).toBe(
      'UpdatesBatteriemanagement 2.4.0 → 2.5.0 installiert. Kommunikation → 3.2.0 nicht installiert.L2 · 12:02 Uhr',
    )
    expect(within(screen.getByRole('list', { name: 'Legende' })).getByText('Update')).toBeDefined()
  })

  it('CAL-02 a click opens the chart of that day, and the way back leads to it', async () => {
    const { address, router } = await open()
    fireEvent.click(day('2026-06-09'))
    await screen.findByText('charts')
    expect(address()).toBe('/charts?date=2026-06-09&sn=-1&balance=1')
    await act(() => router.navigate(-1))
    expect(address()).toBe('/calendar?date=2026-06-09')
  })

  it('CAL-02 a day to come opens nothing', async () => {
    const { address } = await open()
    fireEvent.click(day('2026-06-25'))
    expect(screen.getByText('Dieser Tag liegt noch vor uns.')).toBeDefined()
    await waitFor(() => expect(address()).toBe('/calendar?date=2026-06-25'))
    act(() => selected().focus())
    press('Enter')
    press('ArrowLeft')
    await waitFor(() => expect(address()).toBe('/calendar?date=2026-06-24'))
  })

  it('CAL-02 on a phone a tap tells of the day, and from there it leads to the chart', async () => {
    screenOf(390)
    const { address } = await open()
    fireEvent.click(day('2026-06-09'))
    await waitFor(() => expect(address()).toBe('/calendar?date=2026-06-09'))
    expect(screen.getByRole('heading', { name: 'Dienstag, 9. Juni' })).toBeDefined()
    fireEvent.click(screen.getByRole('link', { name: 'Tag im Diagramm' }))
    await waitFor(() => expect(address()).toBe('/charts?date=2026-06-09&sn=-1&balance=1'))
  })

  it('CAL-01 the keyboard of a grid: the focus goes with the day, also into another month', async () => {
    const { address } = await open()
    act(() => selected().focus())
    press('ArrowLeft')
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-06-17')
    press('Home')
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-06-15')
    press('PageUp')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-05-15'))
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1)
    await waitFor(() => expect(address()).toBe('/calendar?date=2026-05-15'))
    press('Enter')
    await waitFor(() => expect(address()).toBe('/charts?date=2026-05-15&sn=-1&balance=1'))
  })

  it('CAL-01 no key is lost while the address changes', async () => {
    const { address, router } = await open()
    act(() => selected().focus())
    press('ArrowLeft')
    let pressed = false
    router.subscribe(({ location }) => {
      if (pressed || location.search !== '?date=2026-06-17') return
      pressed = true
      press('ArrowLeft')
    })
    await waitFor(() => expect(address()).toBe('/calendar?date=2026-06-16'))
  })

  it('CAL-01 the way back leads to the month before, and stays there', async () => {
    const { address, router } = await open({ search: `?date=${TODAY}` })
    for (const date of ['2026-05-18', '2026-04-18']) {
      fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
      await waitFor(() => expect(address()).toBe(`/calendar?date=${date}`))
      await waitFor(() => expect(selected().getAttribute('data-day')).toBe(date))
    }
    await act(() => router.navigate(-1))
    await waitFor(() => expect(months()).toBe('Mai 2026'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(months()).toBe('Juni 2026'))
  })

  it('CAL-01 the month shown stays until the next is there', async () => {
    const { gate } = await open()
    let release = () => {}
    gate.hold = new Promise((resolve) => {
      release = resolve
    })
    fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
    expect(screen.getByRole('heading', { name: 'Mai 2026' })).toBeDefined()
    expect([months(), screen.getByRole('grid').getAttribute('aria-busy')]).toEqual(['Juni 2026', 'true'])
    expect(day('2026-06-09')).toBeDefined()
    release()
    await waitFor(() => expect(months()).toBe('Mai 2026'))
    expect(day('2026-05-18')).toBe(selected())
  })

  it('CAL-01 the month before has come before it is looked at', async () => {
    const { heard } = await open()
    await waitFor(() => expect(asked(heard)).toContain(`${CALENDAR}?sn=-1&from_date=2026-05-01`))
    expect(asked(heard).some((path) => path.includes('2026-07'))).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
    await waitFor(() => expect(months()).toBe('Mai 2026'))
  })

  it('CAL-01 no step leads into the future, one leads to today', async () => {
    await open({ search: '?date=2026-05-09' })
    fireEvent.click(screen.getByRole('button', { name: 'Nächster Monat' }))
    await waitFor(() => expect(months()).toBe('Juni 2026'))
    fireEvent.click(screen.getByRole('button', { name: 'Nächster Monat' }))
    expect(screen.getByRole('heading', { name: 'Juni 2026' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Nächster Monat' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Heute' }))
    expect(selected().getAttribute('data-day')).toBe(TODAY)
  })

  it('CAL-01 a month can be picked, but none to come', async () => {
    await open()
    const pick = (name: string) => screen.getByRole('button', { name, hidden: true })
    expect(pick('Juli 2026').hasAttribute('disabled')).toBe(true)
    fireEvent.click(pick('Februar 2026'))
    await waitFor(() => expect(months()).toBe('Februar 2026'))
  })

  it('CAL-02 the month so far: yield, consumption, feed-in, import and self-sufficiency', async () => {
    await open()
    const card = screen.getByRole('heading', { name: 'Juni bisher' }).closest('section')
    expect(plain(card?.textContent)).toContain('560 kWh Sonne91 % Autarkie')
    const terms = within(card ?? document.body).getAllByRole('term')
    expect(terms.map((term) => term.textContent)).toEqual([
      'Verbrauch',
      'Geladen / entladen',
      'Einspeisung',
      'Netzbezug',
    ])
  })

  it('CHT-07 days of 23 and 25 hours say so', async () => {
    await open({ search: '?date=2026-03-29' })
    expect(said(day('2026-03-29'))).toContain('Tag mit 23 Stunden')
    expect(day('2026-03-29').textContent).toContain('23\u00A0h')
    expect(screen.getByText('Tag mit 23 Stunden (Zeitumstellung)')).toBeDefined()
  })

  it('CAL-01 a broken address falls back and says so', async () => {
    await open({ search: '?date=2026-02-30' })
    expect(screen.getByText(/Das Datum in der Adresse/)).toBeDefined()
    expect(selected().getAttribute('data-day')).toBe(TODAY)
    fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
    expect(screen.queryByText(/Das Datum in der Adresse/)).toBeNull()
  })

  it('PRD-05 shows the system that is chosen', async () => {
    const { heard } = await open({ days: { '2026-06-09': { messages: [message('2026-06-09')] } } })
    fireEvent.focus(day('2026-06-09'))
    expect(screen.getByText(/^L2 · seit 12:00/)).toBeDefined()
    act(() => useAppState.setState({ active: serialNumber('1002') }))
    await waitFor(() => expect(asked(heard)).toContain(`${CALENDAR}?sn=1002&from_date=2026-06-01`))
    await waitFor(() => expect(screen.getByText(/^seit 12:00/)).toBeDefined())
    expect(day('2026-06-09').getAttribute('href')).toBe('/charts?date=2026-06-09&sn=1002')
  })

  it('API-09 a month that cannot come says why, and comes on another try', async () => {
    const { gate } = await open({ search: '?date=2026-04-09' })
    gate.fails = true
    fireEvent.click(screen.getByRole('button', { name: 'Januar 2026', hidden: true }))
    const alert = await screen.findByText(/Die Werte lassen sich nicht laden/)
    expect(alert).toBeDefined()
    gate.fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    await waitFor(() => expect(months()).toBe('Januar 2026'))
    expect(screen.queryByText(/Die Werte lassen sich nicht laden/)).toBeNull()
  })

  it('CAL-02 all numbers stand in a table for who hears the page', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Juni 2026 in Zahlen' })
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(1 + 18 + 1)
    expect(plain(rows.at(-1)?.textContent)).toMatch(/^Ganzer Monat560 kWh/)
  })
})
