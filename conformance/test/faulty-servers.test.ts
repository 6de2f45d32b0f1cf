import type { IPublishPacket } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { CannotRun } from '../src/report.ts'
import type { Wire } from '../src/wire.ts'
import { type Faulty, openFaulty } from './faulty-server.ts'
import { tested } from './real-server.ts'

/** Only ends the wait for what never comes. */
const DEADLINE_MS = 300

const found = async (faulty: Faulty, only: string) =>
  tested({ port: await openFaulty(faulty) }, { only, deadlineMs: DEADLINE_MS })
const wrong = async (faulty: Faulty, only: string) =>
  (await found(faulty, only)).flatMap(({ verdict, rule }) => (verdict === 'wrong' ? [rule] : []))

it('UNT-04 finds a server that lets everybody in, and forbids nothing', async () => {
  const results = await found({}, 'connection.md')
  const bad = results.filter(({ verdict }) => verdict === 'wrong').map(({ rule }) => rule)
  expect(bad.filter((rule) => rule.startsWith('refuses'))).toHaveLength(5)
  // It does close the connection upon what is too large for the parser it shares.
  expect(bad.filter((rule) => rule.startsWith('closes the connection'))).toHaveLength(6)
  expect(bad).toContain('lets the newest connection replace the one before')
})

it('UNT-04 finds a server that acknowledges nothing, and one that grants no subscription', async () => {
  expect((await wrong({ publish: () => undefined }, 'messages.md#reading')).length).toBeGreaterThan(3)
  expect(await wrong({ suback: 128 }, 'connection.md#topics')).toContain('grants the subscription to command')
})

it('UNT-04 finds a server that does not say what it refuses, and one that says it wrongly', async () => {
  const section = 'messages.md#what-is-refused'
  const silent = await wrong({}, section)
  expect(silent).toHaveLength(20)
  const liar = (wire: Wire, { topic, payload, messageId = 0 }: IPublishPacket) => {
    wire.send({ cmd: 'puback', messageId })
    const reported = {
      topic: 'reading',
      reason: 'too_large',
      field: null,
      limit: null,
      payload: payload.toString().slice(0, 500),
    }
    const to = topic.replace(/(storage\/\d+)\/.*/, '$1/refused')
    wire.send({
      cmd: 'publish',
      topic: to,
      payload: JSON.stringify(reported),
      qos: 1,
      messageId,
      dup: false,
      retain: false,
    })
  }
  expect(await wrong({ publish: liar }, section)).toHaveLength(20)
})

it('UNT-04 FCT-40 finds a server that sends no forecast, and one that sends it wrongly', async () => {
  const rule = 'sends the newest upon subscription'
  const publishes = (payload: object, retain: boolean) => (wire: Wire, packet: IPublishPacket) => {
    wire.send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
    const topic = packet.topic.replace(/(storage\/\d+)\/.*/, '$1/forecast')
    const forecast = { topic, payload: JSON.stringify(payload), messageId: 1, dup: false }
    wire.send({ cmd: 'publish', qos: 1, retain, ...forecast })
  }
  const none = { made_at: null, days: [], weather_by: null }
  expect(await wrong({}, 'forecast.md')).toEqual([rule])
  expect(await wrong({ suback: 128 }, 'forecast.md')).toEqual([rule])
  expect(await wrong({ publish: publishes({ ...none, days: 5 }, false) }, 'forecast.md')).toEqual([rule])
  expect(await wrong({ publish: publishes(none, true) }, 'forecast.md')).toEqual([rule])
  expect(await wrong({ publish: publishes(none, false) }, 'forecast.md')).toEqual([])
})

it('UNT-04 cannot run without a connection, or with a wrong secret, and says why', async () => {
  await expect(tested({ port: 9 })).rejects.toThrow(new CannotRun('Nothing listens on 127.0.0.1:9.'))
  const port = await openFaulty({ connack: () => 4 })
  await expect(tested({ port })).rejects.toThrow(
    'The server does not let 1001 in: serial number or secret are wrong (4).',
  )
})
