import { once } from 'node:events'
import type mqtt from 'mqtt'
import { pino } from 'pino'
import { Connection } from 'rabbitmq-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { metricsFromNow } from '../../../../test/metrics.ts'
import { ingestRole } from '../../../../test/mqtt/ingest-role.ts'
import { at, next, now, other, sn } from '../../../../test/mqtt/mqtt-units.ts'
import { publish, rabbitBroker, topicOf } from '../../../../test/mqtt/rabbit-broker.ts'
import { end, workplace } from '../../../../test/process.ts'
import { storeBatch } from '../../../app/roles/store-batch.ts'
import { openCommandSender } from '../../../control/command-sender.ts'
import { issueCommand } from '../../../control/issue-command.ts'
import { commandStore } from '../../../control/store.ts'
import { systemStore } from '../../../systems/store.ts'
import { readingStore } from '../../../telemetry/readings/store.ts'

const { connected, counted, db, line, node, owner, redelivered, serve, startProcess, stored, system } =
  rabbitBroker()

const log = pino({ level: 'silent' })

describe('messages that wait in RabbitMQ', () => {
  it('HND-01 PRD-02 are given out again when they were not stored, and count once', async () => {
    const written = Promise.withResolvers<void>()
    const first = await serve({}, async (batch) => {
      await storeBatch(db(), batch)
      written.resolve()
      // Stored, but never acknowledged.
      return new Promise<never>(() => undefined)
    })
    const client = await connected()
    await publish(client, 'reading', at())
    await written.promise
    const closing = first.close()
    await serve()
    await expect.poll(redelivered).toBe(1)
    await publish(client, 'reading', at(1))
    await expect.poll(stored).toBe(2)
    expect(await counted()).toBe(2)
    void closing
  })

  it('HND-04 are counted where they are given out again', async () => {
    const [taken, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = await serve({}, () => {
      taken.resolve()
      return given.promise.then(() => ({ costs: new Map(), postponed: [] }))
    })
    await publish(await connected(), 'reading', at())
    await taken.promise
    const closing = first.close()
    const since = await metricsFromNow()
    const role = await ingestRole(db(), {
      ...{ BROKER_URL: node().url, BROKER_MANAGEMENT_URL: node().managementUrl },
      BROKER_AUTH_PORT: String(node().port('auth')),
    })
    const counted = async () => (await since())('broker_redelivered_total')
    await expect.poll(counted).toBe(1)
    given.resolve()
    await closing
    await role.close()
  })

  it('HND-01 PRD-02 are still taken from units that are there while no server is, and stored by the next', async () => {
    const broker = await serve()
    const before = await connected()
    await publish(before, 'reading', at())
    await before.endAsync()
    const client = await connected()
    await broker.close()
    await publish(client, 'reading', at(1))
    await publish(client, 'reading', at(2))
    expect(await stored()).toBeLessThan(2)
    await serve()
    await expect.poll(stored).toBe(3)
  })

  it('HND-01 PRD-02 survive it when an ingest process is killed: none is lost, none counts twice', async () => {
    await using place = await workplace()
    const killed = await startProcess({ ...place.env, ROLES: 'ingest', BROKER_AUTH_PORT: '0' })
    const left = await startProcess({ ...place.env, ROLES: 'ingest', METRICS_PORT: '0' })
    const client = await connected()
    const send = (from: number, count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => publish(client, 'reading', at(from + i))))
    await send(0, 300)
    const more = send(300, 1200)
    await end(killed, 'SIGKILL')
    await more
    await expect.poll(stored).toBe(1500)
    expect(await counted()).toBe(1500)
    expect(await end(left)).toBe(0)
  })

  it('HND-01 HND-04 survive a power cut of RabbitMQ; the server says that it is away and comes back', async () => {
    await using place = await workplace()
    const server = await startProcess({ ...place.env, ROLES: 'api,ingest' })
    const health = async () => (await fetch(`${place.url}/api/health`)).json()
    const metrics = `http://127.0.0.1:${place.env['METRICS_PORT']}/metrics`
    const up = async () => /^kellersonne_broker_up (\d)$/m.exec(await (await fetch(metrics)).text())?.[1]
    await expect.poll(health).toMatchObject({ ready: true, parts: { broker: null } })
    expect(await up()).toBe('1')
    const client = await connected()
    await publish(client, 'reading', at())
    const unit = { sn, phase: 1, timeZone: 'Europe/Berlin' }
    const closed = next(client, 'close')
    await systemStore(db()).put({ ...unit, secret: 'renewed' })
    await closed
    await systemStore(db()).put({ ...unit, secret: 'secret' })
    await node().stop()
    await expect.poll(health).toMatchObject({ ready: true, parts: { broker: 'at fault' } })
    expect(await up()).toBe('0')
    await node().start()
    // As units do: it may be disconnected once for the new secret, which was not possible without RabbitMQ.
    await publish(await connected({ reconnectPeriod: 100 }), 'reading', at(1))
    await expect.poll(stored).toBe(2)
    expect(await counted()).toBe(2)
    await expect.poll(health).toMatchObject({ parts: { broker: null } })
    expect(await end(server)).toBe(0)
  })
})

