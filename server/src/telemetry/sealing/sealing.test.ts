import { getGraph, graph } from '@kellersonne/contract/energy/charts'
import { toGraphData } from '@kellersonne/contract/energy/graph-data'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { methods } from '@kellersonne/core/energy/charts'
import { counterNames, type Reading } from '@kellersonne/core/telemetry/readings'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { shrunkAtMost } from '../../../test/shrinking.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { graphOf } from '../../energy/charts/graph.ts'
import { balanceOf } from '../../energy/forecast/balance.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'
import type { Item } from '../intake/batch.ts'
import { quarterPages } from '../readings/pages.ts'
import { readingStore } from '../readings/store.ts'
import { createSealing } from './job.ts'
import { createRetention } from './retention.ts'

/** Around the end of summer time: the second day has 25 hours. */
const START = new Date('2026-10-23T22:00:00Z')
const NOW = new Date('2026-10-28T12:00:00Z')
const SPAN_S = 3 * 86_400 + 3600
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
const SN = serialNumber.parse('1001')
const DAY_MS = 86_400_000

let test: Awaited<ReturnType<typeof testDatabase>>
let serial = 0
beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(NOW)
})
afterAll(() => test.close())

async function newSystem(): Promise<OwnedSystem> {
  serial += 1
  const timeZone = 'Europe/Berlin'
  const sn = serialNumber.parse(`${serial}`)
  const id = await systemStore(test.db).put({ sn, phase: 1, timeZone, secret: 'secret' })
  return { id, sn: SN, phase: 1, time_zone: timeZone, since: LONG_AGO, visible_from: LONG_AGO, name: null }
}
const itemsOf =
  ({ id }: OwnedSystem, seenAt = NOW) =>
  (reading: Reading): Item => ({ kind: 'reading', system: id, receivedAt: seenAt, reading })

const maybe = <T, U>(arbitrary: fc.Arbitrary<T>, unit: (value: T) => U) =>
  fc.option(arbitrary.map(unit), { freq: 5 })
const power = maybe(fc.integer({ min: -6000, max: 6000 }), watts)
const counter = maybe(fc.integer({ min: 0, max: 3000 }), wattHours)
const reading: fc.Arbitrary<Reading> = fc.record({
  // Few quarters, so that many hold several readings.
  at: fc
    .integer({ min: 0, max: SPAN_S / 100 - 1 })
    .map((n) => new Date(START.getTime() + n * 100_000 + ((n * 7919) % 1000))),
  gridVoltage: maybe(fc.double({ min: 210, max: 250, noNaN: true }), volts),
  grid: power,
  pv: power,
  battery: power,
  soc: maybe(fc.integer({ min: 0, max: 100 }), percent),
  output: power,
  counters: fc.record({ pv: counter, import: counter, feedIn: counter, charge: counter, discharge: counter }),
})

/** The same readings shuffled, some twice; after which batches days are sealed, and how many at once. */
const story = fc
  .uniqueArray(reading, { minLength: 5, maxLength: 40, selector: ({ at }) => at.getTime() })
  .chain((readings) =>
    fc.record({
      readings: fc.constant(readings),
      reported: fc
        .tuple(fc.shuffledSubarray(readings, { minLength: readings.length }), fc.shuffledSubarray(readings))
        .map(([once, again]) => [...once, ...again]),
      sizes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
      sealers: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
    }),
  )

const seal = async () => {
  const sealDays = createSealing()
  while (await test.db.transaction((sql) => sealDays(sql, NOW)));
}

async function reportInDisorder(
  system: OwnedSystem,
  reported: readonly Reading[],
  { sizes, sealers }: { sizes: readonly number[]; sealers: readonly number[] },
) {
  for (let at = 0, batch = 0; at < reported.length; batch += 1) {
    const size = sizes[batch % sizes.length] ?? 1
    const items = reported.slice(at, at + size).map(itemsOf(system))
    const workers = Array.from({ length: sealers[batch % sealers.length] ?? 0 }, seal)
    await Promise.all([storeBatch(test.db, items), ...workers])
    at += size
  }
}

/** Everything the product ever shows of a system. */
async function shown(system: OwnedSystem): Promise<string> {
  const answers: unknown[] = []
  for (const method of methods)
    for (const [interval, resolution] of [
      ['Day', 'hour'],
      ['Month', method === 'mean' ? 'day' : 'quarter'],
    ] as const) {
      const query = { sn: SN, interval, from_date: '2026-10-25', method, resolution }
      answers.push(await graphOf(test.db, [system], getGraph.query.parse(query), NOW))
    }
  answers.push(await balanceOf(test.db, [system], new Date('2026-10-26T20:00:00Z')))
  const period = { system: system.id, since: LONG_AGO, until: NOW }
  for await (const lines of quarterPages(test.db, period)) answers.push(lines)
  const peaks = await readingStore(test.db).pvPeaks([{ system: system.id, start: LONG_AGO }], NOW)
  return JSON.stringify([...answers, [...peaks.values()]])
}

const count = async (table: 'quarter' | 'reading' | 'sealed_day', { id }: OwnedSystem) =>
  (
    await test.db.row(
      z.object({ n: z.int() }),
      `select count(*)::integer as n from ${table} where system = $1`,
      [id],
    )
  )?.n

