import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NOW, setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import type { Item } from '../intake/batch.ts'
import { MAX_RECOUNTED } from './quarters.ts'

const { db, system } = setUpTelemetry()
const START = Date.parse('2026-06-18T09:00:00Z')

/** A reading a number of 100 ms after the start of a quarter. */
const readingAt = (step: number, pv: number): Item => ({
  ...{ kind: 'reading', system: system().id, receivedAt: NOW },
  reading: {
    ...unknown,
    at: new Date(START + step * 100),
    counters: { ...unknown.counters, pv: wattHours(pv) },
  },
})
/** Readings 200 ms apart, whose counter falls to 0 in the middle. */
const falling = (count: number) =>
  Array.from({ length: count }, (_, i) => readingAt(2 * i, i < count / 2 ? i : i - Math.ceil(count / 2)))
const energy = async () =>
  (await db().row(z.object({ pv_wh: z.int() }), 'select pv_wh from quarter where system = $1', [system().id]))
    ?.pv_wh

describe('a quarter with many readings', () => {
  it('PRD-02 F8 is recounted at a cost', async () => {
    expect((await storeBatch(db(), falling(1000))).costs.get(system().id)).toBeCloseTo((1000 - 100) / 5)
    const { costs } = await storeBatch(db(), [readingAt(1, 1)])
    expect(costs.get(system().id)).toBeCloseTo((1001 - 100) / 5)
    expect(await energy()).toBe(499 + 499)
  })

  it('PRD-02 is recounted for nothing where it is one of a usual unit', async () => {
    await storeBatch(db(), falling(90))
    expect((await storeBatch(db(), [readingAt(1, 1)])).costs.get(system().id) ?? 0).toBe(0)
  })

  it('PRD-02 F8 is counted from its first to its last value once it holds too many to be read again', async () => {
    await storeBatch(db(), falling(MAX_RECOUNTED))
    await storeBatch(db(), [readingAt(1, 1)])
    expect(await energy()).toBe(899 + 899)
    expect((await storeBatch(db(), [readingAt(3, 2)])).costs.get(system().id)).toBeUndefined()
    expect(await energy()).toBe(899)
    await storeBatch(db(), [readingAt(2 * MAX_RECOUNTED, 901)])
    expect(await energy()).toBe(901)
  })
})
