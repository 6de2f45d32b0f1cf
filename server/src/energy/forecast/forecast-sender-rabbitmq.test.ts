import { forecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import type mqtt from 'mqtt'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { next, now, other, sn } from '../../../test/mqtt/mqtt-units.ts'
import { publish, rabbitBroker, topicOf } from '../../../test/mqtt/rabbit-broker.ts'
import { openForecastSender } from './forecast-sender.ts'

const { connected, db, serve } = rabbitBroker()
const log = pino({ level: 'silent' })

async function listening(client: mqtt.MqttClient, unit = sn) {
  const received: unknown[] = []
  client.on('message', (topic, payload) => {
    if (topic === topicOf('forecast', unit)) received.push(forecastMessage.parse(JSON.parse(String(payload))))
  })
  await client.subscribeAsync(topicOf('forecast', unit), { qos: 1 })
  return received
}

it('HND-01 FCT-40 over RabbitMQ, a forecast reaches the unit that listens, once it says that it is there, and no other', async () => {
  const sender = openForecastSender({ db: db(), broker: await serve(), now, log, weatherBy: null }, 20)
  const bystander = await connected({ clientId: other, username: other, password: 'another' })
  const bystanderReceived = await listening(bystander, other)
  const client = await connected()
  const received = await listening(client)
  const reported = next(client, 'message')
  await publish(client, 'online', '{"online": true}')
  expect((await reported)[2]).toMatchObject({ qos: 1, retain: false })
  expect([received, bystanderReceived]).toEqual([[{ made_at: null, days: [], weather_by: null }], []])
  await sender.close()
})
