import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { commandLine, OPERATOR } from '../../../test/cli.ts'
import { testDatabase } from '../../../test/database/database.ts'
import { newKeyPair } from '../../firmware/releases/keys.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { systemStore } from '../../systems/store.ts'
import { openAuditLog } from './log.ts'
import { auditStore } from './store.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
let test: Awaited<ReturnType<typeof testDatabase>>
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ks-audit-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => commandLine(args, { db: test.db, now: NOW })
const entries = z.object({
  entries: z.array(z.looseObject({ action: z.string(), subject: z.string() })),
  next: z.nullable(z.int()),
})
const audit = async (...more: string[]) =>
  entries.parse(JSON.parse((await run('audit', 'list', ...more, '--json')).out))
const unit = { '--phase': '1', '--time-zone': 'Europe/Berlin' }
const addSystem = (sn: string, ...more: string[]) =>
  run('system', 'add', sn, ...Object.entries(unit).flat(), ...more)

describe('the audit', () => {
  it('HND-12 names who changed what, from where, before and after, and why', async () => {
    await addSystem('1001', '--why', '  batch 7 ')
    const owner = (await accountStore(test.db).create('anna@example.org', 'hash', 'de')) ?? ''
    const { id = 0 } = (await systemStore(test.db).find(serialNumber.parse('1001'))) ?? {}
    await systemStore(test.db).claim(id, owner, NOW)
    await run('system', 'release', '1001')
    await run('code', 'issue', '1001', '--why', 'label lost')
    const by = { operator: OPERATOR.name, origin: OPERATOR.origin, at: NOW.toISOString() }
    const left = { before: null, after: null, reason: null }
    expect((await audit('--subject', '1001')).entries).toEqual([
      { ...left, ...by, id: expect.any(Number), subject: '1001', action: 'code issue', reason: 'label lost' },
      {
        ...{ ...left, ...by, id: expect.any(Number), subject: '1001', action: 'system release' },
        before: { owned_since: NOW.toISOString() },
      },
      {
        ...{
          ...left,
          ...by,
          id: expect.any(Number),
          subject: '1001',
          action: 'system add',
          reason: 'batch 7',
        },
        after: { phase: 1, time_zone: 'Europe/Berlin' },
      },
    ])
  })

  it('HND-12 holds no secret, and nothing that names a person', async () => {
    const { out } = await addSystem('1002', '--secret', 'a-secret-of-its-own')
    const [secret = '', code = ''] = ['secret', 'code'].map(
      (name) => new RegExp(`${name} +(.+)`).exec(out)?.[1],
    )
    expect([secret, code.length > 0]).toEqual(['a-secret-of-its-own', true])
    await accountStore(test.db).create('berta@example.org', 'hash', 'de')
    await run('owner', 'remove', 'berta@example.org', '--why', 'asked for it')
    const { entries: all } = await audit()
    expect(all[0]).toMatchObject({ action: 'owner remove', before: { systems: [] }, reason: 'asked for it' })
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`${secret}|${code}|berta`))
  })

  it('HND-12 has no entry of what could not be done', async () => {
    const { entries: before } = await audit()
    expect((await addSystem('1001')).code).toBe(1)
    expect((await run('code', 'issue', '9999')).code).toBe(1)
    expect((await run('owner', 'remove', 'nobody@example.org')).code).toBe(1)
    expect((await run('release', 'pause', 'bms', '9.9.9')).code).toBe(1)
    expect((await audit()).entries).toEqual(before)
  })

  it('HND-12 has each change of keys and releases', async () => {
    const { pem, id } = newKeyPair()
    await writeFile(join(folder, 'operator.pub'), pem)
    await run('key', 'add', join(folder, 'operator.pub'))
    expect((await audit('--subject', id)).entries).toMatchObject([{ action: 'key add' }])
    await test.db.run(
      `insert into release (chip, version, size, sha256, sha1, signature, key, notes, share, published_at)
       values ('bms', '2.5.0', 1, repeat('a', 64), repeat('a', 40), 'x', $1, '{"de": "", "en": ""}', 100, now())`,
      [id],
    )
    await run('release', 'share', 'bms', '2.5.0', '5')
    await run('release', 'pause', 'bms', '2.5.0')
    await run('release', 'resume', 'bms', '2.5.0')
    expect((await audit('--subject', 'bms 2.5.0')).entries).toMatchObject([
      { action: 'release resume', before: { state: 'paused', share: 5 }, after: { state: 'offered' } },
      { action: 'release pause', before: { state: 'offered', share: 5 }, after: { state: 'paused' } },
      { action: 'release share', before: { state: 'offered', share: 100 }, after: { share: 5 } },
    ])
  })

  it('HND-12 is shown by operator, by time and by pages', async () => {
    const first = await audit('--limit', '2')
    expect(first.entries).toHaveLength(2)
    const rest = await audit('--before', String(first.next))
    const whole = await audit()
    expect([...first.entries, ...rest.entries]).toEqual(whole.entries)
    expect((await audit('--by', 'nobody')).entries).toEqual([])
    expect((await audit('--since', '1h')).entries).toEqual(whole.entries)
    expect(await run('audit', 'list', '--limit', '0')).toMatchObject({ code: 2 })
  })

  it.each(['update audit_entry set operator = $1', 'delete from audit_entry where operator <> $1'])(
    'HND-12 cannot be changed by %s',
    async (sql) => {
      await expect(test.db.run(sql, ['nobody'])).rejects.toThrow('kept as they are')
    },
  )

  it('HND-12 cannot be emptied', async () => {
    await expect(test.db.run('truncate audit_entry')).rejects.toThrow('kept as they are')
  })

  it('HND-12 is logged by the server, each change once', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const logging = openAuditLog({ db: test.db, log })
    onTestFinished(() => logging.close())
    const add = (subject: string) =>
      auditStore(test.db).add(OPERATOR, { action: 'system add', subject }, 'why not', NOW)
    // It logs what comes after its start, whenever that was.
    await eventually(async () => {
      await add('2000')
      expect(lines).not.toEqual([])
    })
    await add('2001')
    await add('2002')
    await eventually(() => expect(lines.join()).toContain('"2002"'))
    const logged = z
      .array(z.looseObject({ subject: z.string() }))
      .parse(lines.map((line) => JSON.parse(line)))
    expect(logged.filter(({ subject }) => subject !== '2000')).toMatchObject([
      { subject: '2001', operator: 'olga', origin: '192.0.2.7', action: 'system add', reason: 'why not' },
      { subject: '2002' },
    ])
  })
})
