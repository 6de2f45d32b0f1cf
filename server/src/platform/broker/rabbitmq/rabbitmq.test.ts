import { once } from 'node:events'
import { createServer } from 'node:http'
import type mqtt from 'mqtt'
import { Connection } from 'rabbitmq-client'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { at, next, now, other, sn } from '../../../../test/mqtt/mqtt-units.ts'
import { publish, rabbitBroker, SECRET, topicOf } from '../../../../test/mqtt/rabbit-broker.ts'
import { failedStart, workplace } from '../../../../test/process.ts'
import { systemStore } from '../../../systems/store.ts'

const { connected, counted, databaseUrl, db, dial, faults, line, node, redelivered, serve, stored } =
  rabbitBroker()

const reasons = () =>
  db().rows(z.object({ reason: z.string() }), 'select reason from refused order by reason')
const fault = (failing: Promise<unknown>) =>
  failing.then(
    () => 'none',
    (error: Error) => error.message,
  )

describe('start', () => {
  it('HND-01 says which broker cannot be reached, and who is refused', async () => {
    expect(await fault(serve({ BROKER_URL: 'amqp://a:b@127.0.0.1:1' }))).toMatch(/BROKER_URL.*ECONNREFUSED/)
    expect(await fault(serve({ BROKER_URL: node().urlOf('kellersonne', 'wrong') }))).toBe(
      'RabbitMQ refuses the user or the password of BROKER_URL.',
    )
    expect(await fault(serve({ BROKER_URL: `${node().url}/nowhere` }))).toMatch(/BROKER_URL.*nowhere/)
    expect(await fault(serve({ BROKER_URL: node().urlOf('limited', 'strange') }))).toMatch(/administrator/)
    expect(await fault(serve({ BROKER_MANAGEMENT_URL: `http://127.0.0.1:${node().port('auth')}` }))).toMatch(
      /management does not answer .*http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/,
    )
  })

  it.each([
    [
      'names a plug-in that is missing',
      JSON.stringify([
        {
          enabled_plugins: [
            'rabbitmq_management',
            'rabbitmq_auth_backend_http',
            'rabbitmq_auth_backend_cache',
            'rabbitmq_event_exchange',
          ],
        },
        {},
      ]),
      /rabbitmq-plugins enable rabbitmq_mqtt on/,
    ],
    ['says that something else answers', '<html>', /What answers at .*is not RabbitMQ/],
  ])('HND-01 %s', async (_, body, sentence) => {
    const management = createServer((_, response) => response.end(body)).listen(0)
    await once(management, 'listening')
    const address = management.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const received = await fault(serve({ BROKER_MANAGEMENT_URL: `http://127.0.0.1:${port}` }))
    expect(received).toMatch(sentence)
    management.close()
  })

  it('HND-01 answers RabbitMQ on this machine only, unless there is a key', async () => {
    expect(await fault(serve({ BROKER_AUTH_HOST: '0.0.0.0' }))).toMatch(/BROKER_AUTH_KEY/)
  })

  it('HND-01 a process says it in one sentence', async () => {
    await using place = await workplace()
    const env = { ...place.env, DATABASE_URL: databaseUrl(), SECRET, BROKER_URL: 'amqp://a:b@127.0.0.1:1' }
    const { code, output } = await failedStart(env)
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^The broker .*\.$/) })
  })
})

