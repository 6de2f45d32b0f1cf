import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { importHistory } from '../src/history/import.ts'
import { serve } from './devices/serve.ts'
import { folder } from './folder.ts'

const HOUR = 3_600_000
const asked = z.looseObject({
  type: z.string(),
  id: z.optional(z.number()),
  access_token: z.optional(z.string()),
  start_time: z.optional(z.string()),
  statistic_ids: z.optional(z.array(z.string())),
})
type Asked = z.output<typeof asked>

/** Says by websocket what Home Assistant's recorder says, as its documentation has it: it cannot be installed here. */
async function recorder(answer: (to: Asked) => object) {
  const seen: Asked[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/api/websocket' })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    const send = (message: object) => socket.send(JSON.stringify(message))
    send({ type: 'auth_required', ha_version: '2026.11.0' })
    socket.on('message', (bytes) => {
      const received = asked.parse(JSON.parse(String(bytes)))
      seen.push(received)
      if (received.type === 'auth')
        send({ type: received.access_token === 'right' ? 'auth_ok' : 'auth_invalid' })
      else send({ id: received.id, type: 'result', ...answer(received) })
    })
  })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return { port: portOf(server), seen }
}

function portOf(server: WebSocketServer): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Fetches the history of devices; returns what is printed, and what the file holds. */
async function fetched(devices: readonly object[], more: Partial<Parameters<typeof importHistory>[0]> = {}) {
  const home = await folder()
  const [path, out] = [join(home, 'gateway.json'), join(home, 'history.csv')]
  const portal = { serial_number: '5000001', secret: 's', broker_url: 'mqtts://broker.example:8883' }
  writeFileSync(path, JSON.stringify({ version: 1, portal, devices }))
  const received = await importHistory({ path, out, device: null, from: null, language: 'en', ...more })
  return {
    received,
    text: readFileSync(out, 'utf8'),
    again: () => importHistory({ path, out, device: null, from: null, language: 'en' }),
  }
}
const homeAssistant = (port: number, token = 'right', more: object = {}) => ({
  ...{ name: 'ha', profile: 'home-assistant', host: '127.0.0.1', port },
  options: { token, pv_energy_entity: 'sensor.pv', imported_entity: 'sensor.import', ...more },
})
const daysAgo = (count: number) => new Date(Date.now() - count * 24 * HOUR).toISOString().slice(0, 10)

describe('history that is fetched in the house', () => {
  it('GWY-44 of Home Assistant is its statistics by the hour, as quarters that keep their sum', async () => {
    const first = Date.parse(`${daysAgo(20)}T10:00:00Z`)
    const hours = [400, 1001, null, -5].map((change, i) => ({
      ...{ start: first + i * HOUR, end: first + (i + 1) * HOUR, change },
    }))
    const { port, seen } = await recorder(({ start_time: start }) => {
      const has = start === `${daysAgo(20)}T00:00:00.000Z`
      const result = has ? { 'sensor.pv': hours, 'sensor.import': hours.slice(0, 1), foreign: hours } : {}
      return { success: true, result }
    })
    const { text, received, again } = await fetched([homeAssistant(port)], { from: daysAgo(20) })
    const at = (quarter: number) => new Date(first + quarter * 900_000).toISOString()
    expect(text.trim().split('\r\n')).toEqual([
      'at,readings,grid_v_mean,pv_wh,import_wh',
      ...[100, 100, 100, 100].map((wh, i) => `${at(i)},,,${wh},${wh}`),
      ...[250, 251, 250, 250].map((wh, i) => `${at(i + 4)},,,${wh},`),
    ])
    expect(received).toContain('8 lines from ha')
    expect(seen.slice(1).map(({ id, statistic_ids: ids }) => [id, ids])).toEqual([
      [1, ['sensor.pv', 'sensor.import']],
      [2, ['sensor.pv', 'sensor.import']],
    ])
    await expect(again()).rejects.toThrow(/history\.csv already exists.*--out/)
  })

  it('GWY-44 of evcc is its own file', async () => {
    const csv = '\uFEFFtime.start,time.end,pv.A.energy.Wh\n2026-05-01 12:00:00,2026-05-01 12:15:00,500\n'
    const seen: string[] = []
    const { port, stop } = await serve(({ url }, response) => {
      seen.push(url ?? '')
      response.end(csv)
    })
    onTestFinished(stop)
    const evcc = { name: 'evcc', profile: 'evcc-http', host: '127.0.0.1', port }
    const { text } = await fetched([evcc])
    expect([text, seen]).toEqual([csv, ['/api/history/energy?aggregate=15m&format=csv']])
    await expect(fetched([evcc], { out: '/nowhere/history.csv' })).rejects.toThrow(
      /cannot be written: ENOENT/,
    )
  })

  it('GWY-44 says what is wrong, and writes nothing', async () => {
    const refusing = await recorder(() => ({ success: false }))
    const leaving = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    leaving.on('connection', (socket) => socket.close())
    await once(leaving, 'listening')
    onTestFinished(() => leaving.close())
    const garbage = await recorder(() => ({ success: true, result: 'all' }))
    const empty = await recorder(() => ({ success: true, result: {} }))
    const html = await serve((_, response) => void response.end('<html>'))
    const missing = await serve((_, response) => void response.writeHead(404).end())
    onTestFinished(async () => void (await Promise.all([html.stop(), missing.stop()])))
    const evcc = (port: number) => ({ name: 'evcc', profile: 'evcc-http', host: '127.0.0.1', port })
    for (const [devices, fault] of [
      [[homeAssistant(refusing.port, 'wrong')], /ha: It rejected the password or token/],
      [[homeAssistant(refusing.port)], /ha: It answered with an error/],
      [[homeAssistant(garbage.port)], /ha: It answered with too few or unexpected bytes/],
      [[homeAssistant(portOf(leaving))], /ha: It closed the connection/],
      [[homeAssistant(empty.port)], /ha has no data for this time/],
      [[homeAssistant(1)], /ha: It is there, but accepts no connection/],
      [[{ ...homeAssistant(1), options: { token: 'right' } }], /ha: An option of its profile is missing/],
      [[evcc(html.port)], /evcc: It answered with too few or unexpected bytes/],
      [[evcc(missing.port)], /evcc: It answered with an error/],
      [[homeAssistant(1), evcc(1)], /--device .*: ha, evcc\./],
      [[{ name: 'sun', profile: 'sunspec', host: '127.0.0.1' }], /No device .* keeps a history/],
    ] as const)
      await expect(fetched(devices)).rejects.toThrow(fault)
    for (const from of ['31.01.2025', '2999-01-01', '2025-13-01'])
      await expect(fetched([evcc(1)], { from })).rejects.toThrow(/is not a day in the past/)
  })
})
