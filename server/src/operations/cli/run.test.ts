import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readKey } from '@kellersonne/core/systems/keys'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../test/cli.ts'
import { testDatabase } from '../../../test/database/database.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { DatabaseUnavailableError, openDatabase } from '../../platform/db/database.ts'
import { claims, keysOf } from '../../systems/claims.ts'
import { codeKeyOf } from '../../systems/codes.ts'
import { systemStore } from '../../systems/store.ts'
import { prepareDemo } from '../demo/demo.ts'
import { findDemo } from '../demo/purge.ts'
import type { Context } from './command.ts'

const SECRET = Buffer.alloc(32, 7)
const NOW = new Date('2026-11-21T10:00:00Z')

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

/** Runs a command line; resolves to its output and exit code. */
const cli = (line: string, withJob?: Context['withJob']) =>
  commandLine(
    line.split(' '),
    { db: test.db, secret: SECRET, now: NOW },
    {
      ...(withJob && { withJob }),
      withPlace: (work) =>
        work({
          url: test.url,
          dataFolder: '/nowhere',
          givenSecret: undefined,
          keepsSecret: false,
          approvals: 1,
          readSecret: async () => SECRET,
          now: NOW,
        }),
    },
  )
async function json(line: string): Promise<unknown> {
  const { code, out, err } = await cli(`${line} --json`)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const issued = z.object({ sn: z.string(), code: z.string(), secret: z.optional(z.string()) })
const listed = z.object({ systems: z.array(z.looseObject({})) })
const judge = (code: string) => claims(test.db, codeKeyOf(SECRET)).judge(keysOf([code]), null, NOW)

describe("the operators' tool", () => {
  it('HND-03 PRD-01 adds a system, whose unit signs in and whose code claims it', async () => {
    const {
      sn,
      code,
      secret = '',
    } = issued.parse(await json('system add 1001 --phase 2 --time-zone Europe/Berlin'))
    expect(await systemStore(test.db).authenticate(sn, secret)).toBeTypeOf('number')
    expect(await judge(code)).toEqual(['claimed'])
    const { systems } = listed.parse(await json('system list'))
    const [row] = systems
    expect(row).toMatchObject({ sn: '1001', phase: 2, time_zone: 'Europe/Berlin', owner: null })
    expect(JSON.stringify([row, await json('system show 1001')])).not.toMatch(new RegExp(`${secret}|${code}`))
  })

  it('HND-03 takes the secret that a unit has already', async () => {
    const secret = 'a-secret-of-its-own'
    await json(`system add 1002 --phase 1 --time-zone Europe/Vienna --secret ${secret}`)
    expect(await systemStore(test.db).authenticate('1002', secret)).toBeTypeOf('number')
    const again = await cli(`system add 1002 --phase 1 --time-zone Europe/Vienna --secret ${secret}-2`)
    expect(again).toEqual({ code: 1, out: '', err: 'There is a system 1002 already.\n' })
    expect(await systemStore(test.db).authenticate('1002', secret)).toBeTypeOf('number')
  })

  it.each([
    [15, 2],
    [16, 0],
  ])('HND-03 a secret of %i characters ends with %i', async (length, code) => {
    const line = `system add ${2000 + length} --phase 1 --time-zone Europe/Berlin --secret`
    expect((await cli(`${line} ${'s'.repeat(length)}`)).code).toBe(code)
  })

  it('HND-03 issues a new code in place of the old one', async () => {
    const first = issued.parse(await json('system add 1003 --phase 1 --time-zone Europe/Berlin')).code
    const second = issued.parse(await json('code issue 1003')).code
    expect(readKey(second)).toMatchObject({ kind: 'code' })
    expect([...(await judge(first)), ...(await judge(second))]).toEqual(['unknown', 'claimed'])
  })

  it('HND-03 shows owners with their systems, and who waits for one', async () => {
    const owner = (await accountStore(test.db).create('anna@example.org', 'hash', 'de')) ?? ''
    const { code } = issued.parse(await json('system add ANNA --phase 1 --time-zone Europe/Berlin'))
    await json('system add WAIT --phase 1 --time-zone Europe/Berlin')
    await test.db.transaction((sql) =>
      claims(sql, codeKeyOf(SECRET)).make(keysOf([code, 'WAIT']), owner, NOW),
    )
    expect(await json('owner list')).toEqual([
      { email: 'anna@example.org', created_at: expect.any(String), systems: ['ANNA'] },
    ])
    expect(await json('system show ANNA')).toMatchObject({
      owner: 'anna@example.org',
      owned_since: NOW.toISOString(),
      claimed_by: null,
    })
    expect(await json('system show WAIT')).toMatchObject({
      owner: null,
      claimed_by: 'anna@example.org',
      claimed_until: '2026-11-21T10:10:00.000Z',
    })
    expect((await cli('owner list')).out).toMatch(/^email .*\nanna@example\.org .* ANNA\n$/)
    const late = (await accountStore(test.db).create('carl@example.org', 'hash', 'de')) ?? ''
    await test.db.transaction((sql) =>
      claims(sql, codeKeyOf(SECRET)).make(keysOf(['WAIT']), late, new Date(NOW.getTime() + 60_000)),
    )
    expect(await json('system show WAIT')).toMatchObject({
      claimed_by: 'anna@example.org, carl@example.org',
      claimed_until: '2026-11-21T10:11:00.000Z',
    })
    await json('owner remove carl@example.org')
  })

  it('HND-03 removes an owner, and frees their systems', async () => {
    const email = 'bert@example.org'
    const owner = (await accountStore(test.db).create(email, 'hash', 'de')) ?? ''
    const { code } = issued.parse(await json('system add BERT --phase 1 --time-zone Europe/Berlin'))
    await test.db.transaction((sql) => claims(sql, codeKeyOf(SECRET)).make(keysOf([code]), owner, NOW))
    expect(await json(`owner remove ${email}`)).toEqual({ email })
    expect(await judge(code)).toEqual(['claimed'])
    const again = await cli(`owner remove ${email}`)
    expect(again).toEqual({ code: 1, out: '', err: `There is no owner with the address ${email}.\n` })
  })

  it.each([
    ['system show 99', 1, /^There is no system 99\.\n$/],
    ['refused list 99', 1, /^There is no system 99\.\n$/],
    ['code issue 99', 1, /^There is no system 99\.\n$/],
    ['system show keller', 2, /^error: sn: not a number or a word of capital letters/],
    ['system add 7 --phase 4 --time-zone Europe/Berlin', 2, /^error: --phase: not 1, 2 or 3\n/],
    ['system add 7 --phase 1 --time-zone Mars', 2, /^error: --time-zone: not a time zone\n/],
    ['system add 7 --phase 1 --time-zone Europe/Berlin --secret short', 2, /--secret: shorter than/],
    ['system add 7', 2, /--phase: not 1, 2 or 3; --time-zone: missing/],
    ['system show', 2, /missing required argument 'sn'/],
    ['system list --loud', 2, /unknown option '--loud'/],
    ['system', 2, /Usage:/],
    ['cook', 2, /unknown command 'cook'/],
    ['backup', 2, /missing required argument 'file'/],
    ['backup /proc/nowhere/file', 1, /^\/proc\/nowhere\/file cannot be written \(ENOENT\)\.\n$/],
    ['restore /nowhere', 1, /^\/nowhere cannot be read\.\n$/],
  ])('HND-03 says what is wrong with: %s', async (line, code, err) => {
    expect(await cli(line)).toEqual({ code, out: '', err: expect.stringMatching(err) })
  })

  it.each([
    '',
    'system',
    'system add',
    'system list',
    'system show',
    'code',
    'code issue',
    'owner',
    'owner list',
    'owner remove',
    'refused',
    'refused list',
    'backup',
    'restore',
    'migrate',
    'demo',
    'demo purge',
  ])('HND-03 explains itself: %s', async (line) => {
    const { code, out, err } = await cli(`${line} --help`.trim())
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Usage:')
  })

  it('HND-02 HND-03 F18 deletes the demo when that is requested, and not before', async () => {
    const { url, close } = await testDatabase()
    const dataFolder = await mkdtemp(join(tmpdir(), 'ks-'))
    const db = openDatabase(url, { size: 1 })
    onTestFinished(async () => {
      await db.close()
      await close()
      await rm(dataFolder, { recursive: true })
    })
    const purge = (line: string) =>
      cli(line, (work) => work({ db, secret: SECRET, now: NOW, dataFolder, approvals: 1 }))
    await prepareDemo(db, dataFolder, SECRET, NOW)
    expect(await purge('demo purge')).toMatchObject({ code: 1, err: expect.stringMatching(/give --yes/) })
    expect(await findDemo(db, dataFolder)).not.toBeNull()
    const { code, out } = await purge('demo purge --yes')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Deleted: the owner /) })
    expect(await findDemo(db, dataFolder)).toBeNull()
    expect((await purge('demo purge --yes')).out).toBe('There was nothing of the demo.\n')
  })

  it('HND-03 has nothing to migrate where all is new', async () => {
    expect(await json('migrate')).toEqual({ applied: [] })
    expect((await cli('migrate')).out).toBe('There was nothing to do.\n')
  })

  it('HND-03 says in one sentence that the database is away', async () => {
    const away = await cli('system list', () =>
      Promise.reject(new DatabaseUnavailableError('connect ECONNREFUSED')),
    )
    expect(away).toEqual({ code: 1, out: '', err: 'The database cannot be reached: connect ECONNREFUSED.\n' })
  })
})
