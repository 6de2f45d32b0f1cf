import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { serialNumber } from '@kellersonne/contract/systems'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database.ts'
import { openIngest } from '../readings/ingest.ts'
import { readingStore } from '../readings/store.ts'
import { storeBatch } from '../readings/write.ts'
import { systemStore } from '../systems/store.ts'
import { type Broker, openBroker } from './broker.ts'

const now = () => new Date()
const sn = serialNumber.parse('1001')
const other = serialNumber.parse('1002')
const reading = (text = sn) => `storage/${text}/reading`
const at = (ms = 0) => JSON.stringify({ at: new Date(Date.now() - 60_000 + ms).toISOString(), grid_w: 5 })

let test: Awaited<ReturnType<typeof testDatabase>>
let broker: Broker
let folder: string
let ingest: ReturnType<typeof openIngest>
let system: number
const clients: mqtt.MqttClient[] = []

const next = (client: mqtt.MqttClient, event: 'connect' | 'close' | 'error' | 'message') =>
  new Promise<unknown[]>((resolve) => client.once(event, (...said: unknown[]) => resolve(said)))

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
    { authenticate: systemStore(test.db).authenticate, ingest: (received) => ingest.take(received), now },
  )

beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(now())
  const unit = { phase: 1, timeZone: 'Europe/Berlin' }
  system = await systemStore(test.db).put({ ...unit, sn, secret: 'secret' })
  await systemStore(test.db).put({ ...unit, sn: other, secret: 'another' })
  folder = await mkdtemp(join(tmpdir(), 'ks-broker-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await test.db.run('truncate reading, quarter, state, latest, refused')
  ingest = openIngest({ store: (batch) => storeBatch(test.db, batch), now })
  broker = await open()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  await broker.close()
  await ingest.close()
})

