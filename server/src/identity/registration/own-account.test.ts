import { describe, expect, it } from 'vitest'
import { anna, answered, setUpRegistration } from '../../../test/set-up/registration.ts'

const { api, unclaimed, register, confirm, linked, letters, tokensIn, user } = setUpRegistration()

/** An account by code, whose address is not confirmed yet, and whose address somebody else then registers. */
async function registeredTwice() {
  const { code, sn } = await unclaimed()
  const { access } = answered.parse((await register({ key1: code })).json())
  const [confirmation = ''] = tokensIn(await letters(), 'email/confirm')
  await register({ key1: '99999', password: 'Ganz-fremder-Keller-7', phone: '030 7654321' })
  return { access, sn, confirmation, token: await linked() }
}

describe('the link of a registration with the address of an account by code', () => {
  it('AUT-16 confirms that account with its password, whoever has asked for the link', async () => {
    const { access, sn, token } = await registeredTwice()
    const confirmed = answered.parse((await confirm(token)).json())
    for (const one of [access, confirmed.access])
      expect(await user(one)).toMatchObject({
        email: anna.email,
        email_confirmed: true,
        phone: '+49301234567',
      })
    const list = await api().get('/api/auth/usr_sn/', confirmed.access)
    expect(list.json()).toMatchObject([{ sn }])
  })

  it('AUT-16 makes another account with another password, and once ten have been tried', async () => {
    const { access, confirmation: token, token: registration } = await registeredTwice()
    for (let i = 0; i < 10; i += 1)
      await api().post('/api/auth/email/confirm/', { token, password: `Falscher-Keller-${i}` })
    const confirmed = answered.parse((await confirm(registration)).json())
    expect(await user(access)).toMatchObject({ email: '' })
    expect(await user(confirmed.access)).toMatchObject({ email: anna.email, phone: '+49307654321' })
  })
})
