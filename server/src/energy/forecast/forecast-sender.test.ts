import { forecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type mqtt from 'mqtt'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { embeddedBroker } from '../../../test/mqtt/embedded-broker.ts'
import { next, other, sn } from '../../../test/mqtt/mqtt-units.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { systemStore } from '../../systems/store.ts'
import { openForecastSender } from './forecast-sender.ts'
import { makeForecasts } from './making.ts'

const TOPIC = `storage/${sn}/forecast`
const ZONE = 'Europe/Berlin'
const MINUTE_MS = 60_000
const unit = embeddedBroker()
let skipped = 0
let sender: ReturnType<typeof openForecastSender> | undefined
afterEach(() => sender?.close())
/** Noon: no day ends in the middle of a test. */
const NOON = Date.parse('2026-06-18T10:00:00Z')
const began = Date.now()
const now = () => new Date(NOON + Date.now() - began + skipped)
const log = pino({ level: 'silent' })

async function owned() {
  const owner = await accountStore(unit.db()).create(`${Math.random()}@example.org`, 'hash', 'de')
  if (owner === null) throw new Error('there already')
  await systemStore(unit.db()).claim(unit.system(), owner, new Date('2026-01-01T00:00:00Z'))
  while (await unit.db().transaction((sql) => makeForecasts(sql, now())));
  return owner
}
const open = () => {
  sender = openForecastSender({ db: unit.db(), broker: unit.broker(), now, log, weatherBy: 'DWD' }, 20)
}
/** Subscribes, and collects what comes. */
async function listen(client: mqtt.MqttClient, topic = TOPIC) {
  const received: { topic: string; text: string }[] = []
  client.on('message', (from, payload) => void received.push({ topic: from, text: payload.toString() }))
  await client.subscribeAsync(topic, { qos: 1 })
  return received
}
/** Waits until the sender has looked at forecasts once more, after something has happened. */
async function lookedAfter(happens: () => void) {
  const reads = vi.spyOn(unit.db(), 'rows')
  happens()
  await expect.poll(() => reads.mock.calls.some(([, text]) => String(text).includes('sn = any'))).toBe(true)
  await Promise.all(reads.mock.results.map(({ value }) => value))
  reads.mockRestore()
}
const change = (watts: number) =>
  unit
    .db()
    .run('update forecast set pv = array_fill($2::integer, array[array_length(pv, 1)]) where system = $1', [
      unit.system(),
      watts,
    ])

describe('the forecast of a unit', () => {
  it('FCT-40 is sent when the unit subscribes, and once it has changed, a quarter later', async () => {
    const owner = await owned()
    open()
    const received = await listen(await unit.connected())
    await expect.poll(() => received.length).toBe(1)
    const first = forecastMessage.parse(JSON.parse(received[0]?.text ?? ''))
    const today = dayOf(now(), ZONE)
    const length = startOfDay(dayAfter(today), ZONE).getTime() - startOfDay(today, ZONE).getTime()
    expect([first.days.length, first.days[0]?.pv_w.length, first.weather_by]).toEqual([
      ...[2, length / QUARTER_MS, null],
    ])
    await unit.db().run("update forecast set made_at = made_at + interval '15 minutes'")
    await lookedAfter(() => {
      skipped += 16 * MINUTE_MS
    })
    expect(received).toHaveLength(1)
    await change(777)
    skipped += 16 * MINUTE_MS
    await expect.poll(() => received.length).toBe(2)
    expect(forecastMessage.parse(JSON.parse(received[1]?.text ?? '')).days[0]?.pv_w[0]).toBe(777)
    await systemStore(unit.db()).release(sn, owner, now())
    skipped += 16 * MINUTE_MS
    await expect.poll(() => received.length).toBe(3)
    expect(JSON.parse(received[2]?.text ?? '')).toEqual({ made_at: null, days: [], weather_by: null })
  })

  it('FCT-40 is sent to no other unit, and to none that does not subscribe', async () => {
    open()
    const foreign = await unit.connected({ clientId: other, username: other, password: 'another' })
    const closed = next(foreign, 'close')
    foreign.subscribe(TOPIC)
    await closed
    const mute = await unit.connected()
    await listen(mute, `storage/${sn}/command`)
    expect(await unit.broker().publishForecast(sn, { made_at: null, days: [], weather_by: null })).toBe(false)
  })
})
