import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fileOf, grafanaDashboard } from './grafana.ts'
import { dashboards } from './panels.ts'

it.each(dashboards.map((one) => [one.title, one]))(
  'HND-23 the file of %s is up to date (npm run dashboards)',
  (_, one) => {
    expect(readFileSync(fileOf(one), 'utf8')).toBe(grafanaDashboard(one))
  },
)
