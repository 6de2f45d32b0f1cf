import { expect, it } from 'vitest'
import { payloadOf } from './queues.ts'

const message = (body: unknown, headers = {}) => {
  const given = { consumerTag: '', deliveryTag: 1, exchange: '', routingKey: '', redelivered: false }
  return { ...given, body, headers }
}
const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`.padEnd(10), 'v']))

it.each([
  [
    'nothing for what RabbitMQ adds itself',
    { 'x-mqtt-publish-qos': 1, timestamp_in_ms: 1_781_000_000_000 },
    2,
  ],
  ['the properties that a unit adds', properties(1000), 2 + 11_000 - 256],
])('HND-07 F10 a message counts %s', (_, headers, bytes) => {
  expect(payloadOf(message(Buffer.from('{}'), headers))).toEqual({ payload: Buffer.from('{}'), bytes })
})

it('HND-07 F10 its properties do not make it too long', () => {
  expect(payloadOf(message(Buffer.alloc(65_536), properties(100))).payload).toHaveLength(65_536)
  expect(payloadOf(message(Buffer.alloc(65_537))).payload).toBeNull()
})
