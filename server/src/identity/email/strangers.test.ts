import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { answered, setUpRegistration } from '../../../test/set-up/registration.ts'

const EMAIL = '/api/auth/email/'
const RIGHT = 'anna.right@example.org'
const { api, unclaimed, register, letters, tokensIn } = setUpRegistration()

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const confirm = (token: string, password = PASSWORD) => api().post(`${EMAIL}confirm/`, { token, password })
const want = (access: string, email: string) =>
  api().post('/api/auth/user/', { email, current_password: PASSWORD }, bearer(access))

describe('whoever has a mistyped mailbox', () => {
  it('AUT-16 keeps nobody from confirming another address, however often they guess the password', async () => {
    const { code } = await unclaimed()
    const { access } = answered.parse((await register({ key1: code })).json())
    const [stranger = ''] = tokensIn(await letters(), 'email/confirm')
    await want(access, RIGHT)
    const all = await letters()
    expect(all.map(({ to }) => to)).toEqual([RIGHT])
    for (let i = 0; i < 10; i += 1) expectProblem(await confirm(stranger, 'wrong'), 403, 'password_wrong')
    expectProblem(await confirm(stranger), 429, 'too_many_attempts')
    expect((await confirm(tokensIn(all, 'email/confirm')[0] ?? '')).json()).toEqual({ email: RIGHT })
    expectProblem(await confirm(stranger), 410, 'link_invalid')
  })
})
