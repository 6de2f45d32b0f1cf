import { columnOf, type WireMeasure } from '@kellersonne/contract/energy/charts'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubCanvas } from '../../../../../test/canvas.ts'
import { asOwner, plain } from '../../../../../test/dashboard.tsx'
import { json, type RecordedCall, serve } from '../../../../../test/wire.ts'
import { loadNamespaces } from '../../../../platform/i18n/i18n.ts'
import { MemoryRouter } from '../../../../platform/router/MemoryRouter.tsx'
import { readSelection, type System } from '../model/selection.ts'
import { DayChart } from './DayChart.tsx'

const ZONE = 'Europe/Berlin'
const QUARTERS_KNOWN = 40
const SUN = 8000
const EXPECTED = 2000

/** A day with measurements for the first quarter hours and a forecast for all of it. */
function graph(day: Day, system: string, forecast: boolean, quarters: number) {
  const [start, end] = [startOfDay(day, ZONE), startOfDay(dayAfter(day), ZONE)]
  const count = (end.getTime() - start.getTime()) / QUARTER_MS
  const given = (value: number, until: number) =>
    columnOf(
      Float64Array.from({ length: count }, (_, i) => (i < until ? value : Number.NaN)),
      1,
    )
  const series = (value: number, until: number) => ({
    ...{ unit: 'W', method: 'mean', total: system === String(TOTAL) ? 'sum' : null },
    values: given(value, until),
  })
  const powers = Object.fromEntries(
    (['m2', 'm4', 'm5', 'load'] satisfies WireMeasure[]).map((name) => [name, series(SUN, quarters)]),
  )
  const ahead = start.getTime() + quarters * QUARTER_MS
  const body = {
    sn: system === String(TOTAL) ? TOTAL : system,
    ...{ interval: 'Day', resolution: 'quarter', method: 'mean', time_zone: ZONE },
    ...{ from_date: day, until_date: dayAfter(day) },
    steps: [{ from: start.toISOString(), seconds: 900, count }],
    series: { ...powers, m9: series(EXPECTED, forecast ? count : 0) },
    ...{ energies: null, flows: null },
    gaps: [{ sn: '1001', reason: 'future', from: new Date(ahead).toISOString(), until: end.toISOString() }],
    energy_gaps: [],
    jumps: [],
    disagreements: [],
  }
  return { body, left: ((count - quarters) * EXPECTED) / 4 }
}

let calls: RecordedCall[] = []
function open(system: System, { forecast = true, quarters = QUARTERS_KNOWN } = {}) {
  const day = dayOf(new Date(), ZONE)
  const { body, left } = graph(day, String(system), forecast, quarters)
  calls = serve({ '/api/auth/graph/': () => json(body) })
  render(
    <MemoryRouter>
      <DayChart system={system} timeZone={ZONE} />
    </MemoryRouter>,
  )
  return Math.round(left / 1000)
}

asOwner()
beforeEach(async () => {
  stubCanvas({ width: 720, height: 260 })
  vi.stubGlobal('devicePixelRatio', 1)
  await loadNamespaces('charts')
})

it('CHT-06 DSH-08 the total of today sums all powers, and leads to a chart that does', async () => {
  open(TOTAL)
  await screen.findByRole('slider')
  const balances = calls.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('balance'))
  expect(balances.filter((balance) => balance !== null)).toEqual(['true'])
  const address = screen.getByRole('link').getAttribute('href') ?? ''
  const { selection } = readSelection(new URLSearchParams(address.split('?')[1]), dayOf(new Date(), ZONE))
  expect(selection).toMatchObject({ system: TOTAL, balance: true })
})

it('DSH-12 says what the sun is expected to bring still, without what it brought', async () => {
  const left = open(serialNumber.parse('1001'))
  expect(plain((await screen.findByText(/Prognose/)).textContent)).toBe(`Prognose: noch ${left} kWh Sonne`)
})

it('CHT-08 shows all of a zoomed day again at a press, and says once how to zoom', async () => {
  open(TOTAL)
  const chart = await screen.findByRole('slider')
  fireEvent.wheel(chart, { deltaY: -100 })
  expect(screen.getByText(/^Zum Vergrößern Strg halten/)).toBeDefined()
  fireEvent.wheel(chart, { deltaY: -100, ctrlKey: true })
  expect(screen.queryByText(/^Zum Vergrößern/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ganz zeigen' }))
  expect(screen.queryByRole('button', { name: 'Ganz zeigen' })).toBeNull()
})

it('DSH-12 in the part that is still ahead the cursor returns what is forecast, and nothing else', async () => {
  open(serialNumber.parse('1001'))
  const chart = await screen.findByRole('slider')
  fireEvent.keyDown(chart, { key: 'End' })
  expect(plain(chart.getAttribute('aria-valuetext'))).toBe('23:45 Uhr, Energieprognose 2,00 kW')
  fireEvent.keyDown(chart, { key: 'Home' })
  expect(plain(chart.getAttribute('aria-valuetext'))).toBe(
    '00:00 Uhr, PV 8,00 kW, Netzbezug 8,00 kW, Speicher entlädt 8,00 kW, Verbrauch 8,00 kW',
  )
})

it('DSH-12 without a forecast it says that the time is still to come', async () => {
  open(serialNumber.parse('1002'), { forecast: false })
  const chart = await screen.findByRole('slider')
  fireEvent.keyDown(chart, { key: 'End' })
  expect(plain(chart.getAttribute('aria-valuetext'))).toBe('23:45 Uhr, noch nicht')
})

it('DSH-09 says in place of a chart that there are no values', async () => {
  open(serialNumber.parse('1003'), { forecast: false, quarters: 0 })
  await screen.findByText('Für diesen Zeitraum gibt es keine Werte.')
  expect(screen.queryByRole('slider')).toBeNull()
})

it('DSH-09 says below the chart that there are too few values for a line, and reads out the only one', async () => {
  open(serialNumber.parse('1004'), { forecast: false, quarters: 1 })
  await screen.findByText('Heute gibt es noch zu wenige Werte für eine Linie.')
  await screen.findByRole('slider')
})

it.each([
  ['1005', 'two quarters', { forecast: false, quarters: 2 }],
  ['1006', 'a forecast', { quarters: 1 }],
])('DSH-09 %s draws %s', async (sn, _, known) => {
  open(serialNumber.parse(sn), known)
  await screen.findByRole('slider')
  expect(screen.queryByText(/zu wenige Werte/)).toBeNull()
})
