import { graph as schema } from '@kellersonne/contract/energy/charts'
import type { ForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import { toGraphData } from '@kellersonne/contract/energy/graph-data'
import { type Day, QUARTER_MS } from '@kellersonne/core/time/days'
import { beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../../../test/dashboard.tsx'
import { dayWire, expectation, german, ZONE } from '../../../../../test/energy/forecast.ts'
import { graph } from '../../../../../test/energy/graph.ts'
import { loadNamespaces } from '../../../../platform/i18n/i18n.ts'
import { reach } from '../../../../ui/chart/axis/scale.ts'
import { dataColumns } from '../columns.ts'
import { bandsAhead, bandsFrom, bandsOfRecord } from './bands.ts'
import { lanesOf } from './drawing.ts'
import { forecastNotes } from './forecastNotes.ts'
import { legendOf } from './legend.ts'
import { readOutAt } from './readOut.ts'
import { readSelection } from './selection.ts'
import type { Shown } from './useGraph.ts'

beforeAll(() => loadNamespaces('charts'))

const TODAY = '2026-06-18' as Day
function dayOf(date: string, series: string): GraphData {
  const query = {
    interval: 'Day',
    from_date: date,
    resolution: 'quarter',
    method: 'mean',
    series,
    sn: '1001',
  }
  return toGraphData(schema.parse(graph(new URLSearchParams(query))))
}
/** What is measured until a step, and nothing after it. */
function until(data: GraphData, measure: 'pv' | 'soc', step: number): GraphData {
  const series = data.series.get(measure)
  if (!series) throw new Error('no such series')
  const values = series.values.map((value, i) => (i <= step ? value : null))
  return { ...data, series: new Map([...data.series, [measure, { ...series, values }]]) }
}
/** 11:42 is in step 46. */
const NOW_STEP = 46
const today = () => until(dayOf(TODAY, 'm4,m6,m9'), 'soc', NOW_STEP)
const { pv_low, pv_high } = dayWire(0)
const record: ForecastRecord = {
  ...dayWire(0),
  day: '2026-06-17',
  start: '2026-06-16T22:00:00.000Z',
  issued_at: '2026-06-16T22:05:00.000Z',
  methods: { pv: 'own', load: 'own' },
  ...{ weather: false, reissued: false },
  issues: [],
  outcome: { pv: 9400, load: null, measured: 100, excluded: { pv: null, load: 'gap' } },
}

describe('bands in the day chart', () => {
  it('FCT-51 lie in the steps of their quarters', () => {
    const [, ...edges] = today().edges
    const bands = bandsAhead(today(), TODAY, expectation(), today().series.get('soc')?.values ?? null)
    expect(bands.of.get('energyForecast')).toEqual({ low: pv_low, high: pv_high })
    expect(edges).toHaveLength(pv_low.length)
    const shifted = { edges: today().edges.map((at) => at + 2 * QUARTER_MS) }
    expect(
      bandsOfRecord(shifted, { ...record, start: '2026-06-17T22:00:00.000Z' })
        .of.get('energyForecast')
        ?.low.at(-1),
    ).toBeNull()
  })

  it('FCT-51 of an hour are the means of its quarters, and none where one is not known', () => {
    const [from = 0] = today().edges
    const grid = { edges: [0, 1, 2].map((hour) => from + 4 * hour * QUARTER_MS) }
    const low = [1, 2, 3, 6, 1, null, 3, 6, ...pv_low.slice(8)]
    const start = new Date(from).toISOString()
    expect(bandsOfRecord(grid, { ...record, start, pv_low: low }).of.get('energyForecast')?.low).toEqual([
      3,
      null,
    ])
  })

  it('FCT-51 of another day are not drawn on this one', () => {
    expect(bandsAhead(today(), '2026-06-20' as Day, expectation(), null).of.size).toBe(0)
  })

  it('FCT-51 the state of charge goes on from its last value', () => {
    const data = today()
    const measured = data.series.get('soc')?.values ?? []
    const { soc } = bandsAhead(data, TODAY, expectation(), measured)
    expect(soc?.expected.slice(NOW_STEP - 1, NOW_STEP + 3)).toEqual([null, measured[NOW_STEP], 64.2, null])
    expect(soc?.low[NOW_STEP + 1]).toBe(62)
    const bare = bandsAhead(data, TODAY, expectation({ charge: null }), measured).soc
    expect([bare?.expected[NOW_STEP + 1], bare?.low[NOW_STEP + 1]]).toEqual([64.2, null])
  })

  it('FCT-51 are left out where the day is measured already', () => {
    const bands = bandsFrom(bandsAhead(today(), TODAY, expectation(), null), 10)
    expect(bands.of.get('energyForecast')?.low.slice(9, 11)).toEqual([null, 330])
  })
})

function shownOf(date: string, data: GraphData, more: Partial<Shown> = {}): Shown {
  const { selection } = readSelection(
    new URLSearchParams(`date=${date}&seriesSelected=m4,m6,m9&sn=1001`),
    TODAY,
  )
  return {
    ...{ data, other: null, shown: selection.series, selection, current: true },
    forecasts: { expectation: null, record: null },
    ...more,
  }
}
const past = () => {
  const data = dayOf('2026-06-17', 'm4,m6,m9')
  return shownOf('2026-06-17', data, {
    bands: bandsOfRecord(data, record),
    forecasts: { expectation: null, record },
  })
}

describe('bands in words', () => {
  it('FCT-51 CHT-08 are in the legend of the saved picture, distinguished by texture, and within the axis', () => {
    const shown = past()
    const lanes = lanesOf(shown, german('charts'))
    const entries = legendOf(lanes, null).filter(({ sample }) => sample.kind === 'band')
    expect(entries.map(({ word }) => word)).toEqual(['Spanne der Energieprognose'])
    const [power] = lanes
    expect(power?.ticks.at(-1)).toBeGreaterThanOrEqual(reach(power?.layers ?? [])?.[1] ?? 0)
  })

  it('FCT-51 CHT-04 are columns of the table and of the CSV file', () => {
    const names = dataColumns(past(), null, german('charts').t).map(
      ({ name, unit }) => `${plain(name)} ${unit}`,
    )
    expect(names).toEqual([
      'PV-Leistung W',
      'Ladezustand %',
      'Energieprognose W',
      'Energieprognose, untere Grenze (10 %) W',
      'Energieprognose, obere Grenze (90 %) W',
    ])
  })

  it('FCT-51 CHT-03 are beside the value at the cursor, in one unit', () => {
    const { data, shown, bands = null } = past()
    const rows = readOutAt(data, shown, 40, { ...german('charts'), bands })
    const row = rows.find(({ key }) => key === 'energyForecast-band')
    expect([row?.word, row?.value]).toEqual(['Sonne meist', { value: '330–540', unit: 'W' }])
  })

  it('FCT-51 CHT-03 ahead of now the expected state of charge is read out with its band', () => {
    const data = until(today(), 'pv', NOW_STEP)
    const bands = bandsAhead(data, TODAY, expectation(), data.series.get('soc')?.values ?? null)
    const rows = readOutAt(data, ['pv', 'soc', 'energyForecast'], NOW_STEP + 1, {
      ...german('charts'),
      bands,
    })
    const texts = rows.map(({ word, value }) => `${word} ${value.value}`)
    expect(texts).toContain('Ladung erwartet 64')
    expect(texts).toContain('Ladung meist 62–68')
    expect(texts).not.toContain('Ladezustand –')
  })

  const notes = (shown: Shown, isTotal = false) =>
    forecastNotes(shown, { ...german('charts'), w: german('forecast').t, today: TODAY, isTotal }).map(plain)

  it('FCT-51 CHT-01 of a day that is over, what was expected at its beginning is beside what came', () => {
    expect(notes(past())).toEqual([
      'Sonne: am Beginn des Tages 8 bis 13 kWh, am ehesten 11 erwartet, geworden sind es 9,4 kWh.',
    ])
    const later = { ...past(), forecasts: { expectation: null, record: { ...record, reissued: true } } }
    expect(notes(later)[1]).toMatch(/^Diese Prognose ist nachgerechnet/)
  })

  it('FCT-51 CHT-01 says of all systems what their band means, and of a day that is over where the outcome lies', () => {
    const forecasts = { expectation: expectation(), record: null }
    expect(notes(shownOf(TODAY, today(), { forecasts }), true)).toEqual([
      'Sonne: Heute 8 bis 13 kWh, am ehesten 11.',
      'An mindestens acht von zehn Tagen liegt der Tag in dieser Spanne: Die Spannen der Speicher sind addiert, als hätten alle zugleich viel oder wenig.',
    ])
    expect(notes({ ...past(), forecasts: { expectation: null, record: null } }, true)).toEqual([
      'Wie sicher das war, steht bei jedem Speicher einzeln.',
    ])
  })

  it('FCT-51 CHT-01 says of today what is expected, and of a day without a forecast that none is kept', () => {
    const forecasts = { expectation: expectation(), record: null }
    expect(notes(shownOf(TODAY, today(), { forecasts }))).toEqual([
      'Sonne: Heute 8 bis 13 kWh, am ehesten 11.',
    ])
    const data = dayOf('2026-06-01', 'm4,m6')
    expect(notes(shownOf('2026-06-01', data))[0]).toMatch(/^Für diese Zeit ist keine Prognose aufbewahrt/)
    expect(ZONE).toBe(data.timeZone)
  })
})
