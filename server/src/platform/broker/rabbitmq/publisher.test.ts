import { Connection } from 'rabbitmq-client'
import { expect, it } from 'vitest'
import { sn } from '../../../../test/mqtt/mqtt-units.ts'
import { rabbitBroker } from '../../../../test/mqtt/rabbit-broker.ts'

const { node, serve } = rabbitBroker()

it('HND-01 sends refusals with QoS 1, and keeps none for long', async () => {
  const broker = await serve()
  const listener = new Connection(node().url)
  const { queue } = await listener.queueDeclare({ exclusive: true })
  await listener.queueBind({ queue, exchange: 'amq.topic', routingKey: `storage.${sn}.refused` })
  const refusal = { topic: 'reading', reason: 'not_json' as const, field: null, limit: null, payload: '{' }
  await broker.publishRefusal(sn, refusal)
  const got = await listener.basicGet({ queue, noAck: true })
  expect([got?.durable, got?.expiration, JSON.parse(String(got?.body))]).toEqual([true, '900000', refusal])
  await listener.close()
})
