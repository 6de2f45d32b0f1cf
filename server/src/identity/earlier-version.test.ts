import { randomUUID } from 'node:crypto'
import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { printedCode } from '@kellersonne/core/systems/keys'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { PASSWORD, passwordHash, SECRET, type TestApi, testApi } from '../../test/api.ts'
import { testDatabase } from '../../test/database/database.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'
import { applyMigrations, knownMigrations } from '../platform/db/migrate.ts'
import { linkTokens } from '../platform/links/link-tokens.ts'
import { codeKeyOf, hashCode, newCode } from '../systems/codes.ts'
import { hashSecret } from '../systems/unit-secrets.ts'
import { deriveKeys } from './sessions/keys.ts'
import { refreshTokens } from './sessions/refresh.ts'

const HOUR_MS = 3_600_000
const NEW = 'Ganz-neuer-Keller-7'
const id = z.object({ id: z.int() })
const mail = z.object({ link: z.uuid() })

/** The database as an earlier version left it, with its schema before the migration of this name. */
async function databaseBefore(migration: string) {
  const database = await testDatabase('template0')
  const { db } = database
  const all = await knownMigrations()
  await applyMigrations(
    db,
    all.filter((name) => name < migration),
  )
  return {
    database,
    db,
    async addOwner(email: string) {
      const owner = randomUUID()
      await db.run('insert into owner (id, email, password_hash) values ($1, $2, $3)', [
        ...[owner, email, passwordHash],
      ])
      return owner
    },
    async addSystem(sn: string) {
      const added = await db.row(
        id,
        `insert into storage_system (sn, phase, time_zone, secret_hash) values ($1, 1, 'Europe/Berlin', $2)
         returning id`,
        [sn, hashSecret('secret')],
      )
      return z.int().parse(added?.id)
    },
    async migrated() {
      await applyMigrations(db, all)
      const api = await testApi({ database })
      onTestFinished(api.close)
      return api
    },
  }
}

async function userOf(api: TestApi, access: string) {
  const answer = await api.get('/api/auth/user/', access)
  return z.object({ email: z.string(), email_confirmed: z.boolean() }).parse(answer.json())
}
const systemsOf = async (api: TestApi, access: string) =>
  z
    .array(z.object({ sn: z.string() }))
    .parse((await api.get('/api/auth/usr_sn/', access)).json())
    .map(({ sn }) => sn)

it('HND-38 AUT-07 AUT-16 accounts, sessions, reset links and notices of an earlier version remain valid', async () => {
  const before = await databaseBefore('0011')
  const { db } = before
  const [anna, session, reset, now] = [
    await before.addOwner('anna@example.org'),
    randomUUID(),
    randomUUID(),
    new Date(),
  ]
  const system = await before.addSystem('1001')
  await db.run('insert into ownership (system, owner, since) values ($1, $2, $3)', [system, anna, now])
  await db.run(
    `insert into session (id, owner, counter, adopted, stay_logged_in, created_at, refreshed_at)
     values ($1, $2, 3, true, true, $3, $3)`,
    [session, anna, now],
  )
  await db.run('insert into reset (id, owner, expires_at) values ($1, $2, $3)', [
    ...[reset, anna, new Date(now.getTime() + HOUR_MS)],
  ])
  await db.run(
    `insert into mail (kind, owner, address, created_at, due_at) values ('email_changed', $1, 'old@example.org', $2, $2)`,
    [anna, now],
  )

  const api = await before.migrated()
  const refreshed = await api.refresh(
    refreshTokens(deriveKeys(SECRET).refresh).write({ session, counter: 3 }),
  )
  const { access } = z.object({ access: z.string() }).parse(refreshed.json())
  expect(await userOf(api, access)).toEqual({ email: 'anna@example.org', email_confirmed: true })
  expect(await systemsOf(api, access)).toEqual(['1001'])
  expect(await api.signIn('anna@example.org')).toBeTruthy()

  const token = linkTokens(SECRET, 'reset').write(reset)
  const chosen = await api.post('/api/auth/password_reset/confirm/', { token, password: NEW })
  expect(chosen.statusCode).toBe(200)
  const notice = await api.db.row(
    mail,
    `select details ->> 'link' as link from mail where kind = 'email_changed'`,
  )
  const undo = linkTokens(SECRET, 'email_undo').write(notice?.link ?? '')
  expect((await api.post('/api/auth/email/undo/', { token: undo })).json()).toEqual({
    email: 'old@example.org',
  })
})

it('HND-38 AUT-12 waits and codes of an earlier version still lead to the system', async () => {
  const before = await databaseBefore('0011')
  const { db } = before
  const [anna, , now] = [
    await before.addOwner('anna@example.org'),
    await before.addOwner('bert@example.org'),
    new Date(),
  ]
  const [awaited, printed, code] = [await before.addSystem('1001'), await before.addSystem('1002'), newCode()]
  await db.run(
    `insert into claim (system, owner, asked_at, unit_asked_at, expires_at) values ($1, $2, $3, $3, $4)`,
    [awaited, anna, now, new Date(now.getTime() + HOUR_MS / 6)],
  )
  await db.run('insert into registration_code (hash, system) values ($1, $2)', [
    ...[hashCode(codeKeyOf(SECRET), code), printed],
  ])

  const api = await before.migrated()
  await systemOwners(api).switchOffAndOn(awaited)
  expect(await systemsOf(api, (await api.signIn('anna@example.org')).access)).toEqual(['1001'])
  const { access } = await api.signIn('bert@example.org')
  const claimed = await api.post(
    '/api/auth/usr_sn/',
    { sn: printedCode(code) },
    { headers: { authorization: `Bearer ${access}` } },
  )
  expect(claimed.json()).toMatchObject([{ sn: '1002', outcome: 'claimed' }])
})

it('HND-38 AUT-01 AUT-16 a registration and unused links of an earlier version can be completed', async () => {
  const before = await databaseBefore('0018')
  const { db } = before
  const [registration, link, now] = [randomUUID(), randomUUID(), new Date()]
  const expires = new Date(now.getTime() + HOUR_MS)
  await before.addSystem('1001')
  const details = {
    ...{ language: 'de', phone: '+49301234567', country: 'DE', terms: TERMS_VERSION },
    ...{ at: now.toISOString(), keys: ['1001'], identity: null },
  }
  await db.run('insert into registration (id, email, details, expires_at) values ($1, $2, $3, $4)', [
    ...[registration, 'carl@example.org', details, expires],
  ])
  const dora = await before.addOwner('dora@example.org')
  await db.run(
    `insert into email_link (id, owner, kind, email, created_at, expires_at)
     values ($1, $2, 'registration', 'dora@example.org', $3, $4)`,
    [link, dora, now, expires],
  )

  const api = await before.migrated()
  expect(await userOf(api, (await api.signIn('dora@example.org')).access)).toMatchObject({
    email_confirmed: false,
  })
  const token = linkTokens(SECRET, 'email_confirmation').write(link)
  await api.post('/api/auth/email/confirm/', { token, password: PASSWORD })
  expect(await userOf(api, (await api.signIn('dora@example.org')).access)).toMatchObject({
    email_confirmed: true,
  })

  const completed = await api.post('/api/auth/register/confirm/', {
    ...{ token: linkTokens(SECRET, 'registration').write(registration), password: NEW },
  })
  expect(completed.json()).toMatchObject({ systems: [{ key: '1001', outcome: 'pending' }] })
})