describe('the connections to RabbitMQ', () => {
  it('HND-01 HND-04 are both needed: a fault is reported if either is cut', async () => {
    const { near, url, close } = await line()
    const broker = await serve({ BROKER_URL: url })
    expect([broker.fault(), faults(), near.length]).toEqual([null, [], 2])
    close()
    near[1]?.destroy()
    await expect.poll(broker.fault).toMatch('away')
    await expect.poll(faults).not.toEqual([])
  })

  it('HND-22 count how many messages wait in each queue, and nothing once they are cut', async () => {
    const { near, url, close } = await line()
    const broker = await serve({ BROKER_URL: url })
    const other = new Connection(node().url)
    const publisher = other.createPublisher({ confirm: true })
    await other.queuePurge({ queue: 'kellersonne.unstored' })
    await publisher.send('kellersonne.unstored', 'something')
    expect(await broker.waiting()).toEqual([
      { queue: 'kellersonne.readings', messages: 0 },
      { queue: 'kellersonne.words', messages: 0 },
      { queue: 'kellersonne.unstored', messages: 1 },
    ])
    await other.queuePurge({ queue: 'kellersonne.unstored' })
    await publisher.close()
    await other.close()
    close()
    near[1]?.destroy()
    await expect.poll(broker.waiting).toEqual([])
  })

  it('HND-01 API-07 carry durable commands, and none that has expired', async () => {
    const broker = await serve()
    const send = (ms: number) =>
      broker.publish(sn, { id: 'x', command: 'off', expires_at: new Date(now().getTime() + ms) })
    const listener = new Connection(node().url)
    const { queue } = await listener.queueDeclare({ exclusive: true })
    await listener.queueBind({ queue, exchange: 'amq.topic', routingKey: `storage.${sn}.command` })
    await send(-1000)
    expect(await listener.basicGet({ queue, noAck: true })).toBeUndefined()
    await send(60_000)
    expect(await listener.basicGet({ queue, noAck: true })).toMatchObject({ durable: true })
    await listener.close()
  })

  it('HND-01 FCT-40 carry forecasts that somebody listens to, and keep none for long', async () => {
    const broker = await serve()
    const forecast = { made_at: null, days: [], weather_by: null }
    expect(await broker.publishForecast(sn, forecast)).toBe(false)
    const listener = new Connection(node().url)
    const { queue } = await listener.queueDeclare({ exclusive: true })
    await listener.queueBind({ queue, exchange: 'amq.topic', routingKey: `storage.${sn}.forecast` })
    expect(await broker.publishForecast(sn, forecast)).toBe(true)
    const got = await listener.basicGet({ queue, noAck: true })
    expect([got?.expiration, JSON.parse(String(got?.body))]).toEqual(['900000', forecast])
    await listener.close()
  })
})

describe('units', () => {
  let broker: Awaited<ReturnType<typeof serve>>
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

  it('HND-07 leave no line in the log of RabbitMQ by a wrong secret', async () => {
    const stranger = '7654321'
    await next(dial({ username: stranger, clientId: stranger }), 'error')
    // Logged after it by the same process of RabbitMQ.
    const authorization = `Basic ${Buffer.from('kellersonne:of the test').toString('base64')}`
    const added = `${node().managementUrl}/api/vhosts/marker`
    expect((await fetch(added, { method: 'PUT', headers: { authorization } })).status).toBe(201)
    await expect.poll(node().log).toContain("'marker'")
    expect(await node().log()).not.toContain(stranger)
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
    ["another's forecast", topicOf('forecast', other)],
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

  it('HND-01 PRD-02 F7 what cannot be used is refused and kept, and stops nothing behind it', async () => {
    const client = await connected()
    const foreign = new Connection(node().url)
    const publisher = foreign.createPublisher({ confirm: true })
    for (const key of ['storage.9.reading', 'storage.x y.reading', 'storage.1.x.online'])
      await publisher.send({ exchange: 'amq.topic', routingKey: key }, at())
    const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`
    for (const body of ['no json', Buffer.from(nested)])
      await publisher.send(
        { exchange: 'amq.topic', routingKey: `storage.${sn}.reading`, contentType: 'application/json' },
        body,
      )
    await publish(client, 'reading', `[${at(1)}, {"at": 5}, ${at(2)}]`)
    await publish(client, 'reading', '\0')
    await publish(client, 'state', '{}')
    await publish(client, 'reading', `{"at":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
    await publish(client, 'reading', at().padEnd(65_537))
    await publish(client, 'reading', at(3).padEnd(65_536))
    await expect.poll(stored).toBe(3)
    await expect.poll(reasons).toEqual(
      ['malformed', 'malformed', 'malformed', 'not_json', 'not_json', 'too_large', 'too_large'].map(
        (reason) => ({
          reason,
        }),
      ),
    )
    expect(redelivered()).toBe(0)
    await publisher.close()
    await foreign.close()
  })

  it('HND-01 PRD-02 have a queue for the operator, for what cannot be stored', async () => {
    const connection = new Connection(node().url)
    const declared = connection.queueDeclare({ queue: 'kellersonne.unstored', passive: true })
    expect(await declared).toMatchObject({ messageCount: 0 })
    await connection.close()
  })

  it('HND-01 PRD-01 a unit with another secret is cut off, and needs the new one', async () => {
    const client = await connected()
    const closed = next(client, 'close')
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin' }
    await systemStore(db()).put({ ...unit, secret: 'renewed' })
    await broker.disconnect(sn)
    await closed
    expect((await next(dial(), 'error'))[0]).toMatchObject({ code: 4 })
    const renewed = await connected({ password: 'renewed' })
    await systemStore(db()).put({ ...unit, secret: 'secret' })
    // Once more: with the former secret a connection may have been opened that was not listed yet.
    await next(renewed, 'close')
  })
})
