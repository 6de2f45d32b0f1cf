import { serialNumber } from '@kellersonne/contract/systems/systems'
import { PLACEHOLDER_TIME } from '@kellersonne/contract/telemetry/device'
import { flagNames } from '@kellersonne/core/messages/messages'
import { expect, it } from 'vitest'
import { buildPanel } from '../src/panel/panel.ts'
import { broker, folder, sn, unit } from './bench.ts'

const json = { 'content-type': 'application/json', host: 'localhost:8090' }
async function open() {
  const server = await broker()
  const one = unit({ brokerUrl: server.url, stateDir: await folder() })
  const fleet = { units: () => [one], unit: (name: string) => (name === sn ? one : undefined) }
  const app = buildPanel({ fleet: () => fleet, mailbox: { mails: () => [] }, loopback: true })
  const send = (path: string, payload: unknown, headers: Record<string, string> = json) =>
    app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: JSON.stringify(payload) })
  const post = (path: string, payload: unknown, headers?: Record<string, string>) =>
    send(`units/${sn}/${path}`, payload, headers)
  return { app, one, post, send }
}

it('serves its page and files under a strict policy', async () => {
  const { app } = await open()
  const page = (await app.inject({ url: '/', headers: json })).body
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => `${file}`)
  expect(files.length).toBeGreaterThan(4)
  for (const url of ['/', '/texts.js', ...files]) {
    const answer = await app.inject({ url, headers: { host: '127.0.0.1:8090' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(\).* clipboard-write=\(\)/)
    expect(answer.body).not.toMatch(/<script>|style=|onclick=/)
  }
})

it('AUT-12 shows the registration code of a unit that has one on its sticker', async () => {
  const server = await broker()
  const code = '2345-ABCD-EFGHJ'
  const fresh = unit({ brokerUrl: server.url, stateDir: await folder(), code, fresh: true })
  const fleet = { units: () => [fresh], unit: () => fresh }
  const app = buildPanel({ fleet: () => fleet, mailbox: { mails: () => [] }, loopback: true })
  expect((await app.inject({ url: '/api/units', headers: json })).json()).toMatchObject([
    { sn, code, fresh: true },
  ])
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
  expect(one.view().settings.hold).toMatchObject({ pv: null, load: 650 })
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
  ['messages', { code: '', raised: true }],
  ['messages', { code: 'x'.repeat(41), raised: true }],
  ['errors', { code: -1, raised: true }],
  ['errors', { code: 1.5, raised: true }],
  ['silence', { silent: 1 }],
  ['answers', { manner: 'rudely' }],
  ['answers', { manner: 'refuses', reason: 'x'.repeat(201) }],
  ['calibration', {}],
  ['calibration', { days: -1 }],
  ['sensors', { sensors: [{ name: '', value: 1, unit: '°C' }] }],
  ['power', { on: 'yes' }],
  ['faults', { cut: { percent: 101, resumeS: null } }],
  ['faults', { cut: { percent: 50, resumeS: -1 } }],
  ['faults', { cut: { percent: 50 } }],
  ['faults', { lies: null }],
  ['faults', { explodes: true }],
])('refuses what it does not understand: %s %j', async (path, body) => {
  const { post } = await open()
  const answer = await post(path, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ code: 'input_invalid' })
})

it('ENT-06 raises and resolves every flag, codes that nobody knows, and errors of the battery', async () => {
  const { app, post } = await open()
  const { flags } = (await app.inject({ url: '/api/catalogue', headers: json })).json()
  expect(flags.map(({ code }: { code: string }) => code)).toEqual(flagNames)
  for (const code of [...flagNames, 'brand_new']) {
    const { raised, state } = (await post('messages', { code, raised: true })).json()
    expect(raised).toEqual([code])
    expect([...state.message1, ...state.message2]).toContain(code)
    expect((await post('messages', { code, raised: false })).json().raised).toEqual([])
  }
  const errors = async (body: object) => (await post('errors', body)).json().state.errors
  expect(await errors({ code: 4711, raised: true })).toMatchObject([{ code: 4711 }])
  expect(await errors({ code: 4711, raised: true, dated: false })).toEqual([
    { code: 4711, at: PLACEHOLDER_TIME },
  ])
  expect(await errors({ code: 4711, raised: false })).toEqual([])
})

