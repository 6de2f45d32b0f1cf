import { serialNumber } from '@kellersonne/contract/systems/systems'
import type mqtt from 'mqtt'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { at, next, other } from '../../../test/mqtt/mqtt-units.ts'
import { publish, rabbitBroker, topicOf } from '../../../test/mqtt/rabbit-broker.ts'
import { systemStore } from '../../systems/store.ts'

const { connected, db, dial, faults, serve } = rabbitBroker()

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
  const closed = next(client, 'close')
  for (let i = 0; i < 400; i += 1) client.publish(topicOf(topic, unit), payload, { qos: 0 })
  await closed
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
    await publish(await connected(asUnit()), 'reading', at(1), unit)
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
