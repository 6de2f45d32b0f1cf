import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { type Broker, openBroker } from '../../src/platform/broker/broker.ts'
import type { Denial } from '../../src/platform/broker/denials.ts'
import { networkOf } from '../../src/platform/rate-limits/network.ts'
import { authenticateUnits } from '../../src/systems/unit-secrets.ts'
import { openIngest } from '../../src/telemetry/intake/ingest.ts'
import { testDatabase } from '../database/database.ts'
import { enrol, lines, now, sn } from './mqtt-units.ts'

export const reading = (text = sn) => `storage/${text}/reading`
export const will = {
  topic: `storage/${sn}/online`,
  payload: Buffer.from('{"online": false}'),
  qos: 1 as const,
  retain: false,
}

/** The dependencies of most brokers under test: no errors expected, no rate limits. */
export const brokerDeps = {
  rest: () => 0,
  networkOf,
  onDenied: () => undefined,
  onFault(error: unknown) {
    throw error
  },
  now,
}

/** The server's own broker with ingest behind it, new for each test of a file; their database is shared. */
export function embeddedBroker() {
  let test: Awaited<ReturnType<typeof testDatabase>>
  let broker: Broker
  let folder: string
  let ingest: ReturnType<typeof openIngest>
  let system: number
  const denied: Denial[] = []
  const { dial, connected, hangUp } = lines(() => broker.ports.mqtt)

  const config = () => ({
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: 0,
    HOST: '127.0.0.1',
    MQTTS_PORT: 0,
    DATA_DIR: folder,
  })
  const open = (overrides = {}) =>
    openBroker(
      { ...config(), ...overrides },
      {
        authenticate: authenticateUnits(test.db),
        ingest: (received) => ingest.take(received),
        ...brokerDeps,
        onDenied: (denial) => denied.push(denial),
        rest: (system) => ingest.rest(system),
      },
    )

  beforeAll(async () => {
    test = await testDatabase()
    system = await enrol(test.db)
    folder = await mkdtemp(join(tmpdir(), 'ks-broker-'))
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    denied.length = 0
    await test.db.run('truncate reading, quarter, state, unit_state, latest, refused')
    ingest = openIngest({ store: (batch) => storeBatch(test.db, batch), now })
    broker = await open()
  })
  afterEach(async () => {
    await hangUp()
    await broker.close()
    await ingest.close()
  })

  return {
    ...{ config, open, dial, connected },
    db: () => test.db,
    broker: () => broker,
    /** What units have been denied in this test. */
    denied: () => denied,
    ingest: () => ingest,
    folder: () => folder,
    /** The first unit's id. */
    system: () => system,
    /** Opens the broker again after it has been closed. */
    async reopen() {
      broker = await open()
    },
    /** Counts the first unit's readings. */
    stored: async () =>
      (
        await test.db.row(z.object({ n: z.int() }), 'select count(*) as n from reading where system = $1', [
          system,
        ])
      )?.n,
  }
}
