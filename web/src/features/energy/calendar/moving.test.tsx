import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { screenOf } from '../../../../test/dashboard.tsx'
import {
  asked,
  CALENDAR,
  day,
  months,
  onCalendarPage,
  open,
  press,
  selected,
  TODAY,
} from '../../../../test/energy/calendarPage.tsx'

onCalendarPage()

describe('the calendar', () => {
  it('CAL-02 a click opens the chart of that day, and the way back leads to it', async () => {
    const { address, router } = await open()
    fireEvent.click(day('2026-06-09'))
    await screen.findByText('charts')
    expect(address()).toBe('/charts?date=2026-06-09&sn=-1')
    await act(() => router.go(-1))
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

  it('CAL-02 PRD-02 on a phone the time zone is there, a tap shows the day, and from there it leads to the chart', async () => {
    screenOf(390)
    const { address } = await open()
    expect(screen.getByText('Zeitzone: Europe/Berlin')).toBeDefined()
    fireEvent.click(day('2026-06-09'))
    await waitFor(() => expect(address()).toBe('/calendar?date=2026-06-09'))
    expect(screen.getByRole('heading', { name: 'Dienstag, 9. Juni' })).toBeDefined()
    fireEvent.click(screen.getByRole('link', { name: 'Tag im Diagramm' }))
    await waitFor(() => expect(address()).toBe('/charts?date=2026-06-09&sn=-1'))
  })

  it('CAL-02 the suns of each month are measured by its own best day', async () => {
    const sun = (date: string) => day(date).querySelector('[viewBox="-1 -1 2 1"] path')?.getAttribute('d')
    await open({ days: { '2026-06-09': { pv: 4 * 44_800 } } })
    expect(sun('2026-06-10')).toMatch(/^M-0\.5 /)
    act(() => selected().focus())
    press('PageUp')
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
    expect(sun('2026-05-10')).toMatch(/^M-1 /)
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
    await waitFor(() => expect(address()).toBe('/charts?date=2026-05-15&sn=-1'))
  })

  it.each([
    ['on', 'ArrowLeft', '2026-06-16'],
    ['back to where it was', 'ArrowRight', TODAY],
  ])('CAL-01 no key is lost while the address changes: one that leads %s', async (_, key, date) => {
    const { address, router } = await open({ search: `?date=${TODAY}` })
    act(() => selected().focus())
    press('ArrowLeft')
    let pressed = false
    router.subscribe(({ location }) => {
      if (pressed || location.search !== '?date=2026-06-17') return
      pressed = true
      press(key)
    })
    await waitFor(() => expect(pressed).toBe(true))
    await waitFor(() => expect(address()).toBe(`/calendar?date=${date}`))
    await waitFor(() => expect(selected().getAttribute('data-day')).toBe(date))
  })

  it('CAL-01 the way back leads to the month before, and stays there', async () => {
    const { address, router } = await open({ search: `?date=${TODAY}` })
    for (const date of ['2026-05-18', '2026-04-18']) {
      fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
      await waitFor(() => expect(address()).toBe(`/calendar?date=${date}`))
      await waitFor(() => expect(selected().getAttribute('data-day')).toBe(date))
    }
    await act(() => router.go(-1))
    await waitFor(() => expect(months()).toBe('Mai 2026'))
    await act(() => router.go(-1))
    await waitFor(() => expect(months()).toBe('Juni 2026'))
  })

  it('CAL-01 the way back is not undone, however soon it is taken', async () => {
    const { router } = await open({ search: `?date=${TODAY}` })
    // Before the next page has been rendered.
    const end = router.subscribe(({ location }) => {
      if (location.search !== '?date=2026-05-18') return
      end()
      router.go(-1)
    })
    fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
    await waitFor(() => expect(months()).toBe('Mai 2026'))
    await waitFor(() => expect(months()).toBe('Juni 2026'))
    expect(selected().getAttribute('data-day')).toBe(TODAY)
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
    const { calls } = await open()
    await waitFor(() => expect(asked(calls)).toContain(`${CALENDAR}?sn=-1&from_date=2026-05-01`))
    expect(asked(calls).some((path) => path.includes('2026-07'))).toBe(false)
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

  it('CAL-01 a broken address falls back and says so', async () => {
    await open({ search: '?date=2026-02-30' })
    expect(screen.getByText(/Das Datum in der Adresse/)).toBeDefined()
    expect(selected().getAttribute('data-day')).toBe(TODAY)
    fireEvent.click(screen.getByRole('button', { name: 'Voriger Monat' }))
    expect(screen.queryByText(/Das Datum in der Adresse/)).toBeNull()
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
})