function dial(options: mqtt.IClientOptions = {}, port = broker.ports.mqtt) {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    clientId: sn,
    username: sn,
    password: 'secret',
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
async function connected(options?: mqtt.IClientOptions, port?: number) {
  const client = dial(options, port)
  await next(client, 'connect')
  return client
}
const will = {
  topic: `storage/${sn}/online`,
  payload: Buffer.from('{"online": false}'),
  qos: 1 as const,
  retain: false,
}

const stored = async () =>
  (
    await test.db.row(z.object({ n: z.int() }), 'select count(*) as n from reading where system = $1', [
      system,
    ])
  )?.n
const presence = async () => {
  const [latest] = await readingStore(test.db).latest([system])
  return latest?.vanished_at && latest.heard_at ? latest.heard_at > latest.vanished_at : latest && true
}

describe('sign-in', () => {
  it.each([
    ['a wrong secret', { password: 'wrong' }, 4],
    ['an unknown serial number', { username: '9', clientId: '9' }, 4],
    ['the secret of another', { username: other, clientId: other }, 4],
    ['a client id that is not the serial number', { clientId: 'x' }, 5],
    ['no name', { username: '', clientId: '' }, 5],
    ['a last will for another', { will: { ...will, topic: `storage/${other}/online` } }, 5],
    ['a last will that is a reading', { will: { ...will, topic: reading() } }, 5],
  ])('PRD-01 refuses %s', async (_, options, code) => {
    const [error] = await next(dial(options), 'error')
    expect(error).toMatchObject({ code })
  })

  it('refuses even the right secret unseen after many wrong ones', async () => {
    for (let i = 0; i < 10; i += 1) await next(dial({ password: `${i}` }), 'error')
    expect((await next(dial(), 'error'))[0]).toMatchObject({ code: 3 })
    await connected({ clientId: other, username: other, password: 'another' })
  })

  it('PRD-01 a unit with another secret is cut off, and needs the new one', async () => {
    const client = await connected()
    const closed = next(client, 'close')
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin' }
    await systemStore(test.db).put({ ...unit, secret: 'renewed' })
    await broker.disconnect(sn)
    await closed
    expect((await next(dial(), 'error'))[0]).toMatchObject({ code: 4 })
    await connected({ password: 'renewed' })
    await systemStore(test.db).put({ ...unit, secret: 'secret' })
  })

  it('tells a unit to come again when the database cannot be asked', async () => {
    const asked = await openBroker(config(), {
      authenticate: () => Promise.reject(new Error('away')),
      ingest: () => Promise.resolve(),
      now,
    })
    expect((await next(dial({}, asked.ports.mqtt), 'error'))[0]).toMatchObject({ code: 3 })
    await asked.close()
  })
})

describe('PUBACK', () => {
  it('PRD-02 comes when the reading is committed, not before', async () => {
    const client = await connected()
    const acknowledged: string[] = []
    const blocked = Promise.withResolvers<Promise<unknown>>()
    const locked = test.db.transaction(async (sql) => {
      await sql.run('lock table quarter in access exclusive mode')
      const publishing = client.publishAsync(reading(), at(), { qos: 1 })
      publishing.then(() => acknowledged.push('puback')).catch(() => undefined)
      await expect.poll(() => waiting()).toBe(true)
      expect(acknowledged).toEqual([])
      expect(await stored()).toBe(0)
      blocked.resolve(publishing)
    })
    await locked
    await blocked.promise
    expect(acknowledged).toEqual(['puback'])
    expect(await stored()).toBe(1)
  })
  /** Whether a statement waits for the lock. */
  const waiting = async () =>
    (
      await test.db.row(
        z.object({ waits: z.boolean() }),
        "select exists (select from pg_locks where not granted and relation = 'quarter'::regclass) as waits",
      )
    )?.waits

  it('PRD-02 comes for what is refused too, and what is behind is stored', async () => {
    const client = await connected()
    await Promise.all([
      client.publishAsync(reading(), 'no json', { qos: 1 }),
      client.publishAsync(reading(), `[${at(1)}, {"at": 5}, ${at(2)}]`, { qos: 1 }),
      client.publishAsync(reading(), at(3), { qos: 1 }),
    ])
    expect(await stored()).toBe(3)
  })

  it('PRD-02 does not count again what is sent again', async () => {
    const client = await connected()
    const payload = at()
    await Promise.all([1, 2, 3].map(() => client.publishAsync(reading(), payload, { qos: 1, dup: true })))
    await client.publishAsync(reading(), payload, { qos: 1 })
    expect(await stored()).toBe(1)
  })
})

describe('bounds', () => {
  it.each([
    [
      'publishing as another unit',
      (client: mqtt.MqttClient) => client.publish(reading(other), at(), { qos: 1 }),
    ],
    ['publishing on an unknown topic', (client: mqtt.MqttClient) => client.publish(`storage/${sn}/x`, at())],
    ['publishing a command', (client: mqtt.MqttClient) => client.publish(`storage/${sn}/command`, '{}')],
    ['publishing at QoS 2', (client: mqtt.MqttClient) => client.publish(reading(), at(), { qos: 2 })],
    [
      "listening to another's commands",
      (client: mqtt.MqttClient) => client.subscribe(`storage/${other}/command`),
    ],
    ['listening to its own readings', (client: mqtt.MqttClient) => client.subscribe(reading())],
    ['listening to everything', (client: mqtt.MqttClient) => client.subscribe('#')],
    ['listening to all of its own', (client: mqtt.MqttClient) => client.subscribe(`storage/${sn}/#`)],
    ['listening to the broker', (client: mqtt.MqttClient) => client.subscribe('$SYS/#')],
  ])('PRD-01 %s ends the connection', async (_, act) => {
    const client = await connected()
    const closed = next(client, 'close')
    act(client)
    await closed
    expect(await stored()).toBe(0)
  })

  it('PRD-02 a packet of 64 KiB passes; one byte more ends the connection and is kept as refused', async () => {
    const header = 4 + 2 + reading().length + 2
    const padded = (bytes: number) => at().padEnd(bytes - header, ' ')
    const client = await connected()
    await client.publishAsync(reading(), padded(65_536), { qos: 1 })
    expect(await stored()).toBe(1)
    const closed = next(client, 'close')
    client.publish(reading(), padded(65_537), { qos: 1 })
    await closed
    const refused = () =>
      test.db.row(z.object({ reason: z.string() }), 'select reason from refused where system = $1', [system])
    await expect.poll(refused).toEqual({ reason: 'too_large' })
  })

  it('leaves unread what a unit sends beyond 200 messages that wait to be stored', async () => {
    const database = Promise.withResolvers<void>()
    let taken = 0
    const arrivals = new EventEmitter()
    const slow = await openBroker(config(), {
      authenticate: () => Promise.resolve(system),
      ingest: async (received) => {
        if (received.topic !== 'reading' || received.sn !== sn) return
        taken += 1
        arrivals.emit('one')
        await database.promise
      },
      now,
    })
    const client = await connected({}, slow.ports.mqtt)
    const bystander = await connected({ clientId: other, username: other }, slow.ports.mqtt)
    const acknowledged: Promise<unknown>[] = []
    const publish = () => acknowledged.push(client.publishAsync(reading(), at(), { qos: 1 }))
    for (let i = 0; i < 200; i += 1) {
      // One at a time: of what comes in one piece, Aedes waits for all.
      const arrival = once(arrivals, 'one')
      publish()
      await arrival
    }
    for (let i = 0; i < 100; i += 1) {
      publish()
      await bystander.publishAsync(reading(other), at(), { qos: 1 })
    }
    expect(taken).toBe(200)
    database.resolve()
    await Promise.all(acknowledged)
    expect(taken).toBe(300)
    await slow.close()
  })
})

describe('presence', () => {
  it('PRD-02 a unit that vanishes is offline by its last will, and online again when it comes back', async () => {
    const client = await connected({ will })
    await expect.poll(presence).toBe(true)
    client.stream.destroy()
    await expect.poll(presence).toBe(false)
    await connected({ will })
    await expect.poll(presence).toBe(true)
  })

  it('PRD-02 the last will of a connection that a newer one has replaced counts for nothing', async () => {
    const old = await connected({ will })
    const closed = next(old, 'close')
    const client = await connected({ will })
    await closed
    await client.publishAsync(reading(), at(), { qos: 1 })
    const [latest] = await readingStore(test.db).latest([system])
    expect(latest?.vanished_at).toBeNull()
  })

  it('the server going away makes no unit offline', async () => {
    const client = await connected({ will })
    await client.publishAsync(reading(), at(), { qos: 1 })
    await broker.close()
    await ingest.close()
    expect(await presence()).toBe(true)
  })
})

describe('commands', () => {
  it('PRD-04 have outcomes, which are acknowledged', async () => {
    const client = await connected()
    const outcome = { id: 'a', outcome: 'done' }
    await client.publishAsync(`storage/${sn}/command/outcome`, JSON.stringify(outcome), { qos: 1 })
    expect(await presence()).toBe(true)
  })

  it('PRD-04 reach the unit they are meant for', async () => {
    const client = await connected()
    await client.subscribeAsync(`storage/${sn}/command`, { qos: 1 })
    const said = next(client, 'message')
    await broker.publish(sn, { id: 'a', command: 'standby', expires_at: new Date('2026-11-21T10:00:00Z') })
    const [topic, payload] = await said
    expect(topic).toBe(`storage/${sn}/command`)
    expect(JSON.parse(String(payload))).toEqual({
      id: 'a',
      command: 'standby',
      expires_at: '2026-11-21T10:00:00.000Z',
    })
  })
})

describe('listening', () => {
  it('HND-01 names the port that is taken', async () => {
    await expect(open({ MQTT_PORT: broker.ports.mqtt })).rejects.toThrow(
      `Port ${broker.ports.mqtt} (MQTT_PORT) is taken.`,
    )
    await expect(open({ MQTTS_PORT: broker.ports.mqtts })).rejects.toThrow(
      `Port ${broker.ports.mqtts} (MQTTS_PORT) is taken.`,
    )
  })

  it('speaks TLS with a certificate that it makes once and keeps', async () => {
    const cert = await readFile(join(folder, 'tls/cert.pem'))
    const client = await connected({ protocol: 'mqtts', ca: cert, host: 'localhost' }, broker.ports.mqtts)
    await client.publishAsync(reading(), at(), { qos: 1 })
    expect(await stored()).toBe(1)
    await broker.close()
    broker = await open()
    expect(await readFile(join(folder, 'tls/cert.pem'))).toEqual(cert)
  })

  it('speaks no old TLS and no cipher that does not authenticate', async () => {
    const attempt = async (options: tls.ConnectionOptions) => {
      const socket = tls.connect({ port: broker.ports.mqtts, rejectUnauthorized: false, ...options })
      try {
        await once(socket, 'secureConnect')
        return socket.getCipher().name
      } catch {
        return null
      } finally {
        socket.destroy()
      }
    }
    const v12 = { maxVersion: 'TLSv1.2' } as const
    expect(await attempt(v12)).toMatch(/GCM|CHACHA20/)
    expect(await attempt({ ...v12, ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA' })).toBeNull()
    expect(
      await attempt({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
    ).toBeNull()
  })

  it('closes also with somebody who says nothing', async () => {
    const silent = net.connect(broker.ports.mqtt, '127.0.0.1')
    await once(silent, 'connect')
    const cut = once(silent, 'close')
    await broker.close()
    await cut
    broker = await open()
  })
})
