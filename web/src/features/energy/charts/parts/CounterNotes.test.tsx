import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { plain } from '../../../../../test/dashboard.tsx'
import { loadNamespaces, setLanguage } from '../../../../platform/i18n/i18n.ts'
import { CounterNotes } from './CounterNotes.tsx'

const at = (text: string) => Date.parse(text)
const sn = serialNumber.parse('1001')
const none = wattHours(0)
const gap = (from: string, until: string, pv: number) => ({
  ...{ sn, from: at(from), until: at(until), pv: wattHours(pv) },
  ...{ import: none, feedIn: none, charge: none, discharge: none },
})
const data = {
  ...{ timeZone: 'Europe/Berlin', from: '2026-05-10' as Day, until: '2026-05-13' as Day },
  edges: [10, 11, 12, 13].map((day) => at(`2026-05-${day}T00:00:00+02:00`)),
  ...{ series: new Map(), energies: null, flows: null, gaps: [] },
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
}

const show = () => render(<CounterNotes data={data} />, { wrapper: MemoryRouter })

describe('what no step shows', () => {
  beforeEach(() => loadNamespaces('charts'))

  it('ENE-01 ENE-02 names gaps of this range that no step holds, and what does not count', () => {
    const { container } = show()
    expect([...container.children].map(({ textContent }) => plain(textContent))).toEqual([
      'Über eine Lücke gezählt und keinem Schritt zuzuordnen: 20,0 kWh PV-Ertrag, So, 10.05.2026, 12:10 Uhr bis Di, 12.05.2026, 06:10 Uhr',
      'Unplausibel und nicht gezählt: Einspeisezähler sprang von 1,0 kWh auf 900 kWh, Di, 12.05.2026, 12:05 Uhr Richtigstellen',
    ])
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
    expect(plain(container.textContent)).toContain('Implausible and not counted: the feed-in counter jumped')
  })
})
