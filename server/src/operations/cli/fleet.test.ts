import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApi, testApi } from '../../../test/api.ts'
import { commandLine } from '../../../test/cli.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
let api: TestApi
let systems: number[]
const run = (...args: string[]) => commandLine(args, { db: api.db, now: NOW })
const json = async (...args: string[]): Promise<unknown> => {
  const { out, err } = await run(...args, '--json')
  expect(err).toBe('')
  return JSON.parse(out)
}

/** An update of a system to 2.5.0 that has ended, or is planned. */
async function update(
  which: number,
  state: string,
  more: { hoursAgo?: number; reason?: string; output?: string; installed?: boolean } = {},
) {
  const { hoursAgo = 1, reason = null, output, installed = state === 'finished' } = more
  const at = ago(hoursAgo)
  const id = randomUUID()
  await api.db.run(
    'insert into firmware_update (id, system, since, asked_at) select $1, system, since, $3 from ownership where system = $2',
    [id, systems[which], at],
  )
  await api.db.run(
    `insert into update_action (system, firmware_update, part, release, from_version, state, started_at, installed_at, ended_at, reason, details)
     select $1, $2, 1, id, $3, $4, $5, case when $6 then $5::timestamptz end, $5, $7, $8 from release where version = '2.5.0'`,
    [
      systems[which],
      id,
      which < 3 ? '2.4.0' : '2.3.0',
      state,
      at,
      installed,
      reason,
      JSON.stringify(output ? ['first', output] : []),
    ],
  )
}

beforeAll(async () => {
  api = await testApi({ stoppedAt: NOW })
  systems = [
    ...(await api.owner('anna@example.org', ['1001', '1002', '1003'])).systems,
    ...(await api.owner('berta@example.org', ['1004', '1005'])).systems,
  ]
  await api.db.run(
    `insert into unit_state (system, told) select id, jsonb_build_object('versions', jsonb_build_array(0,
       jsonb_build_object('bms', '2.4.0', 'inverter', case when id = any($1) then '3.0.0' else '3.1.0' end)))
     from storage_system`,
    [systems.slice(0, 2)],
  )
  await api.db.run(`insert into release_key values ('key', 'pem', now())`)
  await api.db.run(
    `insert into release (chip, version, size, sha256, sha1, signature, key, notes, share, published_at)
     values ('bms', '2.5.0', 1, repeat('a', 64), repeat('a', 40), 'x', 'key', '{"de": "", "en": ""}', 100, $1)`,
    [ago(48)],
  )
  await update(0, 'interrupted', { hoursAgo: 9, reason: 'silent' })
  await update(0, 'interrupted', { hoursAgo: 2, reason: 'failed', output: 'Flash is write-protected.' })
  await update(1, 'interrupted', {
    hoursAgo: 3,
    reason: 'failed',
    output: 'Flash is write-protected.',
    installed: true,
  })
  await update(2, 'finished')
  await update(3, 'finished')
  await update(4, 'cancelled')
  const episodes: [number, string, number, number | null][] = [
    [0, 'hw', 5, null],
    [1, 'hw', 6, 4],
    [1, 'hw', 3, 2],
    [2, 'i2', 300, null],
    [3, 'i9', 300, 299],
  ]
  for (const [which, code, raised, resolved] of episodes)
    await api.db.run(
      'insert into episode (system, code, raised_at, resolved_at, count) values ($1, $2, $3, $4, 1)',
      [systems[which], code, ago(raised), resolved === null ? null : ago(resolved)],
    )
})
afterAll(() => api.close())

describe('release show', () => {
  it('HND-15 says who failed at which step, in the units’ own words, each system by its last try', async () => {
    expect(await json('release', 'show', 'bms', '2.5.0')).toMatchObject({
      state: 'offered',
      states: [
        { state: 'cancelled', count: 1 },
        { state: 'finished', count: 2 },
        { state: 'interrupted', count: 3 },
      ],
      causes: [
        { step: 'installing', reason: 'failed', count: 1 },
        { step: 'switching_on', reason: 'failed', count: 1 },
      ],
      failures: [
        { sn: '1001', step: 'installing', words: 'Flash is write-protected.', from: '2.4.0' },
        { sn: '1002', step: 'switching_on', words: 'Flash is write-protected.' },
      ],
    })
  })

  it('HND-15 says what those that failed have in common, unlike those that succeeded', async () => {
    const { traits } = z
      .object({ traits: z.array(z.object({ trait: z.string(), finished: z.int(), failed: z.int() })) })
      .parse(await json('release', 'show', 'bms', '2.5.0'))
    expect(traits).toEqual([
      { trait: 'inverter 3.0.0', finished: 0, failed: 2 },
      { trait: 'from 2.4.0', finished: 1, failed: 2 },
      { trait: 'Europe/Berlin', finished: 2, failed: 2 },
      { trait: 'inverter 3.1.0', finished: 2, failed: 0 },
      { trait: 'from 2.3.0', finished: 1, failed: 0 },
    ])
  })

  it('HND-15 can be read by people, and knows which releases there are', async () => {
    const { out } = await run('release', 'show', 'bms', '2.5.0')
    expect(out).toMatch(/2 +0 +inverter 3\.0\.0/)
    expect(await run('release', 'show', 'bms', '9.0.0')).toMatchObject({
      code: 1,
      err: 'There is no release bms 9.0.0.\n',
    })
  })
})

