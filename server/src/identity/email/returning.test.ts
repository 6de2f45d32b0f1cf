import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { setUpRegistration } from '../../../test/set-up/registration.ts'

const EMAIL = '/api/auth/email/'
const [ANNA, THIEF, LATER] = ['anna@example.org', 'thief@example.com', 'later@example.com']
const { api, letters, tokensIn } = setUpRegistration()

/** Changes the address, and confirms it by the mail; resolves to the mails that are sent for that. */
async function change(access: string, email: string) {
  const headers = { authorization: `Bearer ${access}` }
  await api().db.run('delete from attempt')
  await api().post('/api/auth/user/', { email, current_password: PASSWORD }, { headers })
  const [token = ''] = tokensIn(await letters(), 'email/confirm')
  expect((await api().post(`${EMAIL}confirm/`, { token, password: PASSWORD })).json()).toEqual({ email })
  return letters()
}
const undo = (token = '') => api().post(`${EMAIL}undo/`, { token })

it('AUT-16 who returns to an address they had gives none that came after it a link to take the account again', async () => {
  await api().owner(ANNA)
  const { access } = await api().signIn(ANNA)
  await change(access, THIEF)
  const [later] = tokensIn(await change(access, LATER), 'email/undo')
  const mails = await change(access, ANNA)
  expect(mails.map(({ to }) => to)).toEqual([LATER])
  expect(tokensIn(mails, 'email/undo')).toEqual([])
  expectProblem(await undo(later), 410, 'link_invalid')
})

it('AUT-16 who has returned in the settings still ends what a thief holds by the links sent there', async () => {
  await api().owner(ANNA)
  const thief = await api().signIn(ANNA)
  const [first] = tokensIn(await change(thief.access, THIEF), 'email/undo')
  const { access } = await api().signIn(THIEF)
  await change(access, ANNA)
  const [second] = tokensIn(await change(thief.access, LATER), 'email/undo')
  await change(access, ANNA.toUpperCase())
  expect((await undo(first)).json()).toEqual({ email: ANNA })
  await expect.poll(async () => (await api().get('/api/auth/user/', thief.access)).statusCode).toBe(401)
  const mails = await letters()
  expect(mails.map(({ to }) => to)).toEqual([ANNA])
  expect(tokensIn(mails, 'password_reset')).toHaveLength(1)
  expect((await undo(second)).json()).toEqual({ email: ANNA })
})

it('AUT-13 AUT-16 the link that undoes a change makes all networks unknown in which the account was signed in to', async () => {
  await api().owner(ANNA)
  const { access } = await api().signIn(ANNA)
  const [token] = tokensIn(await change(access, THIEF), 'email/undo')
  expect((await undo(token)).statusCode).toBe(200)
  const networks = await api().db.rows(z.object({ former: z.boolean() }), 'select former from known_network')
  expect(networks).toEqual([{ former: true }])
})

it('AUT-16 once what undoes a change has expired, a return is a change like any other', async () => {
  await api().owner(ANNA)
  const { access } = await api().signIn(ANNA)
  await change(access, LATER)
  await api().db.run('update email_link set expires_at = $1', [api().now()])
  expect(tokensIn(await change(access, ANNA), 'email/undo')).toHaveLength(1)
})
