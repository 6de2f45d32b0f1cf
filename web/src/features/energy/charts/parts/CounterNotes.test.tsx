import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { plain } from '../../../../../test/dashboard.tsx'
import { loadNamespaces, setLanguage } from '../../../../platform/i18n/i18n.ts'
import { MemoryRouter } from '../../../../platform/router/MemoryRouter.tsx'
import { CounterNotes } from './CounterNotes.tsx'

const at = (text: string) => Date.parse(text)
const sn = serialNumber.parse('1001')
const none = wattHours(0)
const gap = (from: string, until: string, pv: number) => ({
  ...{ sn, from: at(from), until: at(until), pv: wattHours(pv) },
  ...{ import: none, feedIn: none, charge: none, discharge: none },
})
const noEnergies = { pv: [], import: [], feedIn: [], charge: [], discharge: [] }
const data = {
  ...{ timeZone: 'Europe/Berlin', from: '2026-05-10' as Day, until: '2026-05-13' as Day },
  edges: [10, 11, 12, 13].map((day) => at(`2026-05-${day}T00:00:00+02:00`)),
  ...{ series: new Map(), energies: noEnergies, flows: null, gaps: [] },
  energyGaps: [
    gap('2026-05-10T10:10:00Z', '2026-05-12T04:10:00Z', 20_000),
    gap('2026-05-12T04:20:00Z', '2026-05-12T08:20:00Z', 3000),
    gap('2026-05-12T12:00:00Z', '2026-05-14T12:00:00Z', 4000),
  ],
  jumps: [
    {
      ...{ sn, counter: 'feedIn' as const, before: wattHours(1000), after: wattHours(900_000) },
      ...{ from: at('2026-05-12T10:00:00Z'), until: at('2026-05-12T10:05:00Z') },
    },
  ],
  disagreements: [
    { sn, flow: 'pv' as const, counted: wattHours(12_300), fromPowers: wattHours(9800) },
    { sn, flow: 'grid' as const, counted: wattHours(-3200), fromPowers: wattHours(1400) },
  ],
}
const names = new Map([[sn, 'Garage']])

const show = (more: Partial<Parameters<typeof CounterNotes>[0]> = {}) =>
  render(<CounterNotes data={data} system={sn} names={names} {...more} />, { wrapper: MemoryRouter })

describe('what no step shows', () => {
  beforeEach(() => loadNamespaces('charts'))

  it('ENE-01 ENE-02 ENE-05 names gaps of this range that no step holds, what does not count, and what powers contradict', () => {
    const { container } = show()
    expect([...container.querySelectorAll('li')].map(({ textContent }) => plain(textContent))).toEqual([
      'Über eine Lücke gezählt und keinem Schritt zuzuordnen: 20,0 kWh PV-Ertrag, So, 10.05.2026, 12:10 Uhr bis Di, 12.05.2026, 06:10 Uhr',
      'Unplausibel und nicht gezählt: Einspeisezähler sprang von 1,0 kWh auf 900 kWh, Di, 12.05.2026, 12:05 Uhr Richtigstellen',
      'Zähler und Leistungen weichen ab: PV 12,3 kWh laut Zähler, 9,8 kWh aus den Leistungen',
      'Zähler und Leistungen weichen ab: Netz (Bezug minus Einspeisung) −3,2 kWh laut Zähler, 1,4 kWh aus den Leistungen',
    ])
  })

  it('ENE-01 says nothing of steps where powers are shown, which have no energies', () => {
    const powers = { ...data, energies: null }
    const { container } = show({ data: powers })
    expect(container.querySelectorAll('li')).toHaveLength(3)
  })

  it('ENE-02 ENE-05 names the system in a total', () => {
    const { container } = show({ system: -1 })
    for (const { textContent } of container.querySelectorAll('li')) expect(textContent).toMatch(/^Garage: /)
  })

  it('ENE-02 ENE-05 is nothing where there is nothing to say', () => {
    const nothing = { ...data, energyGaps: [], jumps: [], disagreements: [] }
    const { container } = show({ data: nothing })
    expect(container.innerHTML).toBe('')
  })

  it('ENE-10 leads from a jump to a form with its system, counter and time', () => {
    show()
    const link = screen.getByRole('link', { name: /^Richtigstellen: Einspeisezähler, Di, 12.05.2026/ })
    expect(link.getAttribute('href')).toBe(
      '/corrections?sn=1001&kind=value&counter=feed_in&from=2026-05-12T10%3A05%3A00.000Z',
    )
  })

  it('ENE-02 PRD-06 says so in English', async () => {
    await setLanguage('en')
    const { container } = show()
    expect(plain(container.textContent)).toMatch(
      /Implausible and not counted: the feed-in counter jumped.*PV 12.3 kWh by the counters, 9.8 kWh from the powers/,
    )
  })
})
