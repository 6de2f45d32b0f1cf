import { once } from 'node:events'
import { createServer } from 'node:http'
import { serialNumber } from '@kellersonne/contract/systems'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { Connection } from 'rabbitmq-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database.ts'
import { end, failedStart, runUntilReady, workplace } from '../../test/process.ts'
import { type RabbitNode, rabbitNode } from '../../test/rabbitmq.ts'
import { accountStore } from '../accounts/store.ts'
import { give } from '../commands/giving.ts'
import { openSending } from '../commands/sending.ts'
import { commandStore } from '../commands/store.ts'
import { openIngest } from '../readings/ingest.ts'
import { readingStore } from '../readings/store.ts'
import { storeBatch } from '../readings/write.ts'
import { systemStore } from '../systems/store.ts'
import { openRabbit } from './rabbitmq.ts'

const now = () => new Date()
const log = pino({ level: 'silent' })
const sn = serialNumber.parse('1001')
const other = serialNumber.parse('1002')
const topicOf = (name: string, unit = sn) => `storage/${unit}/${name}`
const at = (ms = 0) => JSON.stringify({ at: new Date(Date.now() - 60_000 + ms).toISOString(), grid_w: 5 })
const SECRET = Buffer.alloc(32, 7).toString('base64')

let node: RabbitNode
let test: Awaited<ReturnType<typeof testDatabase>>
let system: number
let owner: string
let redelivered = 0
const faults: unknown[] = []
const clients: mqtt.MqttClient[] = []

const config = (overrides = {}) => ({
  BROKER_URL: node.url,
  BROKER_MANAGEMENT_URL: node.managementUrl,
  BROKER_AUTH_HOST: '127.0.0.1',
  BROKER_AUTH_PORT: node.port('auth'),
  BROKER_AUTH_KEY: undefined,
  ...overrides,
})

/** What a process with the role ingest does with its broker. */
async function serve(
  overrides = {},
  store = (batch: Parameters<typeof storeBatch>[1]) => storeBatch(test.db, batch),
) {
  const ingest = openIngest({ store, now })
  const systems = systemStore(test.db)
  const broker = await openRabbit(config(overrides), {
    authenticate: systems.authenticate,
    idOf: async (name) => (await systems.find(name))?.id ?? null,
    ingest: ingest.take,
    now,
    onFault: (error) => faults.push(error),
    onRedelivered: () => {
      redelivered += 1
    },
  })
  return {
    ...broker,
    async close() {
      await broker.close()
      await ingest.close()
    },
  }
}
let broker: Awaited<ReturnType<typeof serve>> | undefined

beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(now())
  const unit = { phase: 1, timeZone: 'Europe/Berlin' }
  system = await systemStore(test.db).put({ ...unit, sn, secret: 'secret' })
  await systemStore(test.db).put({ ...unit, sn: other, secret: 'another' })
  owner = (await accountStore(test.db).create('anna@example.org', 'none', 'de')) ?? ''
  await systemStore(test.db).claim(system, owner, new Date('2026-01-01T00:00:00Z'))
  node = await rabbitNode()
}, 300_000)
afterAll(async () => {
  await node?.close()
  await test.close()
})
beforeEach(async () => {
  faults.length = 0
  redelivered = 0
  await test.db.run('truncate reading, quarter, state, latest, refused, command')
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  await broker?.close()
  broker = undefined
})

