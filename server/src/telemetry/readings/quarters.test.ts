import { serialNumber } from '@kellersonne/contract/systems/systems'
import { stepOf } from '@kellersonne/core/telemetry/counters/steps'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import { houseLoad } from '@kellersonne/core/units/power'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { shrunkAtMost } from '../../../test/shrinking.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { systemStore } from '../../systems/store.ts'
import type { Item } from '../intake/batch.ts'
import { counters, measures } from './columns.ts'
import { readingStore } from './store.ts'

const START = new Date('2026-06-18T09:00:00Z')
const HEARD = new Date('2026-06-18T12:00:00Z')
const SPAN_MS = 4 * QUARTER_MS

let test: Awaited<ReturnType<typeof testDatabase>>
let serial = 0
beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(HEARD)
})
afterAll(() => test.close())

const newSystem = () => {
  serial += 1
  return systemStore(test.db).put({
    sn: serialNumber.parse(`${serial}`),
    phase: 1,
    timeZone: 'Europe/Berlin',
    secret: 'secret',
  })
}
const itemOf =
  (system: number) =>
  (reading: Reading): Item => ({ kind: 'reading', system, receivedAt: HEARD, reading })

const maybe = <T, U>(arbitrary: fc.Arbitrary<T>, unit: (value: T) => U) =>
  fc.option(arbitrary.map(unit), { freq: 4 })
const power = maybe(fc.double({ min: -100_000, max: 100_000, noNaN: true }), watts)
/** Counters that jitter, fall and jump. */
const counter = maybe(
  fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 40_000 }),
    fc.constantFrom(5_000_000, 5_000_020),
  ),
  wattHours,
)
/** Often exactly at the start of a quarter. */
const instant = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: SPAN_MS / 1000 - 1 }).map((s) => s * 1000) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 0, max: SPAN_MS / QUARTER_MS - 1 }).map((q) => q * QUARTER_MS),
    },
  )
  .map((ms) => new Date(START.getTime() + ms))
const reading: fc.Arbitrary<Reading> = fc.record({
  at: instant,
  gridVoltage: maybe(fc.double({ min: 0, max: 500, noNaN: true }), volts),
  grid: power,
  pv: power,
  battery: power,
  soc: maybe(fc.double({ min: 0, max: 100, noNaN: true }), percent),
  output: power,
  counters: fc.record({ pv: counter, import: counter, feedIn: counter, charge: counter, discharge: counter }),
})
/** Counters that rise evenly, with jitter; now and then one is unknown or wrong. */
const mostlyRising = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: 0, max: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom(null, 300, 2_000_000) },
  ),
  { minLength: 5, maxLength: 5 },
)
const WH_PER_MS = 2000 / QUARTER_MS
const risingReading = fc.tuple(reading, mostlyRising).map(([one, offsets]): Reading => {
  const counted = (i: number) => {
    const offset = offsets[i] ?? null
    const risen = Math.round((one.at.getTime() - START.getTime()) * WH_PER_MS)
    return offset === null ? null : wattHours(risen + offset)
  }
  const counters = {
    pv: counted(0),
    import: counted(1),
    feedIn: counted(2),
    charge: counted(3),
    discharge: counted(4),
  }
  return { ...one, counters }
})

/** Readings and how they arrive: shuffled, some repeated, in batches, some of which arrive at the same time. */
const storyOf = (one: fc.Arbitrary<Reading>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 30, selector: ({ at }) => at.getTime() }).chain((readings) =>
    fc.record({
      readings: fc.constant(readings),
      reported: fc
        .tuple(fc.shuffledSubarray(readings, { minLength: readings.length }), fc.shuffledSubarray(readings))
        .map(([once, again]) => [...once, ...again]),
      sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
      writers: fc.integer({ min: 1, max: 3 }),
    }),
  )

function cut<T>(all: readonly T[], sizes: readonly number[]): T[][] {
  const pieces: T[][] = []
  for (let at = 0; at < all.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1
    pieces.push(all.slice(at, at + size))
    at += size
  }
  return pieces
}

async function report(system: number, batches: readonly Reading[][], writers: number) {
  const left = batches.map((batch) => batch.map(itemOf(system)))
  const work = async () => {
    for (let batch = left.shift(); batch; batch = left.shift()) await storeBatch(test.db, batch)
  }
  await Promise.all(Array.from({ length: writers }, work))
}

