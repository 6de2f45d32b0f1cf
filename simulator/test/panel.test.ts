import { expect, it } from 'vitest'
import { buildPanel } from '../src/panel.ts'
import { broker, folder, sn, unit } from './bench.ts'

const json = { 'content-type': 'application/json', host: 'localhost:8090' }
async function open() {
  const server = await broker()
  const one = unit({ brokerUrl: server.url, stateDir: await folder() })
  const fleet = { units: () => [one], unit: (name: string) => (name === sn ? one : undefined) }
  const app = buildPanel({ fleet: () => fleet, mailbox: { mails: () => [] }, loopback: true })
  const post = (path: string, payload: unknown, headers: Record<string, string> = json) =>
    app.inject({ method: 'POST', url: `/api/units/${sn}/${path}`, headers, payload: JSON.stringify(payload) })
  return { app, one, post }
}

it('serves its page and files under a strict policy', async () => {
  const { app } = await open()
  for (const url of ['/', '/panel.css', '/panel.js', '/mailbox.css', '/mailbox.js']) {
    const answer = await app.inject({ url, headers: { host: '127.0.0.1:8090' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(answer.body).not.toMatch(/<script>|style=|onclick=/)
  }
})

it('AUT-12 shows the registration code of a unit that has one on its sticker', async () => {
  const server = await broker()
  const code = '2345-ABCD-EFGHJ'
  const fresh = unit({ brokerUrl: server.url, stateDir: await folder(), code })
  const fleet = { units: () => [fresh], unit: () => fresh }
  const app = buildPanel({ fleet: () => fleet, mailbox: { mails: () => [] }, loopback: true })
  expect((await app.inject({ url: '/api/units', headers: json })).json()).toMatchObject([{ sn, code }])
})

it('shows each unit and does what its switches say', async () => {
  const { app, one, post } = await open()
  await post('hold', { pv_w: 4820, load_w: 650, battery_w: -2960, soc: 64, grid_v: 233.6 })
  const [shown] = (await app.inject({ url: '/api/units', headers: json })).json()
  expect(shown).toMatchObject({
    sn,
    phase: 1,
    code: null,
    mainSwitch: true,
    hold: { pv_w: 4820, grid_v: 233.6 },
  })
  expect(shown.reading).toMatchObject({ pv_w: 4820, grid_w: -1210, load_w: 650 })
  await post('hold', { pv_w: null })
  expect(one.view().hold).toMatchObject({ pv: null, load: 650 })
  expect((await post('messages', { code: 'i2', raised: true })).json().raised).toEqual(['i2'])
  expect((await post('messages', { code: 'i2', raised: false })).json().raised).toEqual([])
  expect((await post('cable', { plugged: false })).json().plugged).toBe(false)
  expect((await post('display', { mode: 'update' })).statusCode).toBe(409)
  expect((await post('switch', { on: false })).json().state.status).toBe('off')
  expect((await post('display', { mode: 'update' })).json().state.display).toBe('update')
  expect((await post('publish', {})).statusCode).toBe(200)
})

it.each([
  ['switch', { on: 'yes' }],
  ['switch', { on: true, more: 1 }],
  ['cable', {}],
  ['messages', { code: '__proto__', raised: true }],
  ['hold', { soc: 101 }],
  ['hold', { pv_w: -1 }],
  ['hold', []],
])('refuses what it does not understand: %s %j', async (path, body) => {
  const { post } = await open()
  const answer = await post(path, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ code: 'input_invalid' })
})

it('knows no unit, act or page that does not exist', async () => {
  const { app, post } = await open()
  const unknown = { method: 'POST', url: '/api/units/7/publish', headers: { host: 'localhost' } } as const
  expect((await app.inject(unknown)).statusCode).toBe(404)
  expect((await post('explode', {})).statusCode).toBe(404)
  expect((await app.inject({ url: '/../package.json', headers: json })).statusCode).toBe(404)
})

it.each([
  ['another site', { ...json, origin: 'http://evil.example' }],
  ['another port', { ...json, origin: 'http://localhost:1' }],
  ['a page without origin', { ...json, origin: 'null' }],
  ['a cross-site form', { ...json, 'sec-fetch-site': 'cross-site' }],
  ['a name that was bent to this machine', { ...json, host: 'evil.example', origin: 'http://evil.example' }],
])('refuses a request from %s', async (_from, headers) => {
  const { one, post } = await open()
  const answer = await post('switch', { on: false }, headers)
  expect(answer.statusCode).toBe(403)
  expect(one.view().mainSwitch).toBe(true)
})

it('takes requests from its own page', async () => {
  const { post } = await open()
  const own = { ...json, origin: 'http://localhost:8090', 'sec-fetch-site': 'same-origin' }
  expect((await post('switch', { on: false }, own)).statusCode).toBe(200)
})
