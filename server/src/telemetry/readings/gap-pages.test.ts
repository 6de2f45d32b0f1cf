import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import type { Sql } from '../../platform/db/database.ts'
import { GAP_HEADER, gapPages } from './gap-pages.ts'

const { db, system, reading, report } = setUpTelemetry()
const START = Date.parse('2026-01-10T00:00:00Z')
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(START + hours * HOUR_MS)
const DAY = 24

const counting = (hours: number, pv: number | null, drawn: number | null = null) =>
  reading(at(hours), {
    counters: {
      ...unknown.counters,
      pv: pv === null ? null : wattHours(pv),
      import: drawn === null ? null : wattHours(drawn),
    },
  })
/** Resolves to the rows of an export: from and until in hours, and the energies as they stand there. */
async function gapsOf(since: number, until: number, sql: Sql = db()) {
  let text = ''
  for await (const page of gapPages(sql, { system: system().id, since: at(since), until: at(until) }))
    text += page
  const hours = (cell = '') => (Date.parse(cell) - START) / HOUR_MS
  return text
    .split('\r\n')
    .slice(0, -1)
    .map((row) => row.split(','))
    .map(([from, to, ...energies]) => [hours(from), hours(to), energies.join()])
}

describe('the gaps of an export', () => {
  it('ENE-01 SET-06 have one row each, with the energies of all counters that share it', async () => {
    expect(GAP_HEADER.join()).toBe('from,until,pv_wh,import_wh,feed_in_wh,charge_wh,discharge_wh')
    await report(counting(0, 100, 5), counting(1, 110, 5), counting(5, 4110, 905), counting(6, 4120, 905))
    expect(await gapsOf(0, 10)).toEqual([[1, 5, '4000,900,,,']])
    expect([await gapsOf(2, 10), await gapsOf(0, 4)]).toEqual([[], []])
  })

  it('ENE-01 SET-06 are found however long they are, each once, also when counters are silent at different times', async () => {
    await report(counting(0, 100, 1000))
    // The import counter is silent for 130 days; the PV counter, within this, for 50.
    for (const day of [1, 20, 39, 41, 60]) await report(counting(day * DAY, day * 1000))
    await report(counting(110 * DAY, 200_000))
    await report(counting(130 * DAY, 230_000, 51_000))
    const each = [0, 1, 20, 39, 41, 60, 110, 130]
    const found = await gapsOf(0, 140 * DAY)
    expect(
      found.filter(([, , energies]) => energies !== ',50000,,,').map(([from, until]) => [from, until]),
    ).toEqual(each.slice(1).map((day, i) => [(each[i] ?? 0) * DAY, day * DAY]))
    expect(found.filter(([, , energies]) => energies === ',50000,,,')).toEqual([[0, 130 * DAY, ',50000,,,']])
  })

  it('SET-06 F14 cost no more where a counter has been silent for long: nothing is read again and again', async () => {
    await report(counting(0, 100, 1000))
    const many = Array.from({ length: 399 }, (_, i) => counting(((i + 1) * DAY) / 2, i * 1000))
    await report(...many)
    let days = 0
    const counted: Sql = {
      ...db(),
      rows(row, text, values) {
        const [, from, until] = z
          .tuple([z.unknown(), z.array(z.date()), z.array(z.date())], z.unknown())
          .parse(values)
        from.forEach((begin, i) => {
          days += ((until[i]?.getTime() ?? 0) - begin.getTime()) / (DAY * HOUR_MS)
        })
        return db().rows(row, text, values)
      },
    }
    expect(await gapsOf(0, 200 * DAY, counted)).toHaveLength(many.length)
    expect(days).toBeLessThan(220)
  })
})
