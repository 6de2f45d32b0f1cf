import {
  listMessages,
  MESSAGES_A_PAGE,
  type MessagePage,
  MOST_LISTED,
} from '@kellersonne/contract/messages/messages'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type StateMessage, statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { NO_MESSAGES } from '../../test/set-up/telemetry.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { systemStore } from '../systems/store.ts'
import { openIngest } from '../telemetry/intake/ingest.ts'

const MINUTE = 60_000
let api: TestApi
let began: number
let serial = 5000
let owner: string
let email: string
let sn: string
let system: number
let access: string
beforeAll(async () => {
  api = await testApi()
  began = api.now().getTime() - 600 * MINUTE
})
afterAll(() => api.close())
beforeEach(async () => {
  serial += 2
  sn = String(serial)
  email = `owner-${serial}@example.org`
  const made = await api.owner(email, [sn])
  owner = made.owner
  system = made.systems[0] ?? 0
  ;({ access } = await api.signIn(email))
})

const minute = (m: number) => new Date(began + m * MINUTE)
const time = (m: number) => minute(m).toISOString()
const report = (m: number, flags = '', fields: Partial<StateMessage> = {}, of = system) => {
  const state = statePayload.parse({
    ...{ status: 'on', ...NO_MESSAGES },
    message2: flags.split(' ').filter(Boolean),
    ...fields,
    at: time(m),
  })
  return storeBatch(api.db, [{ kind: 'state', system: of, receivedAt: state.at, state }])
}
async function list(query = '', token = access): Promise<MessagePage> {
  const answer = await api.get(`${listMessages.path}?${query}`, token)
  expect(answer.statusCode).toBe(200)
  return listMessages.response.parse(answer.json())
}
const codes = async (query = '', token = access) =>
  (await list(query, token)).messages.map(({ code }) => code).join(' ')
/** Inserts a number of resolved messages of one minute each, and a state before them. */
const fill = (count: number, of = system) =>
  api.db.run(
    `with first_state as (insert into state (system, at, payload)
       values ($1, $3::timestamptz - interval '15 days', '{"at": "2026-01-01T00:00:00Z", "status": "on"}')),
     last_contact as (insert into latest (system, heard_at) values ($1, $3)
       on conflict (system) do update set heard_at = $3)
     insert into episode (system, code, raised_at, resolved_at, count)
     select $1, 'i2', $3::timestamptz - i * interval '2 minutes', $3::timestamptz - (i * 2 - 1) * interval '1 minute', i
     from generate_series(1, $2) as i`,
    [of, count, minute(0)],
  )
/** Transfers this system to another owner, from a minute on. */
async function passOn(m: number) {
  const next = `next-${serial}@example.org`
  const { owner: heir } = await api.owner(next)
  await systemStore(api.db).release(serialNumber.parse(sn), owner, minute(m))
  await systemStore(api.db).claim(system, heir, minute(m))
  return (await api.signIn(next)).access
}

