import { startPairing } from '@kellersonne/contract/systems/pairing'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, passwordHash } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { anna, answered, setUpRegistration } from '../../../test/set-up/registration.ts'

/** Before all that are made at random. */
const FIRST = '00000000-0000-4000-8000-000000000000'
const { api, unclaimed, register, check, confirm, linked, letters, user } = setUpRegistration()

/** An account by code whose address is registered again by serial numbers; resolves to its tokens and that link. */
async function registeredTwice(numbers: Record<string, string> = { key1: '99999' }) {
  const { code } = await unclaimed()
  const { access, refresh } = answered.parse((await register({ key1: code })).json())
  await letters()
  await register(numbers)
  return { access, refresh, token: await linked() }
}
const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const existing = { account: 'existing' }
const waiting = (count: number) =>
  eventually(async () => expect(await connectionsWaiting(api().db)).toBe(count))

describe('an account that a registration link confirms, and what happens at the same time', () => {
  it('AUT-16 AUT-14 does not wait for numbers of a stranger that do not fit beside its own', async () => {
    const { access, token } = await registeredTwice({ key1: '88881', key2: '88882', key3: '88883' })
    for (const sn of ['77771', '77772']) await api().post('/api/auth/usr_sn/', { sn }, bearer(access))
    const { code } = await unclaimed()
    const confirmed = answered.parse((await confirm(token, { ...existing, code1: code })).json())
    expect(confirmed.systems).toMatchObject([{ outcome: 'claimed' }, { key: '88881', outcome: 'pending' }])
    const { claims } = await user(confirmed.access)
    expect(claims).toMatchObject([{ sn: '77771' }, { sn: '77772' }, { sn: '88881' }])
  })

  it('AUT-16 AUT-17 is not held while it waits for the owner of a system, who may wait for it', async () => {
    const seller = 'insert into owner (id, email, password_hash, email_confirmed_at) values ($1, $2, $3, $4)'
    await api().db.run(seller, [FIRST, 'seller@example.org', passwordHash, api().now()])
    const { sn, code } = await unclaimed()
    const given =
      'insert into ownership (system, owner, since) select id, $1, $2 from storage_system where sn = $3'
    await api().db.run(given, [FIRST, api().now(), sn])
    const { token } = await registeredTwice()
    const answer = await api().db.transaction(async (sql) => {
      await sql.run('select from owner where id = $1 for update', [FIRST])
      const asked = confirm(token, { ...existing, code1: code })
      await waiting(1)
      await sql.run('select from owner where email = $1 for update', [anna.email])
      return { asked }
    })
    const { systems: made } = answered.parse((await answer.asked).json())
    expect(made).toMatchObject([{ sn, outcome: 'handover' }, { outcome: 'pending' }])
  })

  it('AUT-16 AUT-11 gives no session where another password has come after it was confirmed', async () => {
    const { token } = await registeredTwice()
    const locked = await api().db.transaction(async (sql) => {
      await sql.run('select from owner for update')
      const asked = confirm(token, existing)
      await waiting(1)
      const changed = api().db.run(`update owner set password_hash = 'another'`)
      await waiting(2)
      return { asked, changed }
    })
    await locked.changed
    expectProblem(await locked.asked, 403, 'password_wrong')
    const row = z.object({ confirmed: z.boolean() })
    const found = await api().db.row(row, 'select email_confirmed_at is not null as confirmed from owner')
    expect(found).toEqual({ confirmed: true })
    expect(await api().db.run('select from session')).toBe(0)
  })

  it.each([
    ['has moved to another address', `update owner set email = 'moved@example.org'`, 'moved@example.org'],
    ['has lost the address', 'update owner set email = null', ''],
  ])('AUT-16 does not come by the address where it %s meanwhile', async (_, change, email) => {
    const { access, token } = await registeredTwice()
    const locked = await api().db.transaction(async (sql) => {
      await sql.run('select from owner for update')
      const asked = confirm(token, existing)
      await waiting(1)
      await sql.run(change)
      return { asked }
    })
    expectProblem(await locked.asked, 410, 'link_invalid')
    expect(await user(access)).toMatchObject({ email, email_confirmed: false })
  })

  it.each([
    ['before it is locked', 'registration'],
    ['while that waits for the lock', 'owner'],
  ])(
    'AUT-16 AUT-18 is not confirmed, nor loses anything, by a password that is replaced %s',
    async (_, table) => {
      const { access, refresh, token } = await registeredTwice()
      await api().post(startPairing.path, { time_zone: 'Europe/Berlin' }, bearer(access))
      const locked = await api().db.transaction(async (sql) => {
        await sql.run(`select from ${table} for update`)
        const asked = confirm(token, existing)
        await waiting(1)
        await sql.run(`update owner set password_hash = 'another'`)
        return { asked }
      })
      expectProblem(await locked.asked, 403, 'password_wrong')
      expect(await user(access)).toMatchObject({ email_confirmed: false })
      expect((await api().refresh(refresh)).statusCode).toBe(200)
      expect(await api().db.run('select from pairing')).toBe(1)
      expect((await check(token)).statusCode).toBe(200)
    },
  )
})
