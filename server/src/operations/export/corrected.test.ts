import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'
import { unzip } from '../../../test/unzip.ts'

const at = (time: string) => `2026-06-18T${time}:00.000Z`
let api: TestApi
let files: Map<string, string>

beforeAll(async () => {
  api = await testApi()
  const { systems } = await api.owner('anna@example.org', ['1001'])
  const [system] = systems
  // Measured before it was registered, which its first owner sees.
  await api.db.run(`update ownership set since = '2026-06-18T12:20Z' where system = $1`, [system])
  await api.db.run(`insert into latest (system, first_at) values ($1, '2026-06-18T12:00Z')`, [system])
  await api.db.run(
    `insert into quarter (system, at, readings, grid_v_count, grid_w_count, pv_w_sum, pv_w_min, pv_w_max, pv_w_count,
       battery_w_count, soc_count, output_w_count, load_w_count, pv_wh_first, pv_wh_last, pv_wh, pv_wh_first_at, pv_wh_last_at)
     select $1, start, 90, 0, 0, 90000, 1000, 1000, 90, 0, 0, 0, 0, i * 10, i * 10 + 10, 10, start, start + interval '899 seconds'
     from generate_series(0, 3) as i, lateral (select timestamptz '2026-06-18T12:00Z' + i * interval '15 minutes') as quarter(start)`,
    [system],
  )
  await api.db.run(
    `insert into command (system, since, name, asked_at, state, ended_at)
     select system, since, 'standby', '2026-06-18T12:30Z', 'done', '2026-06-18T12:31Z' from ownership where system = $1`,
    [system],
  )
  const { access } = await api.signIn('anna@example.org')
  const headers = { authorization: `Bearer ${access}` }
  const make = (form: Record<string, string>) =>
    api.post('/api/auth/correction/', { sn: '1001', ...form }, { headers })
  await make({ kind: 'implausible', from: at('12:15'), until: at('12:30') })
  await make({ kind: 'implausible', counter: 'pv', from: at('12:30'), until: at('12:45') })
  files = await unzip((await api.get('/api/auth/export/', access)).rawPayload)
})
afterAll(() => api.close())

describe('an export', () => {
  it('ENE-06 SET-06 has quarters as they were corrected, and says which', () => {
    const [header = '', ...rows] = (files.get('quarters/1001.csv') ?? '').trim().split('\r\n')
    const names = header.split(',')
    const cells = rows.map((row) => {
      const values = row.split(',')
      return ['readings', 'pv_w_mean', 'pv_wh', 'corrected'].map((name) => values[names.indexOf(name)])
    })
    expect(cells).toEqual([
      ['90', '1', '10', ''],
      ['90', '', '', 'all'],
      ['90', '1', '', 'pv_wh'],
      ['90', '1', '10', ''],
    ])
  })

  it('ENE-06 SET-06 has the corrections', () => {
    expect(JSON.parse(files.get('corrections/1001.json') ?? '')).toMatchObject([
      { kind: 'implausible', counter: 'pv', from: at('12:30'), undone_at: null },
      { kind: 'implausible', counter: null, from: at('12:15'), undone_at: null },
    ])
    expect(files.get('README.txt')).toContain('corrections/')
  })

  it('AUT-20 SET-06 has the commands of an owner who sees the time before their ownership', async () => {
    expect(JSON.parse(files.get('commands/1001.json') ?? '')).toMatchObject([{ command: 'standby' }])
  })
})
