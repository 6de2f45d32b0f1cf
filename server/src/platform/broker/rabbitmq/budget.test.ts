import { serialNumber } from '@kellersonne/contract/systems/systems'
import type mqtt from 'mqtt'
import { Connection } from 'rabbitmq-client'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { at, next, other, sn } from '../../../../test/mqtt/mqtt-units.ts'
import { publish, rabbitBroker, topicOf } from '../../../../test/mqtt/rabbit-broker.ts'
import { systemStore } from '../../../systems/store.ts'
import { readingStore } from '../../../telemetry/readings/store.ts'
import { openRabbitmqDepartures } from './departures.ts'
import { management } from './management.ts'

const { connected, db, dial, faults, node, serve, stored, system } = rabbitBroker()

/** A unit for each test: what the floods of those before it left in the queues is charged to their units. */
let unit = serialNumber.parse('2000')
beforeEach(async () => {
  unit = serialNumber.parse(String(Number(unit) + 1))
  await systemStore(db()).put({ phase: 1, timeZone: 'Europe/Berlin', sn: unit, secret: 'secret' })
})
const asUnit = () => ({ clientId: unit, username: unit })

const DAY_MS = 86_400_000
/** Stands still but for what a test lets pass: no debt is paid before. */
let time: number
beforeEach(() => {
  time = Date.now()
})
const serveStill = (overrides = {}) => serve(overrides, undefined, () => new Date(time))

/** Sends many messages without waiting for acknowledgements; resolves once the unit is disconnected. */
async function flood(client: mqtt.MqttClient, topic: string, payload: string) {
  let open = true
  client.once('close', () => {
    open = false
  })
  const send = () => client.publish(topicOf(topic, unit), payload, { qos: 0 })
  for (let i = 0; i < 400; i += 1) send()
  // On a busy machine RabbitMQ may list a connection only after the server has stopped closing those of a silent unit.
  await expect.poll(() => open && send() && open, { interval: 1000 }).toBe(false)
}
/** Sends a message as a unit does, which connects again where its connection is closed, or not let in, before it is acknowledged. */
async function deliver(topic: string, payload: string) {
  const isDelivered = async () => {
    const client = dial(asUnit())
    const lost = Promise.race([next(client, 'close'), next(client, 'error')])
    return Promise.race([publish(client, topic, payload, unit).then(() => true), lost.then(() => false)])
  }
  await expect.poll(isDelivered).toBe(true)
}
const refused = async () => expect((await next(dial(asUnit()), 'error'))[0]).toMatchObject({ code: 4 })
const storedOf = async (of: typeof unit) =>
  (
    await db().row(
      z.object({ n: z.int() }),
      'select count(*)::int as n from reading join storage_system on id = reading.system where sn = $1',
      [of],
    )
  )?.n

describe('a unit over its budget behind RabbitMQ', () => {
  it('HND-05 PRD-02 is disconnected, and not let in until it owes nothing; another unit is not affected', async () => {
    await serveStill()
    const neighbour = await connected({ clientId: other, username: other, password: 'another' })
    await flood(await connected(asUnit()), 'reading', at().padEnd(60_000))
    await refused()
    await neighbour.publishAsync(topicOf('reading', other), at(), { qos: 1 })
    await expect.poll(() => storedOf(other)).toBe(1)
    time += DAY_MS
    await deliver('reading', at(1))
    expect(faults()).toEqual([])
  })

  it('HND-05 HND-14 is let in once its secret is replaced, and owes nothing of what it sent before', async () => {
    const broker = await serveStill()
    const neighbour = await connected({ clientId: other, username: other, password: 'another' })
    await flood(await connected(asUnit()), 'reading', at().padEnd(60_000))
    await refused()
    // Behind the flood in the queue.
    await neighbour.publishAsync(topicOf('reading', other), at(), { qos: 1 })
    await expect.poll(() => storedOf(other)).toBe(1)
    await broker.disconnect(unit)
    // What was announced or begun before may close its connection once more, or keep it out for ten seconds.
    await deliver('reading', at(1))
    await expect.poll(() => storedOf(unit)).toBe(2)
    await deliver('reading', at(2))
    expect(faults()).toEqual([])
  })

  it('HND-05 is charged the true length of what is too long to be read', async () => {
    await serveStill()
    await flood(await connected(asUnit()), 'reading', at().padEnd(120_000))
    await refused()
  })

  it('HND-05 is refused by every process, whichever RabbitMQ asks', async () => {
    const storing = await serveStill({ BROKER_AUTH_PORT: 0 })
    onTestFinished(storing.close)
    await serveStill()
    // Given to the first process alone.
    await flood(await connected(asUnit()), 'online', 'x'.repeat(60_000))
    await refused()
  })

  it('HND-05 PRD-02 is none that sends a long backlog steadily', async () => {
    await serveStill()
    const client = await connected(asUnit())
    for (let n = 1; n <= 300; n += 1) {
      const backlog = Array.from({ length: 100 }, (_, i) => at(-10_000 * (100 * n + i)))
      await publish(client, 'reading', `[${backlog.join()}]`, unit)
      time += 60
      // Charged as they are stored: they must not be stored all at once.
      if (n % 30 === 0) await expect.poll(() => storedOf(unit)).toBe(100 * n)
    }
    expect(client.connected).toBe(true)
  })
})

