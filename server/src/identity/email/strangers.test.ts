import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { anna, answered, setUpRegistration } from '../../../test/set-up/registration.ts'

const EMAIL = '/api/auth/email/'
const RIGHT = 'anna.right@example.org'
const { api, unclaimed, register, letters, tokensIn } = setUpRegistration()

const HOME = '192.0.2.1'
const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })
const confirm = (token: string, password = PASSWORD) => api().post(`${EMAIL}confirm/`, { token, password })
/** Asks for another address from the network `remoteAddress`. */
const want = (access: string, email: string, remoteAddress = HOME) =>
  api().post('/api/auth/user/', { email, current_password: PASSWORD }, { ...bearer(access), remoteAddress })

/** Resolves to the access tokens of `count` new accounts. */
async function accounts(name: string, count: number): Promise<readonly string[]> {
  const all: string[] = []
  for (let i = 0; i < count; i += 1) {
    await api().owner(`${name}${i}@example.org`)
    all.push((await api().signIn(`${name}${i}@example.org`)).access)
  }
  return all
}

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

describe('accounts of strangers that ask for an address', () => {
  /** Three requests of each account, from networks of one site each. */
  async function flood(email: string, accesses: readonly string[], site: (i: number) => string) {
    const statuses: number[] = []
    for (const [i, access] of accesses.entries())
      for (const host of [1, 2, 3])
        statuses.push(
          (await want(access, i % 2 ? email : email.toUpperCase(), `${site(i)}.${host}`)).statusCode,
        )
    return statuses
  }

  it('AUT-16 send it three mails a day from one site, and keep no owner elsewhere from changing to it', async () => {
    const [anna = '', ...strangers] = await accounts('anna', 8)
    const statuses = await flood(RIGHT, strangers, () => '203.0.113')
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(await letters()).toHaveLength(3)
    expect((await want(anna, RIGHT)).json()).toMatchObject({ pending_email: RIGHT })
    const [token = ''] = tokensIn(await letters(), 'email/confirm')
    expect((await confirm(token)).json()).toEqual({ email: RIGHT })
  })

  it('AUT-16 send it one more from each further site once it got six, and twenty at most', async () => {
    const [anna = '', ...strangers] = await accounts('anna', 20)
    await flood(RIGHT, strangers.slice(0, 5), (i) => `203.0.${i}`)
    expect(await letters()).toHaveLength(6 + 3)
    expect((await want(anna, RIGHT)).statusCode).toBe(200)
    expect(await letters()).toHaveLength(1)
    await flood(RIGHT, strangers.slice(5), (i) => `198.51.${i}`)
    expect(await letters()).toHaveLength(10)
  })

  it('AUT-16 count for one mailbox, whatever follows a plus sign', async () => {
    const [anna = '', berta = ''] = await accounts('anna', 2)
    const statuses: number[] = []
    for (const [i, access] of [anna, anna, berta, berta].entries())
      statuses.push((await want(access, `anna.right+${i}@example.org`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    // The first was replaced by the second before it was sent.
    const sent = (await letters()).map(({ to }) => to).sort()
    expect(sent).toEqual([1, 2].map((i) => `anna.right+${i}@example.org`))
  })

  it('AUT-16 do not keep an owner from a link they were sent before, who may ask for it again', async () => {
    const [anna = '', ...strangers] = await accounts('anna', 3)
    await want(anna, RIGHT)
    const [token = ''] = tokensIn(await letters(), 'email/confirm')
    await flood(RIGHT, strangers, () => HOME.replace(/\.\d+$/, ''))
    await letters()
    expect((await want(anna, RIGHT)).json()).toMatchObject({ pending_email: RIGHT })
    expect(await letters()).toEqual([])
    expect((await confirm(token)).json()).toEqual({ email: RIGHT })
  })
})

describe('an address that an account has never confirmed', () => {
  it('AUT-16 gets three mails a day for all accounts of one site that claim it, however it is spelled, six of all sites, and then one of each', async () => {
    const spelled = [anna.email, 'an.na@example.org', 'ANNA+1@example.org', 'a.nna+2@example.org']
    const sent: number[] = []
    for (const site of ['203.0.113', '203.0.113', '198.51.100', '198.51.101', '198.51.101']) {
      const { code } = await unclaimed()
      const from = { remoteAddress: `${site}.${sent.length}` }
      const email = spelled[sent.length % spelled.length] ?? ''
      const { access } = answered.parse((await register({ key1: code, email }, from)).json())
      for (let again = 0; again < 3; again += 1)
        await api().post(`${EMAIL}resend/`, {}, { ...bearer(access), ...from })
      sent.push((await letters()).length)
      await api().post('/api/auth/remove_customer/', { password: PASSWORD }, bearer(access))
    }
    expect(sent).toEqual([3, 0, 3, 1, 0])
    await register({ key1: (await unclaimed()).code })
    expect(await letters()).toHaveLength(1)
  })
})
