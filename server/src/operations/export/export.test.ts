import type { StateMessage } from '@kellersonne/contract/telemetry/device'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { unzip } from '../../../test/unzip.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { placeStore } from '../../systems/place-store.ts'
import { systemStore } from '../../systems/store.ts'

const EXPORT = '/api/auth/export/'
const QUARTER_MS = 15 * 60_000
const START = new Date('2026-06-18T10:00:00Z').getTime()
const at = (ms: number) => new Date(START + ms)

let api: TestApi
let system: number
let other: number
let files: Map<string, string>
let access: string

/** Inserts a reading per minute for an hour and a half: 1 Wh of PV a minute, a counter that never stops. */
const readings = (of: number, hours = 1.5) =>
  api.db.run(
    `insert into reading (system, at, grid_w, pv_w, battery_w, soc, pv_wh)
     select $1, $2::timestamptz + i * interval '1 minute', -1500 * i, 2000, null, 50500, 1000 + i
     from generate_series(0, $3::integer - 1) as i`,
    [of, at(0), hours * 60],
  )
const lines = (name: string) => (files.get(name) ?? '').split('\r\n')
const rows = (name: string) => lines(name).slice(1, -1)
const times = (name: string) => rows(name).map((line) => line.split(',')[0])
const parsed = (name: string): unknown => JSON.parse(files.get(name) ?? '')

async function download(token: string) {
  const answer = await api.get(EXPORT, token)
  expect(answer.statusCode).toBe(200)
  return { answer, files: await unzip(answer.rawPayload) }
}
async function owns(which: number, owner: string | null, since: Date, until: Date | null) {
  await api.db.run('insert into ownership (system, owner, since, until) values ($1, $2, $3, $4)', [
    ...[which, owner, since, until],
  ])
}
async function report(of: number, message: StateMessage) {
  const state = statePayload.parse(message)
  await storeBatch(api.db, [{ kind: 'state', system: of, receivedAt: state.at, state }])
}

beforeAll(async () => {
  api = await testApi()
  const anna = await api.owner('anna@example.org', ['1001'])
  const berta = await api.owner('berta@example.org', ['1002'])
  system = anna.systems[0] ?? 0
  other = berta.systems[0] ?? 0
  // Somebody had it, then Anna for a while, then Berta, then Anna again; and now the system that was Berta's first is Anna's.
  await api.db.run('delete from ownership')
  await owns(system, null, at(-60_000), at(-30_000))
  await owns(system, anna.owner, at(5 * 60_000), at(50 * 60_000))
  await owns(system, berta.owner, at(50 * 60_000), at(70 * 60_000))
  await owns(system, anna.owner, at(70 * 60_000), null)
  await owns(other, berta.owner, at(0), at(20 * 60_000))
  await systemStore(api.db).rename(system, '=Garage')
  await placeStore(api.db).set(system, { latitude: 47.7, longitude: -9.2 })
  for (const one of [system, other]) await readings(one)
  await api.db.run(
    `insert into quarter (system, at, readings, grid_v_count, grid_w_sum, grid_w_min, grid_w_max, grid_w_count,
       pv_w_count, battery_w_count, soc_count, output_w_count, load_w_count,
       pv_wh_first, pv_wh_last, pv_wh, pv_wh_first_at, pv_wh_last_at)
     select system, date_bin('15 minutes', at, timestamptz 'epoch') as start, count(*), 0, sum(grid_w), min(grid_w),
       max(grid_w), count(grid_w), 0, 0, 0, 0, 0, min(pv_wh), max(pv_wh), max(pv_wh) - min(pv_wh), min(at), max(at)
     from reading group by system, start`,
  )
  await report(system, {
    at: at(10 * 60_000).toISOString(),
    status: 'on',
    battery_status: '=HYPERLINK("http://evil")',
    message2: ['hw'],
    errors: [
      { code: 7, at: at(-60_000).toISOString() },
      { code: 8, at: at(6 * 60_000).toISOString() },
    ],
  })
  await report(system, { at: at(60 * 60_000).toISOString(), status: 'off' })
  ;({ access } = await api.signIn('anna@example.org'))
  ;({ files } = await download(access))
})
afterAll(() => api.close())

