import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import { beforeAll, describe, expect, it } from 'vitest'
import { formats } from '../../../../platform/i18n/format.ts'
import { loadNamespaces, textsOf } from '../../../../platform/i18n/i18n.ts'
import { lanesOf } from './drawing.ts'
import { legendOf } from './legend.ts'
import { allSeries } from './series.ts'

beforeAll(() => loadNamespaces('charts'))

const unitOf = { soc: '%', gridVoltage: 'V', charge: 'Wh', discharge: 'Wh' } as const
const isOther = (measure: Measure): measure is keyof typeof unitOf => measure in unitOf
const data: GraphData = {
  ...{ timeZone: 'Europe/Berlin', from: '2026-06-09' as Day, until: '2026-06-10' as Day },
  ...{
    edges: [0, 1, 2],
    energies: null,
    flows: null,
    gaps: [],
    energyGaps: [],
    jumps: [],
    disagreements: [],
  },
  series: new Map<Measure, MeasuredSeries>(
    allSeries.map((measure) => [
      measure,
      { unit: isOther(measure) ? unitOf[measure] : 'W', method: 'mean', total: null, values: [1, 2] },
    ]),
  ),
}
const legend = (shown: readonly Measure[], other: GraphData | null = null) => {
  const speech = { t: textsOf('de', 'charts'), f: formats('de', textsOf('de', 'units')) }
  return legendOf(lanesOf({ data, other, shown }, speech), other && 'Mai 2026')
}

describe('the legend', () => {
  it('CHT-08 SHL-11 names all that is drawn, each once', () => {
    expect(legend(allSeries).map(({ word }) => word)).toEqual([
      ...['PV', 'Speicher', 'Netzbezug', 'Einspeisung', 'Verbrauch', 'Gesamtabgabe'],
      ...['Energieprognose', 'Lastprognose', 'Entladen', 'Geladen', 'Ladezustand', 'Netzspannung'],
    ])
  })

  it('CHT-11 SHL-11 distinguishes lines of a compared period by shape, and names it', () => {
    const dashed = legend(['pv', 'load', 'soc'], data).flatMap(({ word, sample }) =>
      sample.kind === 'line' && sample.stroke === 'dashed' ? [[word, sample.sign]] : [],
    )
    expect(dashed).toEqual([
      ['PV, Mai 2026', 'circle'],
      ['Verbrauch, Mai 2026', 'bar'],
      ['Ladezustand, Mai 2026', 'square'],
    ])
  })

  it('CHT-01 SHL-11 distinguishes two forecasts by shape', () => {
    const signs = (...shown: Measure[]) =>
      legend(shown).map(({ sample }) => sample.kind === 'line' && sample.sign)
    expect(signs('energyForecast', 'loadForecast')).toEqual(['circle', 'bar'])
    expect(signs('energyForecast')).toEqual([undefined])
  })
})
