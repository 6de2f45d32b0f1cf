import { serialNumber } from '@kellersonne/core/systems/systems'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { message, nothing } from '../../../../test/energy/calendar.ts'
import { asked, CALENDAR, day, onCalendarPage, open, text } from '../../../../test/energy/calendarPage.tsx'
import { useAppState } from '../../../platform/state.ts'

onCalendarPage()

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
    const labels = screen.getAllByRole('gridcell').map((cell) => text(within(cell).getByRole('link')))
    expect(labels).toHaveLength(30)
    expect(labels[8]).toBe('Dienstag, 9. Juni, 44,8 kWh Sonne, 100 % Autarkie, 1 behobene Meldung')
    expect(labels[9]).toBe('Mittwoch, 10. Juni, 12,6 kWh Sonne, 71 % Autarkie, zu 62 % gemessen')
    expect(labels[10]).toBe('Donnerstag, 11. Juni, keine Werte')
    expect(labels[1]).toBe('Dienstag, 2. Juni, vor Ihrer Zeit')
    expect(labels[17]).toBe('Donnerstag, 18. Juni, heute, 44,8 kWh Sonne, 100 % Autarkie')
    expect(labels[18]).toBe('Freitag, 19. Juni, noch nicht')
  })

  it('GWY-41 says how much of a day was imported, beside what was measured of it', async () => {
    await open({
      days: { '2026-06-10': { measured: 0, imported: 62 }, '2026-06-11': { measured: 38, imported: 62 } },
    })
    expect(text(day('2026-06-10'))).toMatch(/ Autarkie, zu 62 % importiert$/)
    expect(text(day('2026-06-11'))).toMatch(/zu 38 % gemessen, zu 62 % importiert$/)
    fireEvent.focus(day('2026-06-10'))
    expect(screen.getByText(/^zu 62.% importiert$/)).toBeDefined()
  })

  it('CAL-02 CHT-10 a day with an update says so, and what each chip got', async () => {
    const parts = [
      { chip: 'bms', from: '2.4.0', to: '2.5.0', installed: true },
      { chip: 'gateway', from: null, to: '3.2.0', installed: false },
    ]
    const update = { sn: message('2026-06-09').sn, ended_at: '2026-06-09T10:02:00Z', parts }
    await open({ days: { '2026-06-09': { updates: [update] } } })
    expect(text(day('2026-06-09'))).toMatch(/, 1 Update$/)
    fireEvent.focus(day('2026-06-09'))
    const section = screen.getByRole('heading', { name: 'Updates' }).closest('section')
    expect(plain(section?.textContent)).toBe(
      'UpdatesBatteriemanagement 2.4.0 → 2.5.0 installiert. Kommunikation → 3.2.0 nicht installiert.L2 · 12:02 Uhr',
    )
    expect(within(screen.getByRole('list', { name: 'Legende' })).getByText('Update')).toBeDefined()
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
    expect(text(day('2026-03-29'))).toContain('Tag mit 23 Stunden')
    expect(day('2026-03-29').textContent).toContain('23\u00A0h')
    expect(screen.getByText('Tag mit 23 Stunden (Zeitumstellung)')).toBeDefined()
  })

  it('PRD-05 shows the system that is chosen', async () => {
    const { calls } = await open({ days: { '2026-06-09': { messages: [message('2026-06-09')] } } })
    fireEvent.focus(day('2026-06-09'))
    expect(screen.getByText(/^L2 · seit 12:00/)).toBeDefined()
    act(() => useAppState.setState({ active: serialNumber('1002') }))
    await waitFor(() => expect(asked(calls)).toContain(`${CALENDAR}?sn=1002&from_date=2026-06-01`))
    await waitFor(() => expect(screen.getByText(/^seit 12:00/)).toBeDefined())
    expect(day('2026-06-09').getAttribute('href')).toBe('/charts?date=2026-06-09&sn=1002')
  })

  it('CAL-02 all numbers are in a table for screen readers', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Juni 2026 in Zahlen' })
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(1 + 18 + 1)
    expect(plain(rows.at(-1)?.textContent)).toMatch(/^Ganzer Monat560 kWh/)
  })
})