describe('messages', () => {
  it('API-12 DSH-05 come with their times: open ones first, then the newest', async () => {
    await report(0, 'u ein')
    await report(20, 'ein')
    await report(40, 'i2 relay ein')
    await report(60, 'relay zzz ein', { errors: [{ code: 4113, at: time(50) }] })
    expect(await list()).toEqual({
      total: 6,
      messages: [
        { sn, code: 'zzz', severity: 'warn', raised_at: time(60), resolved_at: null, count: 1 },
        { sn, code: '4113', severity: 'warn', raised_at: time(50), resolved_at: null, count: 1 },
        { sn, code: 'relay', severity: 'danger', raised_at: time(40), resolved_at: null, count: 1 },
        { sn, code: 'i2', severity: 'warn', raised_at: time(40), resolved_at: time(60), count: 1 },
        { sn, code: 'u', severity: 'warn', raised_at: time(0), resolved_at: time(20), count: 1 },
        { sn, code: 'ein', severity: 'info', raised_at: time(0), resolved_at: null, count: 1 },
      ],
    })
  })

  it('ENT-06 one that flickers is one, with how often it came', async () => {
    for (let m = 0; m < 20; m += 1) await report(m, m % 2 ? '' : 'u')
    expect(await list()).toEqual({
      total: 1,
      messages: [{ sn, code: 'u', severity: 'warn', raised_at: time(0), resolved_at: time(19), count: 10 }],
    })
  })

  it('API-12 can be asked for by whether they are open, by severity, by code and by system', async () => {
    const other = String(serial + 1)
    const id = await systemStore(api.db).put({
      ...{ sn: serialNumber.parse(other), phase: 2, timeZone: 'Europe/Berlin', secret: 'unit' },
    })
    await systemStore(api.db).claim(id, owner, minute(-1000))
    await report(0, 'u ein')
    await report(20, 'relay ein zzz')
    await report(10, 'bat', {}, id)
    await report(30, '', {}, id)
    expect(await codes()).toBe('zzz relay bat u ein')
    expect(await codes('sn=-1')).toBe('zzz relay bat u ein')
    expect(await codes(`sn=${sn}`)).toBe('zzz relay u ein')
    expect(await codes(`sn=${other}`)).toBe('bat')
    expect(await codes('open=true')).toBe('zzz relay')
    expect(await codes('open=false')).toBe('bat u ein')
    expect(await codes('severity=danger')).toBe('relay bat')
    expect(await codes('severity=warn')).toBe('zzz u')
    expect(await codes('severity=info')).toBe('ein')
    expect(await codes('states=false')).toBe((await codes()).replace(/ ?ein/, ''))
    expect(await codes('states=false&severity=info')).toBe('')
    expect(await codes('states=false&code=ein')).toBe('ein')
    expect(await codes('code=zzz')).toBe('zzz')
    expect(await codes('code=u&open=true')).toBe('')
    expect(await codes('code=nothing')).toBe('')
    expect(await list('severity=danger&open=false')).toMatchObject({ total: 1, messages: [{ code: 'bat' }] })
  })

  it('SHL-08 ten on a page, each of ten thousand on one of them', async () => {
    await fill(10_000)
    await report(5, 'relay')
    const at = async (page: number) =>
      (await list(`page=${page}`)).messages.map(({ count, code }) => count ?? code)
    expect((await list()).total).toBe(10_001)
    expect((await list()).messages.map(({ code }) => code)).toEqual(['relay', ...Array(9).fill('i2')])
    expect(await at(2)).toEqual(Array.from({ length: MESSAGES_A_PAGE }, (_, i) => i + 10))
    expect(await at(500)).toEqual(Array.from({ length: MESSAGES_A_PAGE }, (_, i) => i + 4990))
    expect(await at(800)).toEqual(Array.from({ length: MESSAGES_A_PAGE }, (_, i) => i + 7990))
    expect(await at(1001)).toEqual([10_000])
    expect(await list('page=1002')).toEqual({ total: 10_001, messages: [] })
  })

  it('SHL-08 F8 so many can be leafed through and no more, and all are counted', async () => {
    await fill(MOST_LISTED + 15)
    const last = MOST_LISTED / MESSAGES_A_PAGE
    expect((await list(`page=${last}`)).messages).toHaveLength(MESSAGES_A_PAGE)
    expect(await list(`page=${last + 1}`)).toEqual({ total: MOST_LISTED + 15, messages: [] })
    expect(await list('page=9999999&severity=warn')).toEqual({ total: MOST_LISTED + 15, messages: [] })
  })

  it('SHL-08 no message is on two pages or on none, open ones and those of one instant too', async () => {
    const many = Array.from({ length: 14 }, (_, i) => `code${i}`)
    await report(0, many.join(' '))
    await report(30, many.slice(0, 12).join(' '))
    await report(60, [...many.slice(0, 12), 'new'].join(' '))
    const pages = [await codes('page=1'), await codes('page=2')].join(' ').split(' ')
    expect(pages).toHaveLength(15)
    expect(new Set(pages)).toEqual(new Set([...many, 'new']))
    expect(pages.slice(13)).toEqual(['code13', 'code12'])
  })

  it('API-12 an owner without a system, and one whose unit never spoke, has none', async () => {
    expect(await list()).toEqual({ total: 0, messages: [] })
    await api.owner(`none-${serial}@example.org`)
    const { access: theirs } = await api.signIn(`none-${serial}@example.org`)
    expect(await list('', theirs)).toEqual({ total: 0, messages: [] })
  })
})

