import { EventEmitter, once } from 'node:events'
import net from 'node:net'
import type mqtt from 'mqtt'
import mqttPacket from 'mqtt-packet'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { brokerDeps, embeddedBroker, reading } from '../../../test/mqtt/embedded-broker.ts'
import { at, next, other, sn } from '../../../test/mqtt/mqtt-units.ts'
import { openBroker } from './broker.ts'

const { broker, config, connected, db, stored, system } = embeddedBroker()

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

  it('PRD-01 F10 reads nothing of a connection after CONNECT until it has signed in, then all of it', async () => {
    const payload = at()
    const publish = (id: number) =>
      mqttPacket.generate({
        ...{
          cmd: 'publish',
          topic: reading(),
          payload,
          qos: 1,
          messageId: id,
          dup: false,
          retain: false,
        },
      })
    const connect = (password: string) =>
      mqttPacket.generate({ cmd: 'connect', clientId: sn, username: sn, password: Buffer.from(password) })
    const talk = async (password: string) => {
      const socket = net.connect(broker().ports.mqtt, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const answered: number[] = []
      const parser = mqttPacket.parser().on('packet', ({ cmd }) => answered.push(cmd === 'puback' ? 1 : 0))
      socket.on('data', (bytes) => parser.parse(bytes))
      socket.write(
        Buffer.concat([connect(password), ...Array.from({ length: 60 }, (_, i) => publish(i + 1))]),
      )
      return answered
    }
    const right = await talk('secret')
    await expect.poll(() => right.filter((one) => one === 1).length).toBe(60)
    const wrong = await talk('wrong')
    await expect.poll(() => wrong).toEqual([0])
    expect(await stored()).toBe(1)
  })

  it('PRD-01 F10 grants a topic with one QoS for a connection, however it is subscribed to and given up', async () => {
    const client = await connected()
    const topic = `storage/${sn}/refused`
    const granted: number[] = []
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'suback') granted.push(...packet.granted.map(Number))
    })
    const all = Array.from({ length: 3 }, () => [
      client.subscribeAsync(topic, { qos: 0 }),
      client.unsubscribeAsync(topic),
      client.subscribeAsync(topic, { qos: 1 }).catch(() => undefined),
    ])
    await Promise.all(all.flat())
    expect(granted.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 128, 128, 128])
  })

  it('PRD-01 F10 tells of a subscription only if it is granted, and of its own topic', async () => {
    const told: string[] = []
    broker().onListening(() => told.push('command'))
    broker().onForecastWanted(() => told.push('forecast'))
    const client = await connected()
    const subscribe = (topic: string, qos: 0 | 1) =>
      client.subscribeAsync(`storage/${sn}/${topic}`, { qos }).catch(() => undefined)
    for (const topic of ['command', 'forecast', 'refused']) await subscribe(topic, 0)
    expect(told).toEqual(['command', 'forecast'])
    for (const topic of ['command', 'forecast']) await subscribe(topic, 1)
    await subscribe('forecast', 0)
    expect(told).toEqual(['command', 'forecast', 'forecast'])
  })

  it('PRD-01 a reading without a packet identifier ends the connection, and is not stored', async () => {
    const client = await connected()
    const closed = next(client, 'close')
    const [topic, payload] = [Buffer.from(reading()), Buffer.from(at())]
    const header = [0x32, 2 + topic.length + 2 + payload.length, 0, topic.length]
    client.stream.write(Buffer.concat([Buffer.from(header), topic, Buffer.from([0, 0]), payload]))
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
      db().row(z.object({ reason: z.string() }), 'select reason from refused where system = $1', [system()])
    await expect.poll(refused).toEqual({ reason: 'too_large' })
  })

  it('PRD-02 F8 leaves a unit unread that has sent more than it may, on a new connection too, and no other', async () => {
    const seen: string[] = []
    const slow = await openBroker(config(), {
      ...brokerDeps,
      authenticate: async (attempts) => attempts.map((one) => Number(one.sn)),
      ingest: async ({ topic, sn: name }) => void seen.push(`${name} ${topic}`),
      rest: (unit) => (unit === Number(sn) && seen.includes(`${sn} reading`) ? 1e6 : 0),
    })
    const client = await connected({}, slow.ports.mqtt)
    const bystander = await connected({ clientId: other, username: other }, slow.ports.mqtt)
    const nextOfOther = () => bystander.publishAsync(reading(other), at(), { qos: 1 })
    await client.publishAsync(reading(), at(), { qos: 1 })
    client.publish(reading(), at(1), { qos: 1 })
    await nextOfOther()
    const again = await connected({}, slow.ports.mqtt)
    again.publish(reading(), at(2), { qos: 1 })
    await nextOfOther()
    expect(seen.filter((what) => what === `${sn} reading`)).toHaveLength(1)
    expect(seen.filter((what) => what === `${other} reading`)).toHaveLength(2)
    await slow.close()
  })

  it('leaves unread what a unit sends beyond 200 messages that wait to be stored', async () => {
    const database = Promise.withResolvers<void>()
    let taken = 0
    const arrivals = new EventEmitter()
    const slow = await openBroker(config(), {
      authenticate: () => Promise.resolve([system()]),
      ingest: async (received) => {
        if (received.topic !== 'reading' || received.sn !== sn) return
        taken += 1
        arrivals.emit('one')
        await database.promise
      },
      ...brokerDeps,
    })
    const client = await connected({}, slow.ports.mqtt)
    const bystander = await connected({ clientId: other, username: other }, slow.ports.mqtt)
    const acknowledged: Promise<unknown>[] = []
    const publish = () => acknowledged.push(client.publishAsync(reading(), at(), { qos: 1 }))
    for (let i = 0; i < 200; i += 1) {
      // One at a time: Aedes waits for all packets of one chunk.
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

describe('a silent connection', () => {
  it.each([
    [0, 900],
    [65_535, 900],
    [600, 900],
    [20, 30],
  ])('PRD-01 that asks for a keep-alive of %i s ends after %i s', async (keepalive, seconds) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    // A client that never sends its keep-alive.
    const timerVariant = { set: () => 0, clear: () => undefined }
    const client = await connected({ keepalive, timerVariant })
    const closed = next(client, 'close')
    vi.advanceTimersByTime(seconds * 1000)
    expect(client.connected).toBe(true)
    vi.advanceTimersByTime(1)
    await closed
  })

  it('PRD-01 that has signed in takes no place of those who have not', async () => {
    const silent = Array.from({ length: 255 }, () => net.connect(broker().ports.mqtt, '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of silent) socket.destroy()
    })
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    await connected()
    await connected({ clientId: other, username: other, password: 'another' })
  })
})
