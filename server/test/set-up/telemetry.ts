import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type StateMessage, storedState } from '@kellersonne/contract/telemetry/device'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { liveStore } from '../../src/live/store.ts'
import { type OwnedSystem, systemStore } from '../../src/systems/store.ts'
import type { Item } from '../../src/telemetry/intake/batch.ts'
import { readingStore } from '../../src/telemetry/readings/store.ts'
import { testDatabase } from '../database/database.ts'

/** A minute after noon in Berlin. */
export const NOW = new Date('2026-06-18T10:01:00Z')
export const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

/** What a unit says that has no messages. */
export const NO_MESSAGES = { message1: [], message2: [], errors: [] }

export const unknown: Omit<Reading, 'at'> = {
  gridVoltage: null,
  grid: null,
  pv: null,
  battery: null,
  soc: null,
  output: null,
  counters: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
}

/** A new system for each test, functions to store its data, and the data its owner sees. */
export function setUpTelemetry() {
  let test: Awaited<ReturnType<typeof testDatabase>>
  let system: OwnedSystem
  let serial = 2000
  beforeAll(async () => {
    test = await testDatabase()
    await readingStore(test.db).makePartitions(NOW)
  })
  afterAll(() => test.close())
  beforeEach(begin)

  async function newSystem(
    since = new Date('2026-01-01T00:00:00Z'),
    timeZone = 'Europe/Berlin',
  ): Promise<OwnedSystem> {
    serial += 1
    const sn = serialNumber.parse(`${serial}`)
    const id = await systemStore(test.db).put({ sn, phase: 2, timeZone, secret: 'secret' })
    return { id, sn, phase: 2, time_zone: timeZone, since, visible_from: since, name: null }
  }
  async function begin() {
    system = await newSystem()
  }
  const live = async (of = system, now = NOW) => {
    const [current] = await liveStore(test.db).of([of], now)
    if (!current) throw new Error('no system')
    return current
  }
  const reading = (at: Date, values: Partial<Reading> = {}, receivedAt = at): Item => ({
    kind: 'reading',
    system: system.id,
    receivedAt,
    reading: { ...unknown, ...values, at },
  })
  const state = (at: Date, fields: Partial<StateMessage> = {}): Item => ({
    kind: 'state',
    system: system.id,
    receivedAt: at,
    state: storedState.parse({ status: 'on', ...NO_MESSAGES, ...fields, at: at.toISOString() }),
  })
  const report = (...items: Item[]) => storeBatch(test.db, items)

  return {
    db: () => test.db,
    system: () => system,
    /** Continues with another system. */
    begin,
    ...{ newSystem, live, reading, state, report },
  }
}
