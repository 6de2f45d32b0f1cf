import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../../../../test/cli.ts'
import { testDatabase } from '../../../../test/database/database.ts'
import { claims, keysOf } from '../../../systems/claims.ts'
import { codeKeyOf } from '../../../systems/codes.ts'
import { systemStore } from '../../../systems/store.ts'

const SECRET = Buffer.alloc(32, 7)
let test: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let file: string
let out: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ks-import-'))
  file = join(folder, 'systems.csv')
  out = join(folder, 'secrets.csv')
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => rm(out, { force: true }))

const run = (...args: string[]) => commandLine(args, { db: test.db, secret: SECRET })
async function load(text: string) {
  await writeFile(file, text)
  return run('system', 'import', file, '--out', out)
}
const all = async () => (await systemStore(test.db).all()).map(({ sn }) => String(sn))
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const HEADER = 'sn,phase,time_zone,secret'

describe('system import', () => {
  it('HND-13 adds systems whose units sign in and whose codes claim them, from what only the operator can read', async () => {
    const secret = '-one-that-it-has-already'
    const { code, err } = await load(
      `\uFEFF${HEADER}\r\n100001,1,Europe/Berlin,\r\n\r\n100002, 3 ,Europe/Lisbon,${secret}\r\n`,
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    const [header, ...lines] = (await readFile(out, 'utf8')).trim().split('\r\n')
    expect(header).toBe('sn,secret,code')
    const made = lines.map((line) => line.split(','))
    expect(made.map(([sn]) => sn)).toEqual(['100001', '100002'])
    expect(made[1]?.[1]).toBe(secret)
    for (const [sn = '', theirs = '', printed = ''] of made) {
      expect(await systemStore(test.db).authenticate(sn, theirs)).toBeTypeOf('number')
      const judge = claims(test.db, codeKeyOf(SECRET)).judge(keysOf([printed]), null, new Date())
      expect(await judge).toEqual(['claimed'])
    }
    expect((await run('audit', 'list', '--json')).out).toContain('"systems": 2')
  })

  it('HND-13 reads what a German spreadsheet writes, without secrets', async () => {
    expect((await load('sn;phase;time_zone\n100003;1;Europe/Berlin\n')).code).toBe(0)
  })

  it.each([
    ['a serial number that is there', '100001,1,Europe/Berlin,', 'line 3: there is a system 100001 already'],
    ['one twice', '100010,1,Europe/Berlin,', 'line 3: 100010 is on line 2 already'],
    ['another phase', '100011,4,Europe/Berlin,', 'line 3: phase: not 1, 2 or 3'],
    ['an unknown time zone', '100011,1,Europe/Berli,', 'line 3: time_zone: not a time zone'],
    ['a short secret', '100011,1,Europe/Berlin,short', 'line 3: secret: shorter than 16 characters'],
    ['no serial number', ',1,Europe/Berlin,', 'line 3: sn: not a number or a word of capital letters'],
    ['a line that is too short', '100011,1', 'The file is no CSV: Invalid Record Length'],
    ['an open quote', '"100011,1,Europe/Berlin,', 'The file is no CSV: Quote Not Closed'],
    ['an endless line', `1${'0'.repeat(2000)},1,Europe/Berlin,`, 'The file is no CSV: Max Record Size'],
  ])('HND-13 with %s adds none and writes nothing', async (_, wrong, output) => {
    const before = await all()
    const { code, err } = await load(`${HEADER}\n100010,1,Europe/Berlin,\n${wrong}\n`)
    expect([code, err]).toEqual([1, expect.stringContaining(output)])
    expect([await all(), await isThere(out)]).toEqual([before, false])
  })

  it.each([
    ['', 'There is no system in the file.'],
    [`${HEADER}\n`, 'There is no system in the file.'],
    ['sn,phase\n100011,1\n', 'The column time_zone is missing.'],
    [
      'sn,phase,time_zone,col\u001b[2Jour\n100011,1,Europe/Berlin,red\n',
      'There is no column col\uFFFD[2Jour',
    ],
    ['sn,phase,time_zone,colour\n100011,1,Europe/Berlin,red\n', 'There is no column colour'],
  ])('HND-13 says what is wrong with the file %j', async (text, output) => {
    expect(await load(text)).toMatchObject({ code: 1, err: expect.stringContaining(output) })
  })

  it('HND-13 names the first wrong lines of many', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `2000${i},9,Europe/Berlin,`)
    const { err } = await load([HEADER, ...lines].join('\n'))
    expect(err.split('\n')).toHaveLength(23)
    expect(err).toContain('and 10 more')
  })

  it('HND-13 never writes over a file, and adds nothing then', async () => {
    await writeFile(out, 'dear')
    const { code, err } = await load(`${HEADER}\n100012,1,Europe/Berlin,\n`)
    expect([code, err]).toEqual([1, `${out} is there already.\n`])
    expect([await readFile(out, 'utf8'), (await all()).includes('100012')]).toEqual(['dear', false])
  })
})
