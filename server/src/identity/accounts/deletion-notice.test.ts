import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, testApi } from '../../../test/api.ts'
import { tracesInDatabase } from '../../../test/database/traces.ts'
import { setUpRegistration } from '../../../test/set-up/registration.ts'
import { addMail } from '../mail/mails.ts'

const ANNA = 'anna@example.org'
const { api, letters } = setUpRegistration()

async function remove(password = PASSWORD, { post, signIn } = api()) {
  const { access } = await signIn(ANNA)
  const headers = { authorization: `Bearer ${access}` }
  return post('/api/auth/remove_customer/', { password }, { headers })
}

it.each([
  ['de', 'Ihr Konto bei Kellersonne ist gelöscht', /Der Kundendienst löscht sie/],
  ['en', 'Your Kellersonne account is deleted', /Customer service deletes them/],
] as const)(
  'SET-04 confirms it by one mail in the owner’s language (%s), in place of those that waited',
  async (lang, subject, text) => {
    const { owner } = await api().owner(ANNA)
    await api().db.run('update owner set language = $1', [lang])
    await addMail(api().db, { kind: 'welcome', owner }, api().now())
    await addMail(api().db, { kind: 'reset', address: ANNA }, api().now())
    expect((await remove()).statusCode).toBe(200)
    const sent = await letters()
    expect(sent.map((letter) => [letter.to, letter.lang, letter.subject])).toEqual([[ANNA, lang, subject]])
    expect(sent[0]?.text).toMatch(text)
    expect(sent[0]?.text).toContain('https://portal.example/contact')
    expect(await tracesInDatabase(api().db, [ANNA, owner])).toEqual([])
  },
)

it('SET-04 AUT-16 writes to no address that was not confirmed, nor to one that is gone', async () => {
  await api().owner(ANNA)
  await api().db.run('update owner set email_confirmed_at = null')
  expect((await remove()).statusCode).toBe(200)
  expect(await letters()).toEqual([])
})

/** Adds a mail about another account that had Anna's address, and one to that address about no account. */
async function addMails(formerHolder: string) {
  const details = { link: randomUUID() }
  await addMail(api().db, { kind: 'email_changed', owner: formerHolder, address: ANNA, details }, api().now())
  await addMail(api().db, { kind: 'reset', address: ANNA }, api().now())
}

it('SET-04 AUT-16 leaves what waits for an address that was not confirmed: it is others’', async () => {
  const count = async (table: string) =>
    (await api().db.row(z.object({ n: z.int() }), `select count(*)::int as n from ${table}`))?.n
  const { owner: berta } = await api().owner('berta@example.org')
  await api().owner(ANNA)
  await api().db.run('update owner set email_confirmed_at = null where email = $1', [ANNA])
  await api().db.run(
    "insert into registration (id, email, details, expires_at) values (gen_random_uuid(), $1, '{}', now() + interval '1 day')",
    [ANNA],
  )
  await addMails(berta)
  expect((await remove()).statusCode).toBe(200)
  expect([await count('mail'), await count('registration')]).toEqual([2, 1])
})

it('SET-04 AUT-16 keeps the way back to another account that had the address', async () => {
  const { owner: berta } = await api().owner('berta@example.org')
  await api().owner(ANNA)
  await addMails(berta)
  expect((await remove()).statusCode).toBe(200)
  const kinds = await api().db.rows(z.object({ kind: z.string() }), 'select kind from mail order by kind')
  expect(kinds.map(({ kind }) => kind)).toEqual(['account_removed', 'email_changed'])
})

it('SET-04 mails nothing where nothing was deleted', async () => {
  await api().owner(ANNA)
  expectProblem(await remove('Falsch-1'), 403, 'password_wrong')
  expect(await letters()).toEqual([])
})

it('SET-04 keeps no address for a mail that nobody sends', async () => {
  const mute = await testApi()
  await mute.owner(ANNA)
  expect((await remove(PASSWORD, mute)).statusCode).toBe(200)
  expect(await tracesInDatabase(mute.db, [ANNA])).toEqual([])
  await mute.close()
})
