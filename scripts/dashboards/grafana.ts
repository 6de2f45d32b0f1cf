import type { Dashboard, Panel } from './panels.ts'

const COLUMNS = 3
const SIZE = { w: 8, h: 8 }
const VERSION = 39
/** Grafana asks which Prometheus when a dashboard is imported. */
const datasource = { type: 'prometheus', uid: '$source' }

const graph = ({ title, unit, queries }: Panel, index: number) => ({
  type: 'timeseries',
  title,
  datasource,
  gridPos: { ...SIZE, x: (index % COLUMNS) * SIZE.w, y: Math.floor(index / COLUMNS) * SIZE.h },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: Object.entries(queries).map(([legendFormat, expr], at) => ({
    ...{ refId: String.fromCharCode(65 + at), expr, legendFormat },
  })),
})

/** Returns a dashboard as Grafana's JSON. */
export const grafanaDashboard = ({ id, title, panels }: Dashboard): string =>
  `${JSON.stringify(
    {
      uid: id,
      title,
      schemaVersion: VERSION,
      tags: ['kellersonne'],
      time: { from: 'now-6h', to: 'now' },
      refresh: '1m',
      templating: {
        list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
      },
      panels: panels.map(graph),
    },
    null,
    2,
  )}\n`

/** Where a dashboard is kept, from the root. */
export const fileOf = ({ id }: Dashboard): string => `deploy/grafana/${id}.json`
