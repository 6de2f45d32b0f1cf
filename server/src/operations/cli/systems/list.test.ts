import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type StateMessage, statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApi, testApi } from '../../../../test/api.ts'
import { commandLine } from '../../../../test/cli.ts'
import { storeBatch } from '../../../app/roles/store-batch.ts'
import { systemStore } from '../../../systems/store.ts'

const HOUR_MS = 3_600_000
let api: TestApi
const NOW = new Date('2026-11-21T10:00:00Z')
const ids = new Map<string, number>()

const cli = (line: string) => commandLine(line.split(' '), { db: api.db, now: NOW })
const answer = z.object({
  total: z.int(),
  next: z.nullable(z.string()),
  systems: z.array(z.looseObject({ sn: z.string() })),
})
async function list(options = '') {
  const { code, out, err } = await cli(`system list ${options} --json`.replace(/ +/g, ' '))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return answer.parse(JSON.parse(out))
}
const serials = async (options: string) => (await list(options)).systems.map(({ sn }) => sn)

async function report(sn: string, hoursAgo: number, message: Partial<StateMessage>) {
  const at = new Date(NOW.getTime() - hoursAgo * HOUR_MS)
  const state = statePayload.parse({ status: 'on', ...message, at: at.toISOString() })
  await storeBatch(api.db, [{ kind: 'state', system: ids.get(sn) ?? 0, receivedAt: at, state }])
}

beforeAll(async () => {
  api = await testApi({ stoppedAt: NOW })
  const { systems } = await api.owner('anna@example.org', ['9', '1001'])
  for (const [i, sn] of ['9', '1001'].entries()) ids.set(sn, systems[i] ?? 0)
  for (const sn of ['1002', 'AB']) {
    const unit = { sn: serialNumber.parse(sn), phase: 1, timeZone: 'Europe/Berlin', secret: 'unit' }
    ids.set(sn, await systemStore(api.db).put(unit))
  }
  await api.db.run('update storage_system set own = true where sn = $1', ['9'])
  await report('1001', 0.1, { versions: { bms: '2.4.1', inverter: '3.0.0' }, message2: ['hw'] })
  await report('9', 30, { status: 'off', versions: { bms: '2.4.0' } })
  await report('1002', 2, { versions: { bms: '2.4.1' } })
  await api.db.run(
    `insert into refused_today (system, start, readings) values ($1, $3, 7), ($2, $3::timestamptz - interval '3 days', 9)`,
    [ids.get('1001'), ids.get('9'), new Date('2026-11-20T23:00:00Z')],
  )
})
afterAll(() => api.close())

describe('system list', () => {
  it('HND-11 shows each system with its owner, last words, active messages and refusals', async () => {
    const { total, next, systems } = await list()
    expect({ total, next, sns: systems.map(({ sn }) => sn) }).toEqual({
      ...{ total: 4, next: null },
      sns: ['9', 'AB', '1001', '1002'],
    })
    expect(systems[2]).toEqual({
      ...{ sn: '1001', phase: 2, own_system: false, time_zone: 'Europe/Berlin' },
      owner: 'anna@example.org',
      ...{ created_at: expect.any(String), owned_since: '2026-01-01T00:00:00.000Z' },
      ...{ heard_at: '2026-11-21T09:54:00.000Z', status: 'on', messages: ['hw'], refused: 7 },
      versions: { bms: '2.4.1', inverter: '3.0.0' },
    })
    expect(systems[0]).toMatchObject({ own_system: true })
    expect((await cli('system list')).out).toMatch(/^9 +own +Europe\/Berlin/m)
    expect((await cli('system show 9')).out).toMatch(/^own_system +yes$/m)
    expect(systems[1]).toMatchObject({
      owner: null,
      heard_at: null,
      status: null,
      versions: {},
      refused: null,
    })
  })

  it('HND-11 shows the fleet also where a unit no longer knows its versions', async () => {
    await report('1002', 1.9, { versions: null })
    const { systems } = await list()
    await report('1002', 1.8, { versions: { bms: '2.4.1' } })
    expect(systems.map(({ sn, versions }) => [sn, versions])).toEqual([
      ['9', { bms: '2.4.0' }],
      ['AB', {}],
      ['1001', { bms: '2.4.1', inverter: '3.0.0' }],
      ['1002', {}],
    ])
  })

  it.each([
    ['--silent 24h', ['9', 'AB']],
    ['--silent 60m', ['9', 'AB', '1002']],
    ['--silent 2d', ['AB']],
    ['--version bms=2.4.1', ['1001', '1002']],
    ['--version bms=2.4.1 --owner yes', ['1001']],
    ['--version inverter=2.4.1', []],
    ['--message hw', ['1001']],
    ['--message I', []],
    ['--owner no', ['AB', '1002']],
    ['--own yes', ['9']],
    ['--own no', ['AB', '1001', '1002']],
    ['--own no --owner yes', ['1001']],
    ['--refused', ['1001']],
  ])('HND-11 with %s shows those of which it is true', async (options, sns) => {
    expect(await serials(options)).toEqual(sns)
    expect((await list(options)).total).toBe(sns.length)
  })

  it('HND-11 goes through the fleet by pages, each system once', async () => {
    const first = await list('--limit 3')
    expect([first.total, first.next, first.systems.length]).toEqual([4, '1001', 3])
    expect(await serials('--limit 3 --after 1001')).toEqual(['1002'])
    expect((await cli('system list --limit 3')).out).toMatch(/\n\n3 of 4; the next page: --after 1001\n$/)
  })

  it.each([
    ['--silent 24', /silent: not a time such as 90m, 24h or 7d/],
    ['--version 2.4.1', /version: not a chip and a version/],
    ['--owner maybe', /owner: not yes or no/],
    ['--own maybe', /own: not yes or no/],
    ['--limit 0', /limit: less than 1/],
    ['--limit 100001', /limit: more than 100000/],
    ['--after a', /after: not a number or a word/],
  ])('HND-11 says what is wrong with %s', async (options, text) => {
    expect(await cli(`system list ${options}`)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(text),
    })
  })
})