describe('a message that RabbitMQ has put a time on', () => {
  it.each([
    ['counts from that time', -300_000],
    ['of a clock ahead counts from now', 300_000],
  ])('HND-01 PRD-02 %s', async (_, ahead) => {
    await serve()
    const connection = new Connection(node().url)
    const publisher = connection.createPublisher({ confirm: true })
    const sent = Date.now()
    await publisher.send(
      {
        ...{ exchange: 'amq.topic', routingKey: `storage.${sn}.online` },
        headers: { timestamp_in_ms: sent + ahead },
      },
      Buffer.from('{"online": true}'),
    )
    const seen = async () => (await readingStore(db()).latest([system()]))[0]?.heard_at?.getTime()
    await expect.poll(seen).toBeGreaterThan(0)
    if (ahead < 0) expect(await seen()).toBe(sent + ahead)
    else expect(await seen()).toBeLessThan(Date.now() + 1000)
    await publisher.close()
    await connection.close()
  })
})

describe('a command on its way to RabbitMQ', () => {
  it('HND-01 API-07 counts as sent once RabbitMQ has it, and not when it was lost on the way', async () => {
    const { near, url } = await line()
    const broker = await serve({ BROKER_URL: url })
    const publishOne = () =>
      broker.publish(sn, { id: 'x', command: 'off', expires_at: new Date(Date.now() + 60_000) })
    await publishOne()
    const swallowed = near.map((socket) => once(socket.unpipe().resume(), 'data'))
    const publishing = publishOne()
    await Promise.race(swallowed)
    for (const socket of near) socket.destroy()
    await expect(publishing).rejects.toThrow()
  })
})

describe('commands', () => {
  const ask = async () => {
    await storeBatch(db(), [{ kind: 'presence', system: system(), receivedAt: now(), online: true }])
    return (
      await issueCommand(db(), {
        sn,
        caller: { owner: owner() },
        order: { name: 'standby', value: null },
        now: now(),
      })
    ).id
  }
  const state = async (id: string) => (await commandStore(db()).find(id, { owner: owner() }))?.state
  const listening = async (client: mqtt.MqttClient) => {
    const seen: string[] = []
    client.on('message', (_, payload) =>
      seen.push(z.object({ id: z.string() }).parse(JSON.parse(String(payload))).id),
    )
    await client.subscribeAsync(topicOf('command'), { qos: 1 })
    return seen
  }
  let sending: ReturnType<typeof openCommandSender>
  beforeEach(async () => {
    sending = openCommandSender({ db: db(), broker: await serve(), now, log })
  })
  afterEach(() => sending.close())

  it('HND-01 API-07 reach the unit at QoS 1, and its answers come back in order', async () => {
    const client = await connected()
    const seen = await listening(client)
    const received = next(client, 'message')
    const id = await ask()
    expect((await received)[2]).toMatchObject({ qos: 1, retain: false })
    const answer = (outcome: string) => publish(client, 'command/outcome', JSON.stringify({ id, outcome }))
    await answer('accepted')
    await answer('done')
    await expect.poll(() => state(id)).toBe('done')
    expect(seen).toEqual([id])
  })

  it('HND-01 API-07 wait for a unit that begins to listen later, and come again when it says that it is there', async () => {
    const id = await ask()
    const client = await connected()
    const seen = await listening(client)
    await expect.poll(() => seen).toEqual([id])
    await publish(client, 'online', '{"online": true}')
    await expect.poll(() => seen).toEqual([id, id])
  })

  it('HND-01 API-07 do not reach others', async () => {
    const bystander = await connected({ clientId: other, username: other, password: 'another' })
    const bystanderReceived: string[] = []
    bystander.on('message', (topic) => bystanderReceived.push(topic))
    await bystander.subscribeAsync(topicOf('command', other), { qos: 1 })
    const seen = await listening(await connected())
    const id = await ask()
    await expect.poll(() => seen).toEqual([id])
    expect(bystanderReceived).toEqual([])
  })
})
