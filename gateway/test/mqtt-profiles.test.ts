import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { notAsserted } from './asserted.ts'
import { type Mosquitto, startMosquitto } from './devices/mosquitto.ts'
import { mqttStates } from './fixtures.ts'
import { device, valuesIn } from './read-device.ts'

describe('profiles of MQTT devices', () => {
  let broker: Mosquitto
  const received = new Set<string>()
  beforeAll(async () => {
    broker = await startMosquitto()
    broker.client.on('message', (topic) => received.add(topic))
    await broker.client.subscribeAsync('#')
  })
  afterAll(() => broker.stop())

  const publish = (messages: Readonly<Record<string, string>>, retain: boolean) =>
    Promise.all(
      Object.entries(messages).map(([topic, text]) => broker.client.publishAsync(topic, text, { retain })),
    )

  it.each(mqttStates)('GWY-04 receives $profile that $name', async (state) => {
    const { profile, options, invert, expected, absent, messages, retain } = state
    const opened = device({ profile, options, invert, port: broker.port })
    onTestFinished(async () => void (await opened.close()))
    await eventually(async () => {
      await publish(state.discover, false)
      if (state.heard.every((topic) => received.has(topic))) await publish(messages, retain)
      await opened.poll()
      expect(opened.status().fault).toBeNull()
      expect(valuesIn(opened.status())).toMatchObject(expected)
    })
    expect(absent.filter((name) => name in valuesIn(opened.status()))).toEqual([])
  })

  it('GWY-04 follows another Victron that announces itself once the one that came first has been silent', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const retained = 'N/first/system/0/Serial'
    await publish({ [retained]: '{"value": "first"}' }, true)
    const opened = device({ profile: 'victron-mqtt', port: broker.port })
    onTestFinished(async () => {
      vi.useRealTimers()
      await opened.close()
      await publish({ [retained]: '' }, true)
    })
    await opened.poll()
    await eventually(() => expect(received).toContain('R/first/keepalive'))
    await eventually(async () => {
      vi.setSystemTime(Date.now() + 5000)
      await publish({ 'N/second/system/0/Serial': '{"value": "second"}' }, false)
      await publish({ 'N/second/system/0/Dc/Battery/Soc': '{"value": 42}' }, false)
      await opened.poll()
      expect(valuesIn(opened.status())).toEqual({ soc: 42 })
    })
  })

  it('GWY-04 takes nothing more from evcc once it says that it has gone', async () => {
    const opened = device({ profile: 'evcc-mqtt', options: { root: 'gone' }, port: broker.port })
    onTestFinished(async () => void (await opened.close()))
    const fault = async () => {
      await opened.poll()
      return opened.status().fault?.code
    }
    await eventually(async () => {
      await publish({ 'gone/status': 'online', 'gone/site/pvPower': '1' }, true)
      expect(await fault()).toBeUndefined()
    })
    await publish({ 'gone/status': 'offline' }, true)
    await eventually(async () => expect(await fault()).toBe('gone'))
    expect(opened.status().values.size).toBe(0)
  })

  it('GWY-04 asserts each measure of every profile by MQTT, and both directions of grid and battery', () => {
    expect(notAsserted('mqtt', mqttStates)).toEqual([])
  })
})
