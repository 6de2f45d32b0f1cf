import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { Component } from '../../src/features/energy/health/HealthPage.tsx'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { json, type serve } from '../wire.ts'
import { FINDINGS, findingsWire } from './findings.ts'
import { openOwnerPage } from './ownerPage.tsx'

const PASSPORT = '/api/auth/battery_passport/'
export const LINKS = `${PASSPORT}links/`
export const HEALTH = '/api/auth/battery_health/'

/** A battery of three years that has 94 % left. */
export const healthWire = (health: Partial<BatteryHealth> = {}): BatteryHealth => ({
  since: '2023-06-18',
  until: '2026-06-18',
  stated: 10_000,
  estimate: {
    ...{ capacity: 9400, plus_minus: 180, a_year: -210, runs: 1423, exchanged_on: null },
    state: { percent: 94, plus_minus: 1.8, usual: { low: 91, high: 97 }, verdict: 'good' },
    months: [
      { month: '2026-05', capacity: 9450, runs: 58, warranted: null },
      { month: '2026-06', capacity: 9390, runs: 34, warranted: null },
    ],
  },
  round_trip: { percent: 88, cycles: 41 },
  round_trip_first: { percent: 90.2, cycles: 44 },
  ...{ charged: 5_459_000, discharged: 4_813_000, full_cycles: 512.02 },
  levels: [4, 19, 61, 9, 7],
  deep_discharges: 12,
  temperature: null,
  warranty: null,
  reported: {
    soh_percent: 95.5,
    full_cycles: 530,
    minutes_over_temperature: 90,
    in_service_on: '2023-06-01',
  },
  ...health,
})

/** Opens the page of an owner of three systems. */
export async function openHealth(answers: Parameters<typeof serve>[0] = {}, search = '') {
  await loadNamespaces('health')
  const opened = openOwnerPage(
    Component,
    {
      [HEALTH]: () => json(healthWire()),
      [FINDINGS]: () => json(findingsWire({ findings: [], checks: [], judged_at: null })),
      [LINKS]: () => json({ links: [] }),
      ...answers,
    },
    `/battery-health${search}`,
  )
  return opened
}