function dial(options: mqtt.IClientOptions = {}) {
  const client = mqtt.connect({
    ...{ host: '127.0.0.1', port: node.port('mqtt'), protocolVersion: 4, reconnectPeriod: 0 },
    ...{ clientId: sn, username: sn, password: 'secret' },
    ...options,
  })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
const next = (client: mqtt.MqttClient, event: 'connect' | 'close' | 'error' | 'message') =>
  new Promise<unknown[]>((resolve) => client.once(event, (...said: unknown[]) => resolve(said)))
async function connected(options?: mqtt.IClientOptions) {
  const client = dial(options)
  await next(client, 'connect')
  return client
}
const publish = (client: mqtt.MqttClient, name: string, payload: string) =>
  client.publishAsync(topicOf(name), payload, { qos: 1 })

const one = async (text: string) => (await test.db.row(z.object({ n: z.int() }), text))?.n
const stored = () => one('select count(*)::int as n from reading')
const counted = () => one('select coalesce(sum(readings), 0)::int as n from quarter')
const reasons = () =>
  test.db.rows(z.object({ reason: z.string() }), 'select reason from refused order by reason')
const fault = (failing: Promise<unknown>) =>
  failing.then(
    () => 'none',
    (error: Error) => error.message,
  )

describe('start', () => {
  it('HND-01 says which broker cannot be reached, and who is refused', async () => {
    expect(await fault(serve({ BROKER_URL: 'amqp://a:b@127.0.0.1:1' }))).toMatch(/BROKER_URL.*ECONNREFUSED/)
    expect(await fault(serve({ BROKER_URL: node.urlOf('kellersonne', 'wrong') }))).toBe(
      'RabbitMQ refuses the user or the password of BROKER_URL.',
    )
    expect(await fault(serve({ BROKER_URL: `${node.url}/nowhere` }))).toMatch(/BROKER_URL.*nowhere/)
    expect(await fault(serve({ BROKER_URL: node.urlOf('limited', 'strange') }))).toMatch(/administrator/)
    expect(await fault(serve({ BROKER_MANAGEMENT_URL: `http://127.0.0.1:${node.port('auth')}` }))).toMatch(
      /management does not answer at http:\/\/127\.0\.0\.1:\d+ .*ECONNREFUSED/,
    )
  })

  it('HND-01 names a plug-in that is missing', async () => {
    const enabled = ['rabbitmq_management', 'rabbitmq_auth_backend_http', 'rabbitmq_auth_backend_cache']
    const plugins = [{ enabled_plugins: enabled }, {}]
    const management = createServer((_, response) => response.end(JSON.stringify(plugins))).listen(0)
    await once(management, 'listening')
    const address = management.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const said = await fault(serve({ BROKER_MANAGEMENT_URL: `http://127.0.0.1:${port}` }))
    expect(said).toMatch(/rabbitmq-plugins enable rabbitmq_mqtt on/)
    management.close()
  })

  it('HND-01 answers RabbitMQ on this machine only, unless there is a key', async () => {
    expect(await fault(serve({ BROKER_AUTH_HOST: '0.0.0.0' }))).toMatch(/BROKER_AUTH_KEY/)
  })

  it('HND-01 a process says it in one sentence', async () => {
    await using place = await workplace()
    const env = { ...place.env, DATABASE_URL: test.url, SECRET, BROKER_URL: 'amqp://a:b@127.0.0.1:1' }
    const { code, said } = await failedStart(env)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^The broker .*\.$/) })
  })
})

describe('units', () => {
  beforeEach(async () => {
    broker = await serve()
  })

  it.each([
    ['a wrong secret', { password: 'wrong' }],
    ['an unknown serial number', { username: '9', clientId: '9' }],
    ['the secret of another', { username: other, clientId: other }],
    ['a client id that is not the serial number', { clientId: 'x' }],
    ['no name', { username: '', password: '', clientId: 'x' }],
    ["the server's own name", { username: 'kellersonne' }],
  ])('HND-01 PRD-01 are refused with %s', async (_, options) => {
    const [error] = await next(dial(options), 'error')
    expect(error).toMatchObject({ code: expect.toBeOneOf([2, 4, 5]) })
  })

  it.each([
    ['publishing as another', (c: mqtt.MqttClient) => c.publish(topicOf('reading', other), at(), { qos: 1 })],
    ['publishing on an unknown topic', (c: mqtt.MqttClient) => c.publish(topicOf('x'), at(), { qos: 1 })],
    ['publishing a command', (c: mqtt.MqttClient) => c.publish(topicOf('command'), '{}', { qos: 1 })],
  ])('HND-01 PRD-01 %s ends the connection', async (_, act) => {
    const client = await connected()
    const closed = next(client, 'close')
    act(client)
    await closed
    expect(await stored()).toBe(0)
  })

  it.each([
    ["another's commands", topicOf('command', other)],
    ['its own readings', topicOf('reading')],
    ['everything', '#'],
    ['all of its own', topicOf('#')],
    ['all commands', 'storage/+/command'],
  ])('HND-01 PRD-01 cannot listen to %s', async (_, topic) => {
    const client = await connected()
    const closed = next(client, 'close')
    const granted = client.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }])
    const [first] = await Promise.race([granted, closed.then(() => [{ qos: 128 }])])
    expect(first?.qos).toBe(128)
  })

  it('HND-01 PRD-02 what was acknowledged is stored, once, however often it is sent', async () => {
    const client = await connected()
    const payload = at()
    await Promise.all([1, 2, 3].map(() => publish(client, 'reading', payload)))
    await publish(client, 'reading', at(1))
    await expect.poll(stored).toBe(2)
    await expect.poll(counted).toBe(2)
  })

  it('HND-01 PRD-02 what cannot be used is refused and kept, and stops nothing behind it', async () => {
    const client = await connected()
    const foreign = new Connection(node.url)
    const publisher = foreign.createPublisher({ confirm: true })
    for (const key of ['storage.9.reading', 'storage.x y.reading', 'storage.1.x.online'])
      await publisher.send({ exchange: 'amq.topic', routingKey: key }, at())
    await publisher.send(
      { exchange: 'amq.topic', routingKey: `storage.${sn}.reading`, contentType: 'application/json' },
      'no json',
    )
    await publish(client, 'reading', `[${at(1)}, {"at": 5}, ${at(2)}]`)
    await publish(client, 'reading', '\0')
    await publish(client, 'state', '{}')
    await publish(client, 'reading', at().padEnd(65_537))
    await publish(client, 'reading', at(3))
    await expect.poll(stored).toBe(3)
    await expect
      .poll(reasons)
      .toEqual(['malformed', 'malformed', 'not_json', 'not_json', 'too_large'].map((reason) => ({ reason })))
    expect(redelivered).toBe(0)
    await publisher.close()
    await foreign.close()
  })

  it('HND-01 PRD-01 a unit with another secret is cut off, and needs the new one', async () => {
    const client = await connected()
    const closed = next(client, 'close')
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin' }
    await systemStore(test.db).put({ ...unit, secret: 'renewed' })
    await broker?.disconnect(sn)
    await closed
    expect((await next(dial(), 'error'))[0]).toMatchObject({ code: 4 })
    await connected({ password: 'renewed' })
    await systemStore(test.db).put({ ...unit, secret: 'secret' })
  })
})

