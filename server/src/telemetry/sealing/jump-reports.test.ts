import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it, vi } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { NOW, setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import { createSealing } from './job.ts'
import { openJumpReports } from './jump-reports.ts'

const { db, system, reading, report } = setUpTelemetry()
const at = (time: string) => new Date(`2026-06-${time}+02:00`)
const counting = (time: string, pv: number) =>
  reading(at(time), { counters: { ...unknown.counters, pv: wattHours(pv) } })

/** The sealing job of one process: its passes, and what it logs. */
function openProcess() {
  const warn = vi.fn()
  const reports = openJumpReports({ warn })
  return {
    async seal() {
      const sealDays = createSealing(reports)
      while (await db().transaction((sql) => sealDays(sql, NOW)));
    },
    lines: () => warn.mock.calls.map(([line]: unknown[]) => line),
  }
}
const TOTAL = 'counter_jumps_total'

describe('what the operator learns of jumps', () => {
  it('ENE-07 is how many there were, and a line a system and day, once the day is sealed', async () => {
    const { seal, lines } = openProcess()
    const found = await metricsFromNow()
    await report(counting('15T10:00', 0), counting('15T10:05', 500_000), counting('15T15:00', 1_500_000))
    // Over midnight: the day on which it was seen.
    await report(
      counting('15T23:59', 1_500_010),
      counting('16T00:04', 2_500_010),
      counting('16T12:00', 2_500_020),
    )
    await report(counting('18T10:00', 2_500_030), counting('18T10:05', 9_500_030))
    await seal()
    const { sn } = system()
    expect((await found())(TOTAL)).toBe(3)
    expect(lines()).toEqual([
      { sn, day: '2026-06-15', jumps: 2 },
      { sn, day: '2026-06-16', jumps: 1 },
    ])
  })

  it('ENE-07 is not logged again when a late reading opens the day, but further jumps count', async () => {
    const { seal, lines } = openProcess()
    const found = await metricsFromNow()
    await report(counting('15T10:00', 0), counting('15T10:05', 500_000))
    await seal()
    await report(counting('15T11:00', 500_100))
    await seal()
    expect([(await found())(TOTAL), lines().length]).toEqual([1, 1])
    await report(counting('15T11:05', 900_000))
    await seal()
    expect([(await found())(TOTAL), lines().length]).toEqual([2, 1])
  })

  it('ENE-07 is nothing while counters count', async () => {
    const { seal, lines } = openProcess()
    const found = await metricsFromNow()
    await report(counting('15T10:00', 500_000), counting('15T10:05', 500_100), counting('15T10:10', 3))
    await seal()
    expect([(await found())(TOTAL), lines()]).toEqual([0, []])
  })
})