describe('update list', () => {
  const listed = async (...more: string[]) =>
    z
      .object({
        updates: z.array(z.looseObject({ id: z.int(), sn: z.string(), state: z.string() })),
        next: z.nullable(z.int()),
      })
      .parse(await json('update', 'list', ...more))

  it('HND-15 shows updates, newest first, by system, state and time', async () => {
    const { updates } = await listed()
    expect(updates.map(({ sn, state }) => `${sn} ${state}`)).toEqual([
      ...[
        '1005 cancelled',
        '1004 finished',
        '1003 finished',
        '1002 interrupted',
        '1001 interrupted',
        '1001 interrupted',
      ],
    ])
    expect((await listed('--sn', '1001')).updates).toHaveLength(2)
    expect((await listed('--state', 'interrupted', '--since', '150m')).updates).toMatchObject([
      { sn: '1001', words: 'Flash is write-protected.', to: '2.5.0' },
    ])
    const first = await listed('--limit', '4')
    const rest = await listed('--before', String(first.next))
    expect([...first.updates, ...rest.updates]).toEqual(updates)
    expect(await run('update', 'list', '--state', 'gone')).toMatchObject({ code: 2 })
  })
})

describe('messages top', () => {
  it('HND-15 counts systems that raised a message lately or have it active, with their versions', async () => {
    expect(await json('messages', 'top', '--since', '24h')).toEqual([
      { code: 'hw', systems: 2, active: 1, episodes: 3, versions: { 'bms 2.4.0': 2, 'inverter 3.0.0': 2 } },
      { code: 'i2', systems: 1, active: 1, episodes: 1, versions: { 'bms 2.4.0': 1, 'inverter 3.1.0': 1 } },
    ])
    expect((await run('messages', 'top')).out).toMatch(/hw +2 +1 +3 +bms 2\.4\.0: 2/)
  })

  it('HND-15 GWY-21 counts no systems of owners’ own: anybody can add some', async () => {
    const before = await json('messages', 'top')
    await api.db.run(
      `with added as (
         insert into storage_system (sn, phase, time_zone, secret_hash, own)
         select n::text, 1, 'Europe/Berlin', '', true from generate_series(5001, 5020) n returning id)
       insert into episode (system, code, raised_at, count) select id, 'hw', $1, 1 from added`,
      [ago(1)],
    )
    expect(await json('messages', 'top')).toEqual(before)
  })
})

describe('system show and owner show', () => {
  it('HND-15 show what a system last reported, its messages, refusals and updates', async () => {
    await api.db.run(
      `insert into refused (system, at, topic, reason, field, payload) values ($1, $2, 'reading', 'out_of_range', 'soc', '{}')`,
      [systems[0], ago(1)],
    )
    expect(await json('system', 'show', '1001')).toMatchObject({
      ...{ sn: '1001', owner: 'anna@example.org', retired_at: null },
      messages: [{ code: 'hw', raised_at: ago(5).toISOString() }],
      refused: [{ topic: 'reading', reason: 'out_of_range', field: 'soc' }],
      updates: [{ state: 'interrupted', words: 'Flash is write-protected.' }, { reason: 'silent' }],
    })
    const { out } = await run('system', 'show', '1001')
    for (const title of ['Active messages', 'Refused', 'Updates']) expect(out).toContain(title)
    expect((await run('system', 'show', '1005')).out).not.toContain('Active messages')
  })

  it('HND-15 show nothing in place of what the server knows, whatever chips a unit names', async () => {
    const shown = async () => (await run('system', 'show', '1002')).out
    await api.db.run('insert into latest (system, heard_at, state_at) values ($1, $2, $2)', [
      systems[1],
      ago(1),
    ])
    const before = await shown()
    const known = before.split('\n').filter((line) => /^(sn|owner|heard_at|status) /.test(line))
    await api.db.run(
      `update unit_state set told = jsonb_set(told, '{versions,1}', '{"sn": "1001", "owner": "eve@example.org", "status": "on"}')
       where system = $1`,
      [systems[1]],
    )
    const after = await shown()
    expect(known).toHaveLength(4)
    expect(after.split('\n').filter((line) => known.includes(line))).toEqual(known)
    expect(after).toMatch(/^owner +eve@example\.org$/m)
    expect(after.indexOf('eve@example.org')).toBeGreaterThan(after.indexOf('Versions'))
  })

  it('HND-15 show an owner with their systems, and when they were last here', async () => {
    await api.signIn('berta@example.org')
    expect(await json('owner', 'show', 'Berta@example.org')).toMatchObject({
      ...{ email: 'berta@example.org', language: 'de', sessions: 1, last_seen_at: NOW.toISOString() },
      systems: [{ sn: '1004', until: null }, { sn: '1005' }],
    })
    expect(await run('owner', 'show', 'nobody@example.org')).toMatchObject({ code: 1 })
  })
})
