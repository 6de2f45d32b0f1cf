import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { commandPayload } from '@kellersonne/contract/telemetry/device'
import { ACCEPT_MS, type CommandName } from '@kellersonne/core/control/commands'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { cuttable } from '../../test/database/cuttable.ts'
import { testDatabase } from '../../test/database/database.ts'
import { brokerDeps } from '../../test/mqtt/embedded-broker.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { accountStore } from '../identity/accounts/store.ts'
import { type Broker, openBroker } from '../platform/broker/broker.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { systemStore } from '../systems/store.ts'
import { authenticateUnits } from '../systems/unit-secrets.ts'
import { openIngest } from '../telemetry/intake/ingest.ts'
import { readingStore } from '../telemetry/readings/store.ts'
import { openCommandSender } from './command-sender.ts'
import { issueCommand } from './issue-command.ts'
import { commandStore } from './store.ts'

const sn = serialNumber.parse('1001')
const log = pino({ level: 'silent' })
let skipped = 0
const now = () => new Date(Date.now() + skipped)

let test: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let owner: string
let system: number
let server: Awaited<ReturnType<typeof serve>>
const units: mqtt.MqttClient[] = []

/** A process with the role ingest, with any connection to the database. */
async function serve(db = test.db, port = 0) {
  const ingest = openIngest({ store: (batch) => storeBatch(test.db, batch), now })
  const broker: Broker = await openBroker(
    { MQTT_HOST: '127.0.0.1', MQTT_PORT: port, HOST: '127.0.0.1', MQTTS_PORT: 0, DATA_DIR: folder },
    { authenticate: authenticateUnits(test.db), ingest: ingest.take, ...brokerDeps, now },
  )
  const sending = openCommandSender({ db, broker, now, log })
  return {
    port: broker.ports.mqtt,
    async close() {
      await sending.close()
      await broker.close()
      await ingest.close()
    },
  }
}

/** Connects a unit that subscribes to its commands and records them. */
async function unit(options: mqtt.IClientOptions = {}) {
  const client = mqtt.connect({
    ...{ host: '127.0.0.1', port: server.port, protocolVersion: 4, clientId: sn, username: sn },
    ...{ password: 'secret', reconnectPeriod: 50 },
    ...options,
  })
  client.on('error', () => undefined)
  units.push(client)
  const payloads: z.output<typeof commandPayload>[] = []
  const received: string[] = []
  client.on('message', (_, bytes) => {
    const payload = commandPayload.parse(JSON.parse(String(bytes)))
    payloads.push(payload)
    received.push(payload.id)
  })
  client.on('connect', () => client.subscribe(`storage/${sn}/command`, { qos: 1 }))
  await expect.poll(() => client.connected).toBe(true)
  return {
    client,
    received,
    payloads,
    answer: (id: string, outcome: string) =>
      client.publishAsync(`storage/${sn}/command/outcome`, JSON.stringify({ id, outcome }), { qos: 1 }),
  }
}
const ask = async (name: CommandName, value: number | null = null) => {
  const at = now()
  await storeBatch(test.db, [{ kind: 'presence', system, receivedAt: at, online: true }])
  return (await issueCommand(test.db, { sn, caller: { owner }, order: { name, value }, now: at })).id
}
const state = async (id: string) => (await commandStore(test.db).find(id, { owner }))?.state
/** Ends a pending command, so that the next one can be issued. */
const end = (id: string) =>
  test.db.run(`update command set state = 'done', deadline = null, ended_at = now() where id = $1`, [id])

beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ks-sending-'))
  owner = (await accountStore(test.db).create('anna@example.org', 'none', 'de')) ?? ''
  system = await systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' })
})
beforeEach(async () => {
  skipped = 0
  await test.db.run('truncate command, ownership, latest cascade')
  await systemStore(test.db).claim(system, owner, new Date('2026-01-01T00:00:00Z'))
  server = await serve()
})
afterEach(async () => {
  await Promise.all(units.splice(0).map((client) => client.endAsync(true)))
  await server.close()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

describe('a command that is given', () => {
  it('API-07 reaches the unit, and its answers come back', async () => {
    const { received, answer } = await unit()
    const id = await ask('standby')
    expect(await ask('standby')).toBe(id)
    await expect.poll(() => received).toContain(id)
    await answer(id, 'accepted')
    expect(await state(id)).toBe('accepted')
    await answer(id, 'done')
    expect(await state(id)).toBe('done')
    const after = await ask('off')
    await expect.poll(() => received).toContain(after)
    // Twice where it was issued while the unit subscribed.
    expect([...new Set(received)]).toEqual([id, after])
  })

  it('API-07 says its name, its end, and a value where it has one', async () => {
    const { received, payloads } = await unit()
    const plain = await ask('standby')
    await expect.poll(() => received).toContain(plain)
    await end(plain)
    const valued = await ask('off', 40)
    await expect.poll(() => received).toContain(valued)
    expect(payloads).toEqual([
      { id: plain, command: 'standby', expires_at: expect.anything() },
      { id: valued, command: 'off', value: 40, expires_at: expect.anything() },
    ])
  })

  it('API-07 reaches a unit that was just away, as soon as it listens again', async () => {
    const first = await unit({ reconnectPeriod: 0 })
    first.client.stream.destroy()
    const isGone = async () => (await readingStore(test.db).latest([system]))[0]?.vanished_at ?? null
    await expect.poll(isGone).not.toBeNull()
    const id = await ask('standby')
    first.client.reconnect()
    await expect.poll(() => first.received).toContain(id)
    await first.answer(id, 'refused')
    expect(await state(id)).toBe('refused')
  })

  it('API-07 reaches the unit when the server was away in between', async () => {
    await server.close()
    const id = await ask('standby')
    server = await serve(test.db, server.port)
    const { received, answer } = await unit()
    await expect.poll(() => received).toContain(id)
    await answer(id, 'accepted')
    const { port } = server
    await server.close()
    server = await serve(test.db, port)
    const back = await unit()
    await back.answer(id, 'done')
    expect(await state(id)).toBe('done')
    expect(back.received).toEqual([])
  })

  it('API-07 reaches the unit when the database was away as the unit came back', async () => {
    await server.close()
    const line = cuttable()
    const db = openDatabase(await line.through(test.url))
    server = await serve(db)
    await expect.poll(() => db.listening()).toBe(true)
    await line.cut()
    const { received } = await unit()
    const id = await ask('standby')
    await line.mend()
    await expect.poll(() => received).toContain(id)
    await server.close()
    await db.close()
    await line.cut()
    server = await serve()
  })

  it('API-07 is looked for when there is reason to, and the database left alone otherwise', async () => {
    await server.close()
    let asked = 0
    const db: Db = {
      ...test.db,
      rows(shape, text, values) {
        asked += 1
        return test.db.rows(shape, text, values)
      },
    }
    server = await serve(db)
    const { received } = await unit()
    const id = await ask('standby')
    await expect.poll(() => received).toContain(id)
    await end(id)
    // Time enough for many more queries.
    for (let i = 0; i < 100; i += 1) await test.db.run('select 1')
    expect(asked).toBeLessThan(10)
  })

  it('API-07 reaches the unit when the database was away as the server came back', async () => {
    await server.close()
    const id = await ask('standby')
    const line = cuttable()
    const db = openDatabase(await line.through(test.url))
    await line.cut()
    server = await serve(db)
    const { received } = await unit()
    await line.mend()
    await expect.poll(() => received).toContain(id)
    await server.close()
    await db.close()
    await line.cut()
    server = await serve()
  })

  it('API-07 is never sent once it has expired, was answered, or is not its present owner’s', async () => {
    const expired = await ask('standby')
    const waiting = async () => (await commandStore(test.db).waiting(null, now())).map(({ id }) => id)
    expect(await waiting()).toEqual([expired])
    skipped = ACCEPT_MS
    expect(await waiting()).toEqual([])
    const accepted = await ask('off')
    await storeBatch(test.db, [
      { kind: 'outcome', system, receivedAt: now(), outcome: { id: accepted, outcome: 'accepted' } },
    ])
    const first = await unit()
    await end(accepted)
    const theirs = await ask('calibrate')
    await expect.poll(() => first.received).toContain(theirs)
    expect(first.received).toEqual([theirs])
    await first.client.endAsync(true)
    await systemStore(test.db).release(sn, owner, now())
    await systemStore(test.db).claim(system, owner, now())
    const second = await unit()
    const last = await ask('on')
    await expect.poll(() => second.received).toContain(last)
    expect(second.received).not.toContain(theirs)
  })
})