describe('messages of a system that changes hands', () => {
  it('AUT-12 the next owner learns neither what was before nor since when', async () => {
    await report(0, 'u bat i2')
    await report(20, 'bat i2')
    const theirs = await passOn(40)
    expect(await list('', theirs)).toEqual({ total: 0, messages: [] })
    await report(50, 'bat relay')
    await report(80, 'relay')
    expect(await list('', theirs)).toEqual({
      total: 2,
      messages: [
        { sn, code: 'relay', severity: 'danger', raised_at: time(50), resolved_at: null, count: 1 },
        { sn, code: 'bat', severity: 'danger', raised_at: null, resolved_at: time(80), count: null },
      ],
    })
  })

  it('AUT-12 a foreign, a former and an unknown system cannot be distinguished', async () => {
    await report(0, 'u')
    const foreign = sn
    const { access: mine } = await api.signIn(email)
    await passOn(40)
    const stranger = await api.owner(`stranger-${serial}@example.org`)
    expect(stranger.systems).toEqual([])
    const { access: theirs } = await api.signIn(`stranger-${serial}@example.org`)
    const answers = [
      await api.get(`${listMessages.path}?sn=${foreign}`, theirs),
      await api.get(`${listMessages.path}?sn=${foreign}`, mine),
      await api.get(`${listMessages.path}?sn=999999`, theirs),
      await api.get(`${listMessages.path}?sn=${foreign}&page=7&open=true`, theirs),
    ]
    for (const answer of answers) expectProblem(answer, 404, 'not_found')
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expectProblem(await api.get(`${listMessages.path}?sn=${foreign}`), 401, 'session_required')
  })
})

describe('bad input', () => {
  it('API-12 says which field is wrong', async () => {
    const wrong = { sn: ['0x1', '-2', "1' or 1=1", ''], page: ['0', '-1', '1.5', 'x', '99999999', ''] }
    const more = { open: ['maybe'], severity: ['fatal', 'toString'] }
    for (const [field, values] of Object.entries({ ...wrong, ...more })) {
      for (const value of values) {
        const answer = await api.get(`${listMessages.path}?${field}=${encodeURIComponent(value)}`, access)
        expectProblem(answer, 400, 'input_invalid')
        expect(Object.keys(answer.json().errors)).toEqual([field])
      }
    }
    expectProblem(await api.get(`${listMessages.path}?page=1&page=2`, access), 400, 'input_invalid')
  })

  it('DSH-05 the placeholder time and one before any unit was built never appear', async () => {
    const ingest = openIngest({ store: (batch) => storeBatch(api.db, batch), now: api.now })
    const reported = (at: string, m: number) =>
      ingest.take({
        system,
        sn: serialNumber.parse(sn),
        topic: 'state',
        payload: Buffer.from(
          JSON.stringify({ at: time(m), status: 'on', message2: ['u'], errors: [{ code: 7, at }] }),
        ),
      })
    await reported('2000-0-0 0:0:0', 0)
    await reported('2000-01-01T00:00:00Z', 10)
    await ingest.close()
    const { messages } = await list()
    expect(messages).toContainEqual(expect.objectContaining({ code: '7', raised_at: time(10) }))
    expect(JSON.stringify(messages)).not.toContain('2000-')
    expect((await api.get('/api/auth/data/', access)).body).not.toContain('"time":"2000-')
  })
})