const quartersOf = async (system: number) => {
  const rows = await test.db.rows(
    z.object({ quarter: z.record(z.string(), z.unknown()) }),
    'select to_jsonb(quarter) - $2::text as quarter from quarter where system = $1 order by at',
    [system, 'system'],
  )
  return rows.map(({ quarter }) =>
    Object.fromEntries(
      Object.entries(quarter).map(([name, value]) => [
        name,
        name.endsWith('at') && typeof value === 'string' ? new Date(value).getTime() : value,
      ]),
    ),
  )
}

const thousandths = (value: number | null | undefined) =>
  typeof value === 'number' ? watts(Math.round(value * 1000)) : null
/** The oracle: computes quarters by going through the readings one by one. */
function expectedQuarters(readings: readonly Reading[]) {
  const groups = Map.groupBy(
    readings.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ({ at }) => quarterOf(at).getTime(),
  )
  return [...groups].map(([at, group]) => {
    const row: Record<string, unknown> & { breaks: object | null } = {
      at,
      readings: group.length,
      breaks: null,
    }
    const load = (r: Reading) =>
      houseLoad({ grid: thousandths(r.grid), pv: thousandths(r.pv), battery: thousandths(r.battery) })
    for (const { name, of } of [...measures, { name: 'load_w', of: load }]) {
      const values = group.map(of).filter((value) => typeof value === 'number')
      row[`${name}_sum`] = values.length > 0 ? values.reduce((a, b) => a + b, 0) : null
      // JSON has no -0.
      row[`${name}_min`] = values.length > 0 ? Math.min(...values) + 0 : null
      row[`${name}_max`] = values.length > 0 ? Math.max(...values) + 0 : null
      row[`${name}_count`] = values.length
    }
    for (const { name, of } of counters) {
      const series = group.flatMap((r) => {
        const value = of(r)
        return typeof value === 'number' ? [{ at: r.at.getTime(), value }] : []
      })
      row[`${name}_first`] = series[0]?.value ?? null
      row[`${name}_first_at`] = series[0]?.at ?? null
      row[`${name}_last`] = series.at(-1)?.value ?? null
      row[`${name}_last_at`] = series.at(-1)?.at ?? null
      const steps = series.slice(1).map((after, i) => ({ before: series[i] ?? after, after }))
      const [sums, broken] = [steps.filter(isEnergy), steps.filter((one) => !isEnergy(one))]
      row[name] =
        series.length > 0
          ? sums.reduce((sum, { before, after }) => sum + after.value - before.value, 0)
          : null
      if (broken.length > 0)
        row.breaks = {
          ...(row.breaks ?? {}),
          [name]: broken
            .slice(0, 4)
            .map(({ before, after }) => [before.at, before.value, after.at, after.value]),
        }
    }
    return row
  })
}
type Point = { readonly at: number; readonly value: number }
const isEnergy = ({ before, after }: { before: Point; after: Point }) =>
  stepOf(before.value, after.value, after.at - before.at) === 'energy'

describe('quarters', () => {
  it('PRD-02 equal their readings whatever the order, doubling, lateness and batches they came in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(storyOf(reading), storyOf(risingReading)),
        shrunkAtMost(100, async ({ readings, reported, sizes, writers }) => {
          const system = await newSystem()
          await report(system, cut(reported, sizes), writers)
          expect(await quartersOf(system)).toEqual(expectedQuarters(readings))
        }),
      ),
      { numRuns: 250 },
    )
  })

  it('PRD-02 are left alone by a late reading in the quarter before', async () => {
    const system = await newSystem()
    const [sample] = fc.sample(reading, { numRuns: 1, seed: 1 })
    if (!sample) throw new Error('no sample')
    const at = (minutes: number): Reading => ({
      ...sample,
      at: new Date(START.getTime() + minutes * 60_000),
      counters: { ...sample.counters, pv: wattHours(minutes) },
    })
    const [late, ...others] = [5, 0, 10, 15, 20, 25].map(at)
    if (!late) throw new Error('no reading')
    await report(system, [others, [late]], 1)
    expect(await quartersOf(system)).toEqual(expectedQuarters([...others, late]))
  })

  it('two workers on one system at once neither lose nor double anything', async () => {
    const system = await newSystem()
    const readings = fc.sample(
      fc.uniqueArray(reading, { minLength: 400, maxLength: 400, selector: ({ at }) => at.getTime() }),
      { numRuns: 1, seed: 7 },
    )[0]
    if (!readings) throw new Error('no sample')
    const halves = [readings, readings.toReversed()]
    await Promise.all(halves.map((half) => report(system, cut(half, [7, 31, 2]), 2)))
    expect(await quartersOf(system)).toEqual(expectedQuarters(readings))
  })
})
