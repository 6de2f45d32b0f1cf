import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * Which modules of the server write and read each table. A view and a table that triggers fill are written by none. Backups
 * copy all tables by their names in the catalog, and owners' data goes with the account by `on delete cascade`.
 */
const tables: Record<string, { readonly writes: readonly string[]; readonly reads?: readonly string[] }> = {
  approval: { writes: ['operations/approvals/store'] },
  attempt: { writes: ['platform/rate-limits/rate-limits'] },
  audit_entry: { writes: ['operations/audit/store'] },
  claim: { writes: ['systems/claim-store', 'systems/store'] },
  command: { writes: ['control/store'], reads: ['operations/monitoring/gauges'] },
  correction: {
    writes: ['energy/corrections/store'],
    reads: ['energy/forecast/memory-store', 'telemetry/readings/corrections'],
  },
  email_link: { writes: ['identity/email/link-store'] },
  energy_import: { writes: ['energy/imports/store'], reads: ['energy/forecast/memory-store'] },
  episode: {
    writes: ['messages/change-store'],
    reads: ['messages/store', 'operations/fleet/messages', 'operations/fleet/systems'],
  },
  episode_backlog: { writes: ['messages/backlog'] },
  episode_count: { writes: [], reads: ['messages/store'] },
  firmware_update: {
    writes: ['firmware/runs/store'],
    reads: [
      'firmware/releases/store',
      'firmware/runs/consent-store',
      'firmware/runs/update-facts',
      'operations/fleet/updates',
    ],
  },
  forecast: { writes: ['energy/forecast/store'], reads: ['energy/forecast/memory-store'] },
  forecast_day: { writes: ['energy/forecast/record/store'] },
  forecast_day_due: { writes: ['energy/forecast/record/store'] },
  forecast_memory: { writes: ['energy/forecast/memory-store'], reads: ['energy/forecast/store'] },
  handover: { writes: ['systems/handover-store'], reads: ['systems/claim-store'] },
  identity: { writes: ['identity/provider/store'] },
  known_network: { writes: ['identity/sessions/known-networks'] },
  last_backup: { writes: ['operations/backup/last'] },
  late_day: { writes: ['telemetry/sealing/store'] },
  latest: {
    writes: ['telemetry/readings/latest', 'telemetry/sealing/store'],
    reads: [
      'energy/forecast/memory-store',
      'energy/forecast/store',
      'firmware/runs/update-facts',
      'messages/backlog',
      'operations/fleet/systems',
      'operations/monitoring/gauges',
      'telemetry/readings/states',
      'telemetry/readings/store',
      'telemetry/sealing/retention',
    ],
  },
  mail: { writes: ['platform/mail/store'], reads: ['operations/monitoring/gauges'] },
  message_change: { writes: ['messages/change-store'] },
  missing_readings: { writes: ['telemetry/intake/missing-readings'], reads: ['telemetry/readings/latest'] },
  owner: {
    writes: ['identity/accounts/store'],
    reads: [
      'identity/email/link-store',
      'identity/sessions/known-networks',
      'identity/sessions/store',
      'operations/fleet/systems',
      'systems/owners',
    ],
  },
  ownership: {
    writes: ['systems/claim-store', 'systems/place-store', 'systems/store'],
    reads: [
      'control/store',
      'energy/corrections/store',
      'energy/forecast/record/store',
      'energy/forecast/store',
      'energy/imports/store',
      'energy/weather/store',
      'identity/accounts/store',
      'operations/fleet/systems',
      'systems/access',
      'systems/handover-store',
      'systems/pairing/own-system-store',
      'telemetry/readings/corrections',
    ],
  },
  imported_day: { writes: ['energy/imports/store'], reads: ['telemetry/readings/quarter-rows'] },
  pairing: { writes: ['systems/pairing/pairing-store'] },
  quarter: {
    writes: [
      'telemetry/readings/count-from-ends',
      'telemetry/readings/quarters',
      'telemetry/sealing/rows',
      'telemetry/sealing/store',
    ],
    reads: [
      'telemetry/intake/missing-readings',
      'telemetry/readings/quarter-rows',
      'telemetry/readings/store',
      'telemetry/sealing/retention',
    ],
  },
  reading: {
    writes: ['telemetry/readings/quarters'],
    reads: [
      'telemetry/intake/missing-readings',
      'telemetry/readings/count-from-ends',
      'telemetry/readings/pages',
      'telemetry/sealing/store',
    ],
  },
  reading_older: { writes: ['telemetry/sealing/retention'] },
  refused_state: { writes: ['telemetry/intake/refused-state'], reads: ['telemetry/readings/store'] },
  refused_today: {
    writes: ['telemetry/intake/refused-today'],
    reads: ['operations/fleet/systems', 'telemetry/readings/store'],
  },
  refused: { writes: ['telemetry/intake/refusals'] },
  registration: { writes: ['identity/registration/store'] },
  registration_code: { writes: ['systems/claim-store'] },
  release: {
    writes: ['firmware/releases/rollout-store', 'firmware/releases/store'],
    reads: [
      'firmware/runs/store',
      'firmware/runs/update-facts',
      'operations/backup/files',
      'operations/fleet/releases',
      'operations/fleet/updates',
      'operations/monitoring/gauges',
    ],
  },
  release_key: { writes: ['firmware/releases/store'] },
  reset: { writes: ['identity/resets/store'] },
  sealed_day: {
    writes: ['telemetry/sealing/store'],
    reads: ['telemetry/readings/quarter-rows', 'telemetry/sealing/retention'],
  },
  session: { writes: ['identity/sessions/store'], reads: ['firmware/update-service/access-check'] },
  state: {
    writes: ['telemetry/readings/states'],
    reads: ['telemetry/readings/pages', 'telemetry/readings/states-around', 'telemetry/readings/switching'],
  },
  storage_system: {
    writes: ['systems/pairing/own-system-store', 'systems/store'],
    reads: [
      'control/store',
      'energy/corrections/store',
      'energy/forecast/record/store',
      'energy/forecast/store',
      'energy/imports/store',
      'firmware/runs/consent-store',
      'firmware/runs/update-facts',
      'firmware/update-service/access-check',
      'operations/fleet/messages',
      'operations/fleet/reach',
      'operations/fleet/releases',
      'operations/fleet/systems',
      'operations/fleet/updates',
      'operations/monitoring/gauges',
      'systems/access',
      'systems/claim-store',
      'systems/handover-store',
      'systems/pairing/pairing-store',
      'telemetry/intake/refusals',
      'telemetry/intake/refused-today',
      'telemetry/sealing/store',
    ],
  },
  system_access: {
    writes: [],
    reads: [
      'control/store',
      'energy/corrections/store',
      'energy/imports/store',
      'firmware/runs/consent-store',
      'firmware/runs/store',
      'firmware/update-service/access-check',
      'systems/access',
    ],
  },
  unit_state: {
    writes: ['telemetry/readings/unit-states'],
    reads: [
      'firmware/runs/update-facts',
      'operations/fleet/messages',
      'operations/fleet/reach',
      'operations/fleet/releases',
      'operations/fleet/systems',
      'telemetry/readings/store',
    ],
  },
  update_action: {
    writes: ['firmware/runs/store'],
    reads: [
      'firmware/releases/rollout-store',
      'firmware/releases/store',
      'firmware/runs/update-facts',
      'operations/fleet/releases',
      'operations/fleet/updates',
      'operations/monitoring/gauges',
      'systems/handover-store',
    ],
  },
  update_client: { writes: ['firmware/ddi/client-store'] },
  update_consent: { writes: ['firmware/runs/consent-store'] },
  weather_cell: { writes: ['energy/weather/store'], reads: ['operations/monitoring/gauges'] },
}

const src = 'server/src/'
const modules = globSync(`${src}**/*.ts`, { exclude: (name) => name.endsWith('.test.ts') }).map((file) => ({
  name: file.slice(src.length, -'.ts'.length),
  text: readFileSync(file, 'utf8')
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '')
    .replace(/^ *\/\/.*$/gm, ''),
}))
const migrated = globSync('server/migrations/*.sql').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name),
)

const matching = (pattern: RegExp) =>
  modules
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted()
const writers = (table: string) =>
  matching(new RegExp(`(?<!on conflict .*do )\\b(?:insert into|update|delete from) ${table}\\b(?!\\.)`))
const readers = (table: string) =>
  matching(new RegExp(`(?:\\b(?:from|join|using)|\\}) (?:only )?${table}\\b(?! =|\\.)`))

describe('tables', () => {
  it('are each written and read by the modules named here', () => {
    const found = migrated.map((table) => {
      const writes = writers(table)
      const reads = readers(table).filter((name) => !writes.includes(name))
      return [table, reads.length > 0 ? { writes, reads } : { writes }] as const
    })
    expect(Object.fromEntries(found)).toEqual(tables)
  })
})