const OF_SYSTEM = [
  ...['messages/1001', 'states/1001', 'commands/1001', 'updates/1001', 'consents/1001'],
  ...['corrections/1001', 'imports/1001', 'findings/1001', 'temperatures/1001'],
]

describe('an export', () => {
  it('SET-06 ALR-14 holds a file of each kind, JSON and CSV, and a guide in the language of its owner', () => {
    expect([...files.keys()]).toEqual([
      'README.txt',
      'account.json',
      ...['sessions', 'systems', 'alerts', 'rules', 'passport_links', ...OF_SYSTEM].flatMap((name) => [
        `${name}.json`,
        `${name}.csv`,
      ]),
      'forecasts/1001.csv',
      'readings/1001.csv',
      'quarters/1001.csv',
      'gaps/1001.csv',
    ])
    expect(files.get('README.txt')).toContain('Ihre Daten')
    expect(parsed('account.json')).toMatchObject({
      email: 'anna@example.org',
      language: 'de',
      picture: null,
      identities: [],
      claims: [],
      handovers: [],
    })
    expect(files.get('account.json')).not.toContain('argon2')
    expect(parsed('sessions.json')).toMatchObject([{ stay_logged_in: false }])
    expect(parsed('systems.json')).toEqual(
      [
        { since: at(5 * 60_000), until: at(50 * 60_000), name: null },
        { since: at(70 * 60_000), until: null, name: '=Garage' },
      ].map(({ since, until, name }) => ({
        ...{ sn: '1001', phase: 1, time_zone: 'Europe/Berlin', name },
        ...{ latitude: null, longitude: null, ...(until === null && { latitude: 47.7, longitude: -9.2 }) },
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
      })),
    )
  })

  it('SET-06 comes as a download of this day, and nobody keeps it', async () => {
    const { answer } = await download(access)
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="kellersonne-${api.now().toISOString().slice(0, 10)}.zip"`,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('SET-06 has every reading of when the system was theirs, and none of when it was not', () => {
    const mine = [
      ...Array.from({ length: 45 }, (_, i) => i + 5),
      ...Array.from({ length: 20 }, (_, i) => i + 70),
    ]
    expect(times('readings/1001.csv')).toEqual(mine.map((minute) => at(minute * 60_000).toISOString()))
    expect(lines('readings/1001.csv').slice(0, 2)).toEqual([
      'at,grid_v,grid_w,pv_w,battery_w,soc,output_w,pv_wh,import_wh,feed_in_wh,charge_wh,discharge_wh',
      '2026-06-18T10:05:00.000Z,,-7.5,2,,50.5,,1005,,,,',
    ])
  })

  it('SET-06 has whole quarters only, whose energies leave nothing out', () => {
    expect(times('quarters/1001.csv')).toEqual(
      [1, 2, 5].map((quarter) => at(quarter * QUARTER_MS).toISOString()),
    )
    const cells = (line: string) =>
      Object.fromEntries(
        lines('quarters/1001.csv')[0]
          ?.split(',')
          .map((name, i) => [name, line.split(',')[i]]) ?? [],
      )
    const [first, second, third] = rows('quarters/1001.csv').map(cells)
    expect(first).toMatchObject({ readings: '15', grid_w_mean: '-33', grid_w_min: '-43.5', pv_wh: '15' })
    // The next value falls into a quarter in which the system changed hands.
    expect(second).toMatchObject({ grid_w_max: '-45', pv_wh: '14', import_wh: '', grid_v_mean: '' })
    // Energy counted while it was Berta's is excluded.
    expect(third).toMatchObject({ pv_wh: '14' })
  })

  it('SET-06 has what the unit reported meanwhile, harmless to a spreadsheet', () => {
    expect(parsed('states/1001.json')).toMatchObject([
      {
        at: at(10 * 60_000).toISOString(),
        status: 'on',
        message2: ['hw'],
        errors: [
          { code: 7, at: null },
          { code: 8, at: at(6 * 60_000).toISOString() },
        ],
      },
    ])
    expect(rows('states/1001.csv')).toEqual([expect.stringContaining(`,on,"'=HYPERLINK(""http://evil"")",`)])
  })

  it('SET-06 has the messages that stood meanwhile, and only what was theirs to know of them', () => {
    const reported = (
      code: string,
      severity: string,
      count: number | null,
      ...[from, to]: (number | null)[]
    ) => ({
      sn: '1001',
      code,
      severity,
      raised_at: from == null ? null : at(from * 60_000).toISOString(),
      resolved_at: to == null ? null : at(to * 60_000).toISOString(),
      count,
    })
    expect(parsed('messages/1001.json')).toEqual([
      reported('7', 'warn', null, null, 50),
      reported('8', 'warn', null, 6, 50),
      reported('hw', 'danger', null, 10, 50),
    ])
    expect(rows('messages/1001.csv')).toContain(
      `hw,danger,${[10, 50].map((m) => at(m * 60_000).toISOString())},`,
    )
  })

  it('SET-06 goes on where a page ends: each reading once, however many there are', async () => {
    const { owner, systems } = await api.owner('clara@example.org', ['1003'])
    await api.db.run(
      `insert into reading (system, at) select $1, $2::timestamptz + i * interval '100 milliseconds'
       from generate_series(0, 11999) as i`,
      [systems[0], at(0)],
    )
    await api.db.run(
      `insert into quarter (system, at, readings, grid_v_count, grid_w_count, pv_w_count, battery_w_count, soc_count,
         output_w_count, load_w_count, pv_wh_first, pv_wh_last, pv_wh, pv_wh_first_at, pv_wh_last_at)
       select $1, start, 90, 0, 0, 0, 0, 0, 0, 0, i * 10, i * 10 + 9, 9, start, start + interval '14 minutes 50 seconds'
       from generate_series(0, 5_999) as i, lateral (select timestamptz '2026-03-01Z' + i * interval '15 minutes') as quarter(start)`,
      [systems[0]],
    )
    await api.db.run(`update owner set picture = '\\x52494646', language = 'en' where id = $1`, [owner])
    const { access: theirs } = await api.signIn('clara@example.org')
    ;({ files } = await download(theirs))
    const all = times('readings/1003.csv')
    expect(all.length).toBe(12_000)
    expect(new Set(all).size).toBe(12_000)
    expect(all).toEqual(all.toSorted())
    const energies = rows('quarters/1003.csv').map((row) => row.split(',').at(-7))
    expect(energies).toEqual([...Array.from({ length: 5999 }, () => '10'), '9'])
    expect(files.get('picture.webp')).toBe('RIFF')
    expect(parsed('account.json')).toMatchObject({ picture: 'picture.webp' })
    expect(files.get('README.txt')).toContain('your data')
    expect(files.get('messages/1003.json')).toBe('[]\n')
  })

  it('SET-06 is for who is signed in, and ten times an hour', async () => {
    expectProblem(await api.get(EXPORT), 401, 'session_required')
    await api.owner('dora@example.org')
    const { access: theirs } = await api.signIn('dora@example.org')
    for (let i = 0; i < 10; i += 1) await download(theirs)
    expectProblem(await api.get(EXPORT, theirs), 429, 'too_many_attempts')
    const output = api.logged.filter((line) => line.includes('"event":"export"'))
    expect(output.at(-1)).toContain('"outcome":"slowed"')
    expect(output.join()).not.toContain('example.org')
  })
})
