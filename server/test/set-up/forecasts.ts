import { getForecast } from '@kellersonne/contract/energy/forecast'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { percent, watts } from '@kellersonne/core/units/units'
import { afterAll, beforeAll } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { forecastOf } from '../../src/energy/forecast/expectation.ts'
import { makeForecasts } from '../../src/energy/forecast/making.ts'
import { accountStore } from '../../src/identity/accounts/store.ts'
import { type OwnedSystem, systemStore } from '../../src/systems/store.ts'
import type { Item } from '../../src/telemetry/intake/batch.ts'
import { readingStore } from '../../src/telemetry/readings/store.ts'
import { testDatabase } from '../database/database.ts'

export const TIME_ZONE = 'Europe/Berlin'
/** Noon in Berlin. */
export const NOW = new Date('2026-06-18T10:00:00Z')
const ALWAYS = new Date('2026-01-01T00:00:00Z')

const counters = { pv: null, import: null, feedIn: null, charge: null, discharge: null }
/** Long enough before a forecast that all is stored. */
const RECEIVED_BEFORE_MS = 120_000
type Powers = { pv: number | null; load: number | null }
export const readingAt = (at: Date, { pv, load }: Powers): Reading => ({
  at,
  gridVoltage: null,
  grid: pv === null || load === null ? null : watts(load - pv),
  pv: pv === null ? null : watts(pv),
  battery: watts(0),
  soc: percent(1),
  output: null,
  counters,
})

export const flat = (pv: number | null, load: number | null) => [
  [new Set([pv]), new Set([load])],
  [new Set([pv]), new Set([load])],
]

/** A database, systems with a given history, and the forecasts made from it. */
export function setUpForecasts() {
  let test: Awaited<ReturnType<typeof testDatabase>>
  let serial = 5000
  beforeAll(async () => {
    test = await testDatabase()
    await readingStore(test.db).makePartitions(NOW)
  })
  afterAll(() => test.close())

  async function newOwner() {
    serial += 1
    const owner = await accountStore(test.db).create(`${serial}@example.org`, 'hash', 'de')
    if (owner === null) throw new Error('there already')
    return owner
  }
  async function newSystem(since = ALWAYS): Promise<OwnedSystem & { owner: string }> {
    serial += 1
    const sn = serialNumber.parse(`${serial}`)
    const id = await systemStore(test.db).put({ sn, phase: 1, timeZone: TIME_ZONE, secret: 'secret' })
    const owner = await newOwner()
    await systemStore(test.db).claim(id, owner, since)
    return { id, sn, phase: 1, time_zone: TIME_ZONE, since, visible_from: since, owner, name: null }
  }
  /** Stores one reading per quarter, since `days` before `until`; null = no reading. */
  async function report(
    { id }: OwnedSystem,
    days: number,
    reported: (at: Date) => Powers | null = () => ({ pv: 400, load: 500 }),
    until = NOW,
  ) {
    const start = startOfDay(dayAfter(dayOf(until, TIME_ZONE), -days), TIME_ZONE).getTime()
    const receivedAt = new Date(until.getTime() - RECEIVED_BEFORE_MS)
    const items: Item[] = []
    for (let at = start; at < until.getTime(); at += QUARTER_MS) {
      const received = reported(new Date(at))
      if (received)
        items.push({
          kind: 'reading',
          system: id,
          receivedAt,
          reading: readingAt(new Date(at + 60_000), received),
        })
    }
    await storeBatch(test.db, items)
  }
  const make = async (now = NOW) => {
    while (await test.db.transaction((sql) => makeForecasts(sql, now)));
  }
  const shown = async (system: OwnedSystem, now = NOW) =>
    getForecast.response.parse(await forecastOf(test.db, system, now))
  const powers = async (system: OwnedSystem, now = NOW) => {
    const { days } = await shown(system, now)
    return days.map(({ pv, load }) => [new Set(pv), new Set(load)])
  }

  /** When each system's forecast was made, those of owners who have none yet left out. */
  const madeAt = async () => {
    const row = z.object({ system: z.int(), made_at: z.date() })
    const rows = await test.db.rows(
      row,
      'select system, made_at from forecast where made_at > to_timestamp(0)',
    )
    return new Map(rows.map(({ system, made_at }) => [system, made_at.toISOString()]))
  }

  return { db: () => test.db, newOwner, newSystem, report, make, madeAt, shown, powers }
}
