import { PassThrough } from 'node:stream'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECRET } from '../../../test/api.ts'
import { testDatabase } from '../../../test/database/database.ts'
import type { Db } from '../../platform/db/database.ts'
import { openTurns } from '../../platform/http/turns/turns.ts'
import { accountStore } from '../accounts/store.ts'
import { deviceCookie } from './device-cookie.ts'
import { signInLimits } from './sign-in-limits.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

/** `familiarity`: what a network is to an owner. */
const counting = (db: Db, familiarity = async () => 'unknown' as const) =>
  signInLimits({
    db,
    now: () => new Date('2026-06-18T10:00:00Z'),
    attemptKey: Buffer.from('key'),
    device: deviceCookie(SECRET, { PUBLIC_URL: 'https://example.org' }),
    networks: { familiarity },
    afterAnswer: () => undefined,
    turns: openTurns(Number.POSITIVE_INFINITY).strangers,
  })

it('AUT-13 the browsers of one network take turns, so that a flood of one keeps no other waiting', async () => {
  const begun: { email: unknown; go: () => void }[] = []
  /** Looks up an account when the test lets it. */
  const db: Db = {
    ...test.db,
    async row(row, text, values) {
      await new Promise<void>((go) => begun.push({ email: values?.[0], go }))
      return test.db.row(row, text, values)
    },
  }
  const count = counting(db)
  const enter = (email: string, cookie?: string) =>
    count({ request: { ip: '192.0.2.1', headers: { cookie } }, reply: { raw: new PassThrough() }, email })
  const flood = Array.from({ length: 12 }, (_, i) => enter(`nobody${i}@example.org`))
  const own = enter('anna@example.org', `__Secure-kellersonne_device=${'d'.repeat(22)}.${'s'.repeat(43)}`)
  for (let i = 0; i < 13; i += 1) {
    await eventually(() => expect(begun.length).toBeGreaterThan(i))
    begun[i]?.go()
  }
  await Promise.all([...flood, own])
  expect(begun.findIndex(({ email }) => email === 'anna@example.org')).toBeLessThan(6)
})

it('AUT-13 takes the same steps for an address with an account and for one without', async () => {
  const asked: unknown[] = []
  const db: Db = {
    ...test.db,
    rows: (row, text, values) => {
      asked.push(text)
      return test.db.rows(row, text, values)
    },
    row: (row, text, values) => {
      asked.push(text)
      return test.db.row(row, text, values)
    },
  }
  const count = counting(db, async () => {
    asked.push('networks')
    return 'unknown'
  })
  async function steps(email: string) {
    asked.length = 0
    await count({ request: { ip: '192.0.2.2', headers: {} }, reply: { raw: new PassThrough() }, email })
    return [...asked]
  }
  await accountStore(test.db).create('berta@example.org', 'hash', 'de')
  const known = await steps('berta@example.org')
  expect(known).toContain('networks')
  expect(await steps('without-account@example.org')).toEqual(known)
})
