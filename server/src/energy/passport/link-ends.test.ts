import { randomUUID } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { setUpRegistration } from '../../../test/set-up/registration.ts'
import { resetStore } from '../../identity/resets/store.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'
import { systemAccess } from '../../systems/access.ts'
import { lockOwner } from '../../systems/owners.ts'
import { linkStore } from './link-store.ts'

const [ANNA, THIEF, SN] = ['anna@example.org', 'thief@example.com', '8001']
const NEW_PASSWORD = 'Ganz-neuer-Keller-7'
const { api, letters, tokensIn } = setUpRegistration()

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const make = (access: string) =>
  api().post(
    '/api/auth/battery_passport/links/',
    { sn: SN, lasts: 'year', with_serial: 'true' },
    bearer(access),
  )
const show = (token: string) => api().post('/api/passport/', { token })

/** An owner with a link that lasts a year. */
async function openLink() {
  const { owner } = await api().owner(ANNA, [SN])
  const { access, refresh } = await api().signIn(ANNA)
  const { token } = z.object({ token: z.string() }).parse((await make(access)).json())
  expect((await show(token)).statusCode).toBe(200)
  return { access, refresh, owner, token }
}
type Opened = Awaited<ReturnType<typeof openLink>>

async function change({ access }: Opened) {
  const form = { password: NEW_PASSWORD, current_password: PASSWORD }
  expect((await api().post('/api/auth/user/', form, bearer(access))).statusCode).toBe(200)
}
async function reset({ owner }: Opened) {
  const id = randomUUID()
  await resetStore(api().db).issue(id, owner, new Date(api().now().getTime() + 60_000), api().now())
  const form = { token: linkTokens(SECRET, 'reset').write(id), password: NEW_PASSWORD }
  expect((await api().post('/api/auth/password_reset/confirm/', form)).statusCode).toBe(200)
}
/** Changes the address as a thief would, and undoes that by the link sent to the former one. */
async function undo({ access, token: shown }: Opened) {
  await api().post('/api/auth/user/', { email: THIEF, current_password: PASSWORD }, bearer(access))
  const [confirmation = ''] = tokensIn(await letters(), 'email/confirm')
  await api().post('/api/auth/email/confirm/', { token: confirmation, password: PASSWORD })
  expect((await show(shown)).statusCode).toBe(200)
  const [token = ''] = tokensIn(await letters(), 'email/undo')
  expect((await api().post('/api/auth/email/undo/', { token })).statusCode).toBe(200)
}

it.each([
  ['changed', change],
  ['reset', reset],
  ['voided with a change of address', undo],
])('HLT-23 a link ends when the password is %s', async (_, replace) => {
  const opened = await openLink()
  await replace(opened)
  expectProblem(await show(opened.token), 410, 'link_invalid')
})

it('HLT-23 after a change, an access token of before makes no link, and one that is issued then does', async () => {
  const opened = await openLink()
  api().clock.skip(2000)
  await change(opened)
  expectProblem(await make(opened.access), 401, 'session_required')
  expect((await api().db.rows(z.object({}), 'select from passport_link')).length).toBe(0)
  const { access } = (await api().refresh(opened.refresh)).json()
  expect((await make(access)).statusCode).toBe(200)
})

it('HLT-23 a link ends that is still being stored when the password is reset', async () => {
  const opened = await openLink()
  const during = await api().db.transaction(async (sql) => {
    const { id: system } = await systemAccess(sql).hold(
      { owner: opened.owner },
      'see',
      serialNumber.parse(SN),
    )
    const link = {
      owner: opened.owner,
      system,
      expiresAt: new Date('2100-01-01T00:00:00Z'),
      withSerial: true,
    }
    const token = await linkStore(sql).add(link, api().now())
    const done = reset(opened)
    await expect.poll(() => connectionsWaiting(sql)).toBe(1)
    return { token, done }
  })
  await during.done
  expectProblem(await show(during.token), 410, 'link_invalid')
})

it('HLT-23 no link is made by a session that ends while the request waits for its owner', async () => {
  const { access, owner } = await openLink()
  const answer = await api().db.transaction(async (sql) => {
    await lockOwner(sql, owner)
    const made = make(access)
    await expect.poll(() => connectionsWaiting(sql)).toBe(1)
    await sessionStore(sql).endAll(owner)
    return { made }
  })
  expectProblem(await answer.made, 401, 'session_required')
  expect((await api().db.rows(z.object({}), 'select from passport_link')).length).toBe(1)
})
