import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'

const { db, system, newSystem, reading, report } = setUpTelemetry()
const START = Date.parse('2026-06-18T09:00:00Z')
const instant = (minutes: number) => new Date(START + minutes * 60_000)

/** A reading some minutes after the start of a quarter. */
const known = (minutes: number, pv: number | null) =>
  reading(instant(minutes), {
    counters: { ...unknown.counters, pv: pv === null ? null : wattHours(pv), charge: wattHours(1) },
  })
const counted = () =>
  db().row(
    z.object({ pv_wh: z.int(), breaks: z.unknown() }),
    'select pv_wh, breaks from quarter where system = $1',
    [system().id],
  )
const fall = (from: number, before: number, until: number, after: number) => [
  ...[+instant(from), before, +instant(until), after],
]

describe('a quarter into which late readings come', () => {
  it('ENE-02 PRD-02 is counted from its ends, without being read, where they continue those beside them', async () => {
    await report(known(0, 1100), known(1, 1110), known(2, 1120), known(10, 1200), known(14, 1240))
    await db().run('update reading set pv_wh = 5 where system = $1 and at = $2', [system().id, instant(1)])
    await report(known(5, 1150))
    await report(known(7, 1170), known(6, 1160), known(10, 1200))
    expect(await counted()).toEqual({ pv_wh: 140, breaks: null })
    await report(known(12, 1020))
    expect(await counted()).toEqual({
      pv_wh: 1200 - 5 + (1240 - 1020),
      breaks: { pv_wh: [fall(0, 1100, 1, 5), fall(10, 1200, 12, 1020)] },
    })
  })

  it('PRD-02 is counted anew, and no other quarter or system with it', async () => {
    const other = await newSystem()
    const values = [0, 10, 15, 20, 30, 40].map((minutes) => known(minutes, minutes))
    await report(...values, ...values.map((item) => ({ ...item, system: other.id })))
    await db().run('update quarter set pv_wh = 999 where system = $2 or system = $1 and at <> $3', [
      ...[system().id, other.id, instant(15)],
    ])
    await report(known(17, 17))
    const energies = await db().rows(
      z.object({ pv_wh: z.int() }),
      'select pv_wh from quarter where system in ($1, $2) order by system, at',
      [system().id, other.id],
    )
    expect(energies.map(({ pv_wh }) => pv_wh)).toEqual([999, 5, 999, 999, 999, 999])
  })

  it('ENE-02 is read where one of them is beside a reading without its counter', async () => {
    await report(known(0, 5000), known(5, null), known(9, null), known(14, 5100))
    await report(known(7, 10))
    expect(await counted()).toMatchObject({ breaks: { pv_wh: [fall(0, 5000, 7, 10)] } })
  })

  it('ENE-02 is read if its counter fell before breaks were recorded', async () => {
    await report(known(0, 5000), known(5, 5050), known(6, 0), known(14, 80))
    await db().run('update quarter set breaks = null where system = $1', [system().id])
    await report(known(10, 40))
    expect(await counted()).toEqual({ pv_wh: 130, breaks: { pv_wh: [fall(5, 5050, 6, 0)] } })
  })
})
