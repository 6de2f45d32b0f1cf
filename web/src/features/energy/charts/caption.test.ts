import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { formats } from '../../../platform/i18n/format.ts'
import { loadNamespaces, textsOf } from '../../../platform/i18n/i18n.ts'
import { captionOf } from './caption.ts'
import { lanesOf } from './model/drawing.ts'
import { readSelection } from './model/selection.ts'
import type { Shown } from './model/useGraph.ts'

beforeAll(() => loadNamespaces('charts'))

const HOUR = 3_600_000
const FROM = Date.parse('2026-06-08T22:00:00Z')
const series = (unit: MeasuredSeries['unit']): MeasuredSeries => ({
  ...{ unit, method: 'mean', total: 'sum' },
  values: [1, 2, 3],
})
const data: GraphData = {
  ...{ timeZone: 'Europe/Berlin', from: '2026-06-09' as Day, until: '2026-06-10' as Day },
  ...{
    edges: [0, 1, 2, 3].map((hour) => FROM + hour * HOUR),
    energies: null,
    flows: null,
    gaps: [],
    energyGaps: [],
    jumps: [],
    disagreements: [],
  },
  series: new Map<Measure, MeasuredSeries>([
    ['pv', series('W')],
    ['load', series('W')],
    ['soc', series('%')],
    ['energyForecast', series('W')],
  ]),
}
const mark = (id: string, hour: number) => ({
  ...{ id, at: FROM + hour * HOUR, until: null, icon: null },
  label: `L2: Der Speicher war offline (${id}).`,
})

function caption(address: string, { view = [FROM, FROM + 3 * HOUR] as const, count = 1 } = {}) {
  const { selection } = readSelection(new URLSearchParams(`date=2026-06-09&${address}`), '2026-06-09' as Day)
  const shown: Shown = {
    ...{ data, shown: [...data.series.keys()], selection, current: true },
    forecasts: { expectation: null, record: null },
    other: selection.comparison === 'none' ? null : data,
  }
  const speech = { t: textsOf('de', 'charts'), f: formats('de', textsOf('de', 'units')) }
  const marks = Array.from({ length: count }, (_, i) => mark(String(i + 1), i % 3))
  const source = {
    name: selection.system === TOTAL ? 'Gesamt' : 'L2',
    systems: ['L1', 'L2'],
    marks,
    notes: [],
    view,
  }
  return captionOf(shown, lanesOf(shown, speech), source, speech)
}

describe('the text of a saved picture', () => {
  it('CHT-08 names system, period, resolution and method', () => {
    const { title, subtitle } = caption('sn=1002')
    expect(plain(title)).toBe('L2 · Di, 09.06.2026')
    expect(plain(subtitle)).toBe('Viertelstunde · Mittelwert')
  })

  it('CHT-06 CHT-08 names the systems of a total and how it is made', () => {
    expect(caption('sn=-1').subtitle).toBe('Viertelstunde · Mittelwert · L1 und L2 · Bilanz')
    expect(caption('sn=-1&balance=0').subtitle).toBe('Viertelstunde · Mittelwert · L1 und L2 · Summe')
  })

  it('CHT-08 CHT-11 names every series, forecasts and the compared period', () => {
    expect(caption('sn=1002&compare=previous').legend.map(({ word }) => plain(word))).toEqual([
      ...['PV', 'Verbrauch', 'Energieprognose', 'PV, Mo, 08.06.2026', 'Verbrauch, Mo, 08.06.2026'],
      ...['Ladezustand', 'Ladezustand, Mo, 08.06.2026'],
    ])
  })

  it('CHT-08 says which part of the period it shows', () => {
    const { subtitle } = caption('sn=1002', { view: [FROM + HOUR, FROM + 2 * HOUR] })
    expect(plain(subtitle)).toBe('Viertelstunde · Mittelwert · Ausschnitt 01:00 Uhr – 02:00 Uhr')
  })

  it('CHT-08 CHT-10 lists the events of what is seen, and how many more there are', () => {
    expect(caption('sn=1002').events.map(({ label }) => label)).toEqual(['L2: Der Speicher war offline (1).'])
    expect(caption('sn=1002', { view: [FROM + HOUR, FROM + 2 * HOUR] }).events).toEqual([])
    const many = caption('sn=1002', { count: 20 })
    expect([many.events.length, many.more]).toEqual([12, 'und 8 weitere Ereignisse'])
  })
})