describe('a unit that leaves RabbitMQ without a word', () => {
  const isOnline = async () => {
    const [latest] = await readingStore(db()).latest([system()])
    return latest?.heard_at ? !(latest.vanished_at && latest.vanished_at >= latest.heard_at) : null
  }
  const received = async () => {
    const client = await connected()
    const before = Number(await stored())
    await publish(client, 'reading', at(before))
    await expect.poll(stored).toBe(before + 1)
    expect(await isOnline()).toBe(true)
    return client
  }

  it('HND-05 PRD-02 is offline after DISCONNECT, and where the server closed its connection', async () => {
    const broker = await serve()
    await (await received()).endAsync()
    await expect.poll(isOnline).toBe(false)
    const closed = next(await received(), 'close')
    await broker.disconnect(sn)
    await closed
    await expect.poll(isOnline).toBe(false)
    expect(faults()).toEqual([])
  })

  it('HND-05 stays offline when an earlier message is processed only then', async () => {
    await serve()
    await (await received()).endAsync()
    await expect.poll(isOnline).toBe(false)
    const connection = new Connection(node().url)
    const publisher = connection.createPublisher({ confirm: true })
    const before = Number(await stored())
    const key = { exchange: 'amq.topic', routingKey: `storage.${sn}.reading` }
    await publisher.send(key, Buffer.from(at(before)))
    await expect.poll(stored).toBe(before + 1)
    expect(await isOnline()).toBe(false)
    await publisher.close()
    await connection.close()
  })

  it('HND-05 PRD-02 is noticed if it was there before the server', async () => {
    await serve()
    const client = await connected()
    const { localPort } = z.object({ localPort: z.int() }).parse(client.stream)
    const name = `127.0.0.1:${localPort} -> 127.0.0.1:${node().port('mqtt')}`
    const [listed, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const closing = new AbortController()
    const connection = new Connection(node().url)
    const departures = await openRabbitmqDepartures(connection, {
      list: async () => {
        setImmediate(listed.resolve)
        return [{ name, user: sn }]
      },
      onGone: async (unit) => gone.resolve(unit),
      ...{ onFault: gone.reject, now: () => new Date(), closing: closing.signal, listAfter: 0 },
    })
    await listed.promise
    await client.endAsync()
    expect(await gone.promise).toBe(sn)
    closing.abort()
    await departures.close()
    await connection.close()
  })

  it('HND-05 is known by the list of all connections', async () => {
    await serve()
    const { connections } = management({
      BROKER_URL: node().url,
      BROKER_MANAGEMENT_URL: node().managementUrl,
    })
    const listed = { name: expect.stringMatching(/ -> 127\.0\.0\.1:/), user: 'kellersonne' }
    // RabbitMQ lists a connection after five seconds.
    await expect.poll(connections, { interval: 500 }).toContainEqual(listed)
  })
})
