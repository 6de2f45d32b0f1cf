// npm run dashboards: writes Grafana's dashboards from the list in panels.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileOf, grafanaDashboard } from './grafana.ts'
import { dashboards } from './panels.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
mkdirSync(`${root}deploy/grafana`, { recursive: true })
for (const dashboard of dashboards) writeFileSync(root + fileOf(dashboard), grafanaDashboard(dashboard))