describe('sealed days', () => {
  it('PRD-03 CHT-07 say byte for byte the same whatever the order, doubling, lateness and sealing', async () => {
    await fc.assert(
      fc.asyncProperty(
        story,
        shrunkAtMost(10, async ({ readings, reported, ...how }) => {
          const plain = await newSystem()
          await storeBatch(test.db, readings.map(itemsOf(plain)))
          const expected = await shown(plain)
          const system = await newSystem()
          await reportInDisorder(system, reported, how)
          expect(await shown(system)).toBe(expected)
          await seal()
          expect(await count('quarter', system)).toBe(0)
          expect(await shown(system)).toBe(expected)
        }),
      ),
      { numRuns: 12 },
    )
  })

  it.each([
    ['their first instant', '2026-10-24T22:00:00Z', true],
    ['their last instant', '2026-10-25T22:59:59.999Z', true],
    ['the instant before', '2026-10-24T21:59:59.999Z', false],
    ['the instant after', '2026-10-25T23:00:00Z', false],
  ])('PRD-03 CHT-07 of a late reading of %s: are they opened again?', async (_, late, isOpened) => {
    const system = await newSystem()
    const [one] = fc.sample(reading, { seed: 3, numRuns: 1 })
    const report = (at: string) =>
      storeBatch(test.db, (one ? [{ ...one, at: new Date(at) }] : []).map(itemsOf(system)))
    await report('2026-10-25T12:00:00Z')
    await report('2026-10-27T12:00:00Z')
    await seal()
    await report(late)
    expect(await count('sealed_day', system)).toBe(isOpened ? 1 : 2)
    await seal()
    expect([await count('sealed_day', system), await count('quarter', system)]).toEqual([isOpened ? 2 : 3, 0])
  })

  it('PRD-03 leave everything as it was when sealing breaks off', async () => {
    const system = await newSystem()
    const [readings] = fc.sample(fc.array(reading, { minLength: 20, maxLength: 20 }), { seed: 5, numRuns: 1 })
    await storeBatch(test.db, (readings ?? []).map(itemsOf(system)))
    const expected = await shown(system)
    const broken = test.db.transaction(async (sql) => {
      await createSealing()(sql, NOW)
      throw new Error('killed')
    })
    await expect(broken).rejects.toThrow('killed')
    expect(await count('sealed_day', system)).toBe(0)
    expect(await shown(system)).toBe(expected)
  })

  it('PRD-03 take nothing once raw readings are gone, so that nothing counts twice', async () => {
    const system = await newSystem()
    const [readings = []] = fc.sample(fc.array(reading, { minLength: 30, maxLength: 30 }), {
      seed: 7,
      numRuns: 1,
    })
    await storeBatch(test.db, readings.map(itemsOf(system)))
    await seal()
    const expected = await shown(system)
    const later = new Date(NOW.getTime() + 60 * DAY_MS)
    const forget = createRetention()
    while (await test.db.transaction((sql) => forget(sql, later)));
    const raw = await test.db.row(
      z.object({ n: z.int() }),
      'select count(*)::integer as n from reading where system = $1',
      [system.id],
    )
    expect(raw?.n).toBe(0)
    await storeBatch(test.db, readings.map(itemsOf(system, later)))
    expect(await shown(system)).toBe(expected)
    const refused = await test.db.row(
      z.object({ n: z.int() }),
      `select count(*)::integer as n from refused where system = $1 and reason = 'time_past'`,
      [system.id],
    )
    expect(refused?.n).toBe(readings.length)
  })

  it('PRD-03 hold what was open of a day before its raw readings are deleted', async () => {
    const system = await newSystem()
    const at = new Date(NOW.getTime() - 30 * DAY_MS)
    const [one] = fc.sample(reading, { seed: 1, numRuns: 1 })
    await readingStore(test.db).makePartitions(at)
    await storeBatch(test.db, (one ? [{ ...one, at }] : []).map(itemsOf(system)))
    const expected = await shown(system)
    const later = new Date(NOW.getTime() + 60 * DAY_MS)
    const forget = createRetention()
    while (await test.db.transaction((sql) => forget(sql, later)));
    expect([await count('reading', system), await count('sealed_day', system)]).toEqual([0, 1])
    expect(await shown(system)).toBe(expected)
  })

  it('PRD-03 ENE-01 sums of days, and of the gaps between them, are the month and the year, to the watt-hour', async () => {
    const system = await newSystem()
    const readings = fc.sample(reading, { seed: 11, numRuns: 200 })
    await storeBatch(test.db, readings.map(itemsOf(system)))
    await seal()
    const totals = async (interval: string, resolution: string) => {
      const asked = { sn: SN, interval, from_date: '2026-10-25', method: 'sum', resolution }
      const query = getGraph.query.parse({ ...asked, series: 'energies,flows' })
      const data = toGraphData(graph.parse(await graphOf(test.db, [system], query, NOW)))
      const apart = data.energyGaps.filter(
        ({ from, until }) =>
          !data.edges.some((edge, i) => edge <= from && (data.edges[i + 1] ?? edge) >= until),
      )
      const sum = (all: readonly (number | null)[]) => all.reduce<number>((a, b) => a + (b ?? 0), 0)
      return [
        ...counterNames.map((of) => sum([...(data.energies?.[of] ?? []), ...apart.map((gap) => gap[of])])),
        ...Object.values(data.flows ?? {}).map(sum),
      ]
    }
    const year = await totals('Year', 'month')
    expect(year.every((sum) => Number.isInteger(sum))).toBe(true)
    expect(year[0]).toBeGreaterThan(0)
    for (const resolution of ['day', 'month']) expect(await totals('Month', resolution)).toEqual(year)
    for (const resolution of ['quarter', 'day']) expect(await totals('Year', resolution)).toEqual(year)
  })
})
