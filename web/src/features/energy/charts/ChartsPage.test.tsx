import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { chart, graphs, onChartsPage, open, server } from '../../../../test/energy/chartsPage.tsx'
import { graph, graphWithoutForecasts } from '../../../../test/energy/graph.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'

onChartsPage()
const rows = () => screen.getAllByRole('row').map((row) => plain(row.textContent))

describe('the chart', () => {
  it('CHT-02 asks for powers of today by quarters and means', async () => {
    await open('?sn=-1')
    await chart()
    expect(Object.fromEntries(graphs()[0] ?? [])).toMatchObject({
      sn: '-1',
      interval: 'Day',
      resolution: 'quarter',
      method: 'mean',
      series: 'm4,m2,m5,load',
    })
  })

  it('CHT-03 asks for each series by a method that makes sense of it', async () => {
    await open('?date=2026-06-09&seriesSelected=m0,m7,m6&method=max')
    await chart()
    const asked = graphs().map((query) => [query.get('method'), query.get('series')])
    expect(asked).toContainEqual(['max', 'm4,m2,m5,load,m6'])
    expect(asked).toContainEqual(['sum', 'm7'])
    const methods = within(screen.getByLabelText('Methode')).getAllByRole('option')
    expect(methods.every((option) => !option.hasAttribute('disabled'))).toBe(true)
    expect(
      within(screen.getByLabelText('Auflösung')).getByRole('option', { name: /Monat · zu lang/ }),
    ).toHaveProperty('disabled', true)
  })

  it('CHT-06 balances the total until it is asked not to, and labels what it averages and what it sums', async () => {
    const router = await open('?date=2026-06-09&sn=-1')
    await chart()
    const list = screen.getByRole('region', { name: 'Reihen' })
    await waitFor(() => expect(plain(list.textContent)).toContain('NetzleistungSumme'))
    fireEvent.click(screen.getByRole('switch', { name: 'Bilanz' }))
    await waitFor(() => expect(plain(list.textContent)).toContain('NetzleistungMittel'))
    expect(plain(list.textContent)).toContain('PV-LeistungSumme')
    await waitFor(() => expect(router.state.location.search).toContain('balance=0'))
  })

  it('CHT-08 is looked through by keyboard, and says what it shows', async () => {
    await open('?date=2026-06-09&seriesSelected=m4,m6&sn=1002')
    const slider = await chart()
    fireEvent.keyDown(slider, { key: 'Home' })
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(plain(slider.getAttribute('aria-valuetext'))).toBe('00:15 Uhr, PV 1,00 kW, Ladezustand 1.001 %')
    fireEvent.keyDown(slider, { key: '+' })
    expect(screen.getByText(/^Ausschnitt/)).toBeDefined()
    fireEvent.keyDown(slider, { key: 'Escape' })
    expect(screen.queryByText(/^Ausschnitt/)).toBeNull()
  })

  it('CHT-09 goes back in time and back to where one was', async () => {
    const router = await open('?date=2026-06-09')
    await chart()
    fireEvent.click(screen.getByRole('button', { name: 'Zurück' }))
    await waitFor(() => expect(router.state.location.search).toBe('?date=2026-06-08'))
    fireEvent.click(screen.getByRole('radio', { name: 'Monat' }))
    await waitFor(() => expect(graphs().some((query) => query.get('resolution') === 'day')).toBe(true))
    await act(() => router.go(-2))
    expect(router.state.location.search).toBe('?date=2026-06-09')
  })

  it('CHT-09 says what of an address it cannot read, and shows the rest', async () => {
    await open('?date=2026-02-30&timeSelected=Nonsense&sn=999')
    await chart()
    expect(screen.getByText(/Ein Teil der Adresse .*\(date, timeSelected, sn\)/)).toBeDefined()
    expect(graphs()[0]?.get('sn')).toBe('1001')
  })

  it('CHT-11 asks for the period before too', async () => {
    await open('?date=2026-06-09&compare=year')
    await chart()
    await waitFor(() => expect(graphs().map((query) => query.get('from_date'))).toContain('2025-06-09'))
    const legend = within(await screen.findByRole('list', { name: 'Legende' }))
    expect(legend.getByText('gestrichelt: Mo, 09.06.2025')).toBeDefined()
  })

  it('CHT-11 SHL-11 names the lines of the period before, and its columns in the table', async () => {
    await open('?date=2026-06-09&compare=previous&sn=1001')
    await chart()
    const legend = await screen.findByRole('list', { name: 'Legende' })
    await waitFor(() => expect(plain(legend.textContent)).toMatch(/: Mo, 08\.06\.2026PVVerbrauch$/))
    fireEvent.click(screen.getByRole('radio', { name: 'Tabelle' }))
    await screen.findByRole('columnheader', { name: /^Verbrauch, Mo, 08\.06\.2026/ })
  })

  it('CHT-08 the legend switches series off and on again', async () => {
    const router = await open('?date=2026-06-09&seriesSelected=m0,m6&sn=1001')
    await chart()
    const legend = within(screen.getByRole('list', { name: 'Legende' }))
    const names = () => legend.getAllByRole('button').map(({ textContent }) => textContent)
    const all = ['PV', 'NetzbezugEinspeisung', 'Speicher', 'Verbrauch', 'Ladezustand']
    expect(names()).toEqual(all)
    fireEvent.click(legend.getByRole('button', { name: 'PV', pressed: true }))
    await waitFor(() => expect(router.state.location.search).toContain('seriesSelected=m2%2Cm5%2Cload%2Cm6'))
    fireEvent.click(legend.getByRole('button', { name: 'PV', pressed: false }))
    await waitFor(() => expect(router.state.location.search).toContain('seriesSelected=m0%2Cm6'))
    expect(names()).toEqual(all)
  })

  it('CHT-01 FCT-51 says that no forecast of a past day is kept', async () => {
    await open('?date=2026-06-09&seriesSelected=m0,m9&sn=1001', graphWithoutForecasts)
    await chart()
    expect(screen.getByText(/^Für diese Zeit ist keine Prognose aufbewahrt/)).toBeDefined()
  })

  it.each([
    ['past day whose forecast is kept', '?date=2026-06-09&', graph],
    ['day that is not over', '?', graphWithoutForecasts],
  ] as const)('CHT-01 FCT-51 does not say so of a %s', async (_, day, answer) => {
    await open(`${day}seriesSelected=m0,m9&sn=1001`, answer)
    await chart()
    expect(screen.queryByText(/keine Prognose aufbewahrt/)).toBeNull()
  })

  it('API-09 says that it has no values, and asks again', async () => {
    server.away = true
    await open('?date=2026-06-01')
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' })
    expect(screen.getByText(/Die Werte lassen sich nicht laden\./)).toBeDefined()
    server.away = false
    fireEvent.click(again)
    await chart()
  })

  it('PRD-06 speaks English', async () => {
    await setLanguage('en')
    await open('?date=2026-06-09')
    expect((await chart()).getAttribute('aria-label')).toMatch(/^Chart, /)
  })
})

describe('the table', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-06-09', 24],
    ['2026-10-25', 25],
  ])('CHT-07 of %s has %d hours', async (date, hours) => {
    await open(`?date=${date}&timeSelected=hour&table=1&sn=1001`)
    await screen.findByRole('table')
    const times = rows().slice(1)
    expect(times).toHaveLength(hours)
    if (hours === 25) {
      expect(times[2]).toMatch(/^02:00 Uhr \(\+02:00\)/)
      expect(times[3]).toMatch(/^02:00 Uhr \(\+01:00\)/)
    }
  })

  it('CHT-08 has what the columns are made of, and the sums', async () => {
    await open('?date=2026-06-09&period=year&table=1&sn=1001')
    await screen.findByRole('table')
    const [head = '', ...others] = rows()
    expect(head).toContain('Ertrag ins Haus')
    expect(head).toContain('Verbrauch aus dem Netz')
    expect(others).toHaveLength(13)
    expect(others.at(-1)).toMatch(/^Summe12\.066/)
  })
})