it('sets all that can be set, and a reset undoes it', async () => {
  const { app, post, send } = await open()
  const [before] = (await app.inject({ url: '/api/units', headers: json })).json()
  const sensors = [{ name: 'humidity', value: 61, unit: '%' }]
  await post('silence', { silent: true })
  await post('answers', { manner: 'refuses', reason: 'out of sorts' })
  await post('calibration', { days: 3 })
  await post('sensors', { sensors })
  await post('messages', { code: 'relay', raised: true })
  await post('errors', { code: 7, raised: true })
  await post('switch', { on: false })
  await post('display', { mode: 'update' })
  await post('cable', { plugged: false })
  const [played] = (await send('scenario', { name: 'bad_weather' })).json()
  expect(played).toMatchObject({
    ...{ silent: true, plugged: true, mainSwitch: false },
    answering: { manner: 'refuses', reason: 'out of sorts' },
    set: { calibration_days: 3, sensors },
    hold: { pv_w: 0, load_w: 900, soc: 8 },
    state: { calibration_days: 3, sensors, display: 'update' },
  })
  const [after] = (await send('reset', {})).json()
  const same = ['silent', 'answering', 'set', 'hold', 'mainSwitch', 'plugged', 'raised', 'messages'] as const
  for (const name of same) expect(after[name]).toEqual(before[name])
  expect(after.state).toMatchObject({ status: 'on', display: 'normal', errors: [], calibration_days: 23 })
})

it('PRD-05 plays a scenario with all units of a house, or with those that are named', async () => {
  const server = await broker()
  const stateDir = await folder()
  const made = (own: string, more: Partial<Parameters<typeof unit>[0]> = {}) =>
    unit({ brokerUrl: server.url, stateDir, sn: serialNumber.parse(own), ...more })
  const all = [made('1001'), made('1002'), made('2001', { fresh: true })]
  const app = buildPanel({
    fleet: () => ({ units: () => all, unit: () => all[0] }),
    mailbox: { mails: () => [] },
    loopback: true,
  })
  const play = async (body: object) => {
    const sent = {
      method: 'POST',
      url: '/api/scenario',
      headers: json,
      payload: JSON.stringify(body),
    } as const
    const answer = await app.inject(sent)
    expect(answer.statusCode).toBe(200)
    return answer.json().map(({ hold }: { hold: { pv_w: number | null } }) => hold.pv_w)
  }
  expect(await play({ name: 'battery_full' })).toEqual([2670, 2670, null])
  expect(await play({ name: 'sun_for_all', units: ['2001'] })).toEqual([2670, 2670, 4820])
  expect(await play({ name: 'evening', units: [] })).toEqual([2670, 2670, 4820])
})

it.each([{ name: 'rain' }, { name: 'evening', units: ['../x'] }, {}])(
  'refuses a scenario it does not know: %j',
  async (body) => {
    const { send } = await open()
    expect((await send('scenario', body)).statusCode).toBe(400)
  },
)

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

it('UPD-13 sets what goes wrong with an update, and a reset undoes it', async () => {
  const { post, send } = await open()
  const firmware = async (path: string, body: object) => (await post(path, body)).json().firmware
  const cut = { percent: 50, resumeS: 10 }
  expect((await firmware('faults', { cut, lies: true })).faults).toEqual({
    ...{ cut, lies: true, failsInstallation: false },
  })
  expect((await firmware('faults', { failsInstallation: true })).faults.cut).toEqual(cut)
  expect((await post('power', { on: false })).json()).toMatchObject({ powered: false, plugged: true })
  const [after] = (await send('reset', {})).json()
  expect(after).toMatchObject({ powered: true, firmware: { cut: false, progress: null, last: null } })
  expect(after.firmware.faults).toEqual({ cut: null, lies: false, failsInstallation: false })
})