describe('messages that wait in RabbitMQ', () => {
  async function process(env: NodeJS.ProcessEnv) {
    const child = await runUntilReady({
      ...{ DATABASE_URL: test.url, SECRET, LOG_LEVEL: 'silent' },
      ...{ BROKER_URL: node.url, BROKER_MANAGEMENT_URL: node.managementUrl },
      BROKER_AUTH_PORT: String(node.port('auth')),
      ...env,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  it('HND-01 PRD-02 are given out again when they were not stored, and count once', async () => {
    const written = Promise.withResolvers<void>()
    broker = await serve({}, async (batch) => {
      await storeBatch(test.db, batch)
      written.resolve()
      // Stored, but never said so.
      await new Promise<void>(() => undefined)
    })
    const client = await connected()
    await publish(client, 'reading', at())
    await written.promise
    const first = broker
    broker = undefined
    const closing = first.close()
    broker = await serve()
    await expect.poll(() => redelivered, { timeout: 10_000 }).toBe(1)
    await publish(client, 'reading', at(1))
    await expect.poll(stored).toBe(2)
    expect(await counted()).toBe(2)
    void closing
  })

  it('HND-01 PRD-02 are still taken from units that are there while no server is, and stored by the next', async () => {
    broker = await serve()
    const before = await connected()
    await publish(before, 'reading', at())
    await before.endAsync()
    const client = await connected()
    await broker.close()
    await publish(client, 'reading', at(1))
    await publish(client, 'reading', at(2))
    expect(await stored()).toBeLessThan(2)
    broker = await serve()
    await expect.poll(stored).toBe(3)
  })

  it('HND-01 PRD-02 survive it when an ingest process is killed: none is lost, none counts twice', async () => {
    await using place = await workplace()
    const killed = await process({ ...place.env, ROLES: 'ingest', BROKER_AUTH_PORT: '0' })
    const left = await process({ ...place.env, ROLES: 'ingest', METRICS_PORT: '0' })
    const client = await connected()
    const send = (from: number, count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => publish(client, 'reading', at(from + i))))
    await send(0, 300)
    const more = send(300, 1200)
    await end(killed, 'SIGKILL')
    await more
    await expect.poll(stored, { timeout: 10_000 }).toBe(1500)
    expect(await counted()).toBe(1500)
    expect(await end(left)).toBe(0)
  })

  it('HND-01 HND-04 survive a power cut of RabbitMQ; the server says that it is away and comes back', async () => {
    await using place = await workplace()
    const server = await process({ ...place.env, ROLES: 'api,ingest' })
    const health = async () => (await fetch(`${place.url}/api/health`)).json()
    const metrics = `http://127.0.0.1:${place.env['METRICS_PORT']}/metrics`
    const up = async () => /^kellersonne_broker_up (\d)$/m.exec(await (await fetch(metrics)).text())?.[1]
    await expect.poll(health).toMatchObject({ ready: true, parts: { broker: null } })
    expect(await up()).toBe('1')
    const client = await connected()
    await publish(client, 'reading', at())
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin' }
    const closed = next(client, 'close')
    await systemStore(test.db).put({ ...unit, secret: 'renewed' })
    await closed
    await systemStore(test.db).put({ ...unit, secret: 'secret' })
    await node.stop()
    await expect
      .poll(health)
      .toMatchObject({ ready: true, parts: { broker: expect.stringContaining('away') } })
    expect(await up()).toBe('0')
    await node.start()
    await publish(await connected(), 'reading', at(1))
    await expect.poll(stored, { timeout: 15_000 }).toBe(2)
    expect(await counted()).toBe(2)
    await expect.poll(health, { timeout: 15_000 }).toMatchObject({ parts: { broker: null } })
    expect(await end(server)).toBe(0)
  })
})

describe('a message that RabbitMQ has put a time on', () => {
  it.each([
    ['counts from that time', -300_000],
    ['of a clock ahead counts from now', 300_000],
  ])('HND-01 PRD-02 %s', async (_, ahead) => {
    broker = await serve()
    const connection = new Connection(node.url)
    const publisher = connection.createPublisher({ confirm: true })
    const sent = Date.now()
    await publisher.send(
      {
        ...{ exchange: 'amq.topic', routingKey: `storage.${sn}.online` },
        headers: { timestamp_in_ms: sent + ahead },
      },
      Buffer.from('{"online": true}'),
    )
    const heard = async () => (await readingStore(test.db).latest([system]))[0]?.heard_at?.getTime()
    await expect.poll(heard).toBeGreaterThan(0)
    if (ahead < 0) expect(await heard()).toBe(sent + ahead)
    else expect(await heard()).toBeLessThan(Date.now() + 1000)
    await publisher.close()
    await connection.close()
  })
})

describe('commands', () => {
  const ask = async () => {
    await storeBatch(test.db, [{ kind: 'presence', system, heard: now(), online: true }])
    return (await give(test.db, { sn, owner, order: { name: 'standby', value: null }, now: now() })).id
  }
  const state = async (id: string) => (await commandStore(test.db).find(id, owner))?.state
  const listening = async (client: mqtt.MqttClient) => {
    const heard: string[] = []
    client.on('message', (_, payload) =>
      heard.push(z.object({ id: z.string() }).parse(JSON.parse(String(payload))).id),
    )
    await client.subscribeAsync(topicOf('command'), { qos: 1 })
    return heard
  }
  let sending: ReturnType<typeof openSending>
  beforeEach(async () => {
    broker = await serve()
    sending = openSending({ db: test.db, broker, now, log })
  })
  afterEach(() => sending.close())

  it('HND-01 API-07 reach the unit at QoS 1, and its answers come back in order', async () => {
    const client = await connected()
    const heard = await listening(client)
    const said = next(client, 'message')
    const id = await ask()
    expect((await said)[2]).toMatchObject({ qos: 1, retain: false })
    const answer = (outcome: string) => publish(client, 'command/outcome', JSON.stringify({ id, outcome }))
    await answer('accepted')
    await answer('done')
    await expect.poll(() => state(id)).toBe('done')
    expect(heard).toEqual([id])
  })

  it('HND-01 API-07 wait for a unit that begins to listen later, and come again when it says that it is there', async () => {
    const id = await ask()
    const client = await connected()
    const heard = await listening(client)
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([id])
    await publish(client, 'online', '{"online": true}')
    await expect.poll(() => heard).toEqual([id, id])
  })

  it('HND-01 API-07 are not heard by others', async () => {
    const bystander = await connected({ clientId: other, username: other, password: 'another' })
    const overheard: string[] = []
    bystander.on('message', (topic) => overheard.push(topic))
    await bystander.subscribeAsync(topicOf('command', other), { qos: 1 })
    const heard = await listening(await connected())
    const id = await ask()
    await expect.poll(() => heard).toEqual([id])
    expect(overheard).toEqual([])
  })
})
