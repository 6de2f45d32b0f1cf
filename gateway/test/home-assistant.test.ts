import { once } from 'node:events'
import { eventually } from '@kellersonne/testing/eventually'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { applied } from '../src/transports/home-assistant/messages.ts'
import { device, valuesIn } from './read-device.ts'

const reported = z.looseObject({
  type: z.string(),
  id: z.optional(z.number()),
  access_token: z.optional(z.string()),
})

/** What a Home Assistant does with each of its connections. */
type Manner = 'answers' | 'says nothing' | 'subscribes nobody at first'

/** Says by websocket what Home Assistant says, as its documentation has it: it cannot be installed here. */
async function homeAssistant(token: string, first: object, manner: Manner = 'answers') {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/api/websocket' })
  await once(server, 'listening')
  let peer: WebSocket | null = null
  /** Types of the messages received, by connection. */
  const heard: string[][] = []
  server.on('connection', (socket) => {
    peer = socket
    const own: string[] = []
    heard.push(own)
    const send = (message: object) => socket.send(JSON.stringify(message))
    if (manner === 'says nothing') return
    const subscribes = manner === 'answers' || heard.length > 1
    send({ type: 'auth_required', ha_version: '2026.11.0' })
    socket.on('message', (bytes) => {
      const { type, id, access_token: shown } = reported.parse(JSON.parse(String(bytes)))
      own.push(type)
      if (type === 'auth') send({ type: shown === token ? 'auth_ok' : 'auth_invalid' })
      if (type !== 'subscribe_entities') return
      send({ id, type: 'result', success: subscribes, result: null })
      if (!subscribes) return
      send({ id, type: 'event', event: first })
    })
  })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    port: address.port,
    heard,
    send: (event: object) => peer?.send(JSON.stringify({ id: 1, type: 'event', event })),
  }
}
const options = {
  token: 'long-lived',
  grid_entity: 'sensor.grid',
  pv_entity: 'sensor.pv',
  battery_entity: 'sensor.battery',
  soc_entity: 'sensor.soc',
  pv_energy_entity: 'sensor.yield',
  imported_entity: 'sensor.imported',
  exported_entity: 'sensor.exported',
  charged_entity: 'sensor.charged',
  discharged_entity: 'sensor.discharged',
}
const first = {
  a: {
    'sensor.grid': { s: '-1.21', a: { unit_of_measurement: 'kW' }, lc: 1 },
    'sensor.battery': { s: 'unavailable', a: { unit_of_measurement: 'W' }, lc: 1 },
    'sensor.soc': { s: '64.5', a: { unit_of_measurement: '%' }, lc: 1 },
    'sensor.pv': { s: '4820', a: { unit_of_measurement: 'W' }, lc: 1 },
    'sensor.yield': { s: '18.204411', a: { unit_of_measurement: 'MWh' }, lc: 1 },
    'sensor.imported': { s: '4410.23', a: { unit_of_measurement: 'kWh' }, lc: 1 },
    'sensor.exported': { s: '9120.455', a: { unit_of_measurement: 'kWh' }, lc: 1 },
    'sensor.charged': { s: '6120998', a: { unit_of_measurement: 'Wh' }, lc: 1 },
    'sensor.discharged': { s: '5511.2', a: { unit_of_measurement: 'kWh' }, lc: 1 },
  },
}

const steady = {
  ...{ pv_w: 4820, pv_wh: 18_204_411, import_wh: 4_410_230, feed_in_wh: 9_120_455 },
  ...{ charge_wh: 6_120_998, discharge_wh: 5_511_200 },
}

it('GWY-04 follows entities of Home Assistant, in their units, and leaves out what is unavailable', async () => {
  const { port, send } = await homeAssistant('long-lived', first)
  const opened = device({ profile: 'home-assistant', port, options })
  onTestFinished(async () => void (await opened.close()))
  const values = async () => {
    await opened.poll()
    return valuesIn(opened.status())
  }
  await eventually(async () => expect(await values()).toEqual({ ...steady, grid_w: -1210, soc: 64.5 }))
  send({
    c: { 'sensor.grid': { '+': { s: '0.35' } }, 'sensor.battery': { '+': { s: '920' } } },
    r: ['sensor.soc'],
  })
  await eventually(async () => expect(await values()).toEqual({ ...steady, grid_w: 350, battery_w: 920 }))
  send({ c: { 'sensor.battery': { '+': { s: '-1500' } } } })
  await eventually(async () => expect(await values()).toEqual({ ...steady, grid_w: 350, battery_w: -1500 }))
})

it('GWY-06 says that Home Assistant refuses the token', async () => {
  const { port } = await homeAssistant('another', first)
  const opened = device({ profile: 'home-assistant', port, options })
  onTestFinished(async () => void (await opened.close()))
  await eventually(async () => {
    await opened.poll()
    expect(opened.status().fault?.code).toBe('unauthorized')
  })
})

/** Follows a Home Assistant at the pace of the test, until it holds. */
async function followed(port: number, holds: (opened: ReturnType<typeof device>) => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const opened = device({ profile: 'home-assistant', port, options })
  onTestFinished(async () => void (await opened.close()))
  await eventually(async () => {
    vi.advanceTimersByTime(2000)
    await opened.poll()
    holds(opened)
  })
}

it('GWY-06 pings a Home Assistant again, on a new connection, that left a ping unanswered', async () => {
  const { port, heard } = await homeAssistant('long-lived', first)
  await followed(port, () =>
    expect(heard.filter((types) => types.includes('ping')).length).toBeGreaterThan(1),
  )
})

it('GWY-06 opens another connection to a Home Assistant that says nothing on the first', async () => {
  const { port, heard } = await homeAssistant('long-lived', first, 'says nothing')
  await followed(port, () => expect(heard.length).toBeGreaterThan(1))
})

it('GWY-06 subscribes again, on a new connection, where Home Assistant refused to', async () => {
  const { port } = await homeAssistant('long-lived', first, 'subscribes nobody at first')
  await followed(port, (opened) =>
    expect(valuesIn(opened.status())).toEqual({ ...steady, grid_w: -1210, soc: 64.5 }),
  )
})

it('GWY-06 keeps nothing of entities that it did not ask for', () => {
  const wanted = new Set(['sensor.grid'])
  const many = Array.from({ length: 3000 }, (_, i) => [`sensor.${i}`, i % 2 === 0 ? { s: 'x', a: {} } : null])
  const all = Object.fromEntries([...many, ['sensor.grid', { s: `1${'0'.repeat(1000)}`, a: {} }]])
  const known = applied(new Map(), { a: all }, wanted)
  expect([...known]).toEqual([['sensor.grid', { state: `1${'0'.repeat(63)}`, unit: undefined }]])
})
