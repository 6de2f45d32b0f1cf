import { describe, expect, it } from 'vitest'
import { expectProblem, SECRET } from '../../../test/api.ts'
import { anna, answered, expectFaults, setUpRegistration } from '../../../test/set-up/registration.ts'
import { deriveKey } from '../../platform/derive.ts'
import { tickets } from '../provider/tickets.ts'

const MINUTE = 60_000
const { api, unclaimed, register, emails, mails, user } = setUpRegistration()

describe('registrations at once', () => {
  it('AUT-05 ten with one code make one owner, and nothing else', async () => {
    const { code, sn } = await unclaimed()
    const spare = await unclaimed()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        register({ key1: code, key2: spare.sn, email: `owner${i}@example.org` }),
      ),
    )
    const [won, ...more] = answers.filter((answer) => answered.safeParse(answer.json()).success)
    expect(more).toEqual([])
    // Those that come after the code was used are mailed a link, which begins a hand-over.
    for (const lost of answers.filter(({ statusCode }) => statusCode !== 200))
      expectFaults(lost, { key1: 'taken' })
    expect(await emails()).toHaveLength(1)
    expect((await mails()).filter((kind) => kind !== 'registration')).toEqual([
      'email_confirmation',
      'system_claimed',
    ])
    const { access } = answered.parse(won?.json())
    expect((await api().get('/api/auth/usr_sn/', access)).json()).toMatchObject([{ sn }])
  })

  it('AUT-05 two of one address make one account', async () => {
    const [a, b] = [await unclaimed(), await unclaimed()]
    const answers = await Promise.all([
      register({ key1: a.code }),
      register({ key1: b.code, email: 'Anna@Example.org' }),
    ])
    // One that comes just after the other finds an address that is not confirmed yet, and is mailed a link.
    const [lost, ...more] = answers.filter((answer) => !answered.safeParse(answer.json()).success)
    if (!lost || more.length > 0) throw new Error('not one was let in')
    if (lost.statusCode !== 200) expectFaults(lost, { email: 'taken' })
    expect(await emails()).toHaveLength(1)
    expect(await mails()).toEqual(expect.arrayContaining(['email_confirmation', 'system_claimed']))
  })

  it('AUT-05 two with the same keys the other way round do not block each other', async () => {
    const [a, b] = [await unclaimed(), await unclaimed()]
    const answers = await Promise.all([
      register({ key1: a.code, key2: b.code }),
      register({ key1: b.code, key2: a.code, email: 'bert@example.org' }),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400])
  })
})

describe('a registration with a code and serial numbers', () => {
  it('AUT-14 counts toward the thirty pending claims of its network, and creates no account beyond them', async () => {
    const wait = async (i: number, remoteAddress: string) => {
      const { code } = await unclaimed()
      const form = {
        key1: code,
        key2: `${80_000 + i}`,
        key3: `${90_000 + i}`,
        email: `owner${i}@example.org`,
      }
      return register(form, { remoteAddress })
    }
    for (let i = 0; i < 15; i += 1) expect((await wait(i, '198.51.100.7')).statusCode).toBe(200)
    expectProblem(await wait(15, '198.51.100.7'), 429, 'too_many_waits')
    expect(await emails()).toHaveLength(15)
    expect((await wait(16, '198.51.100.8')).statusCode).toBe(200)
  })
})

describe('registration after a first sign-in at the second provider', () => {
  const ticket = () =>
    tickets(deriveKey(SECRET, 'ticket')).write(
      { issuer: 'https://id.example', subject: 'anna-1', email: anna.email, stayLoggedIn: false },
      api().now(),
    )

  it('AUT-10 links whom the ticket names, once', async () => {
    const [a, b] = [await unclaimed(), await unclaimed()]
    const given = ticket()
    const { access } = answered.parse((await register({ key1: a.code, ticket: given })).json())
    expect((await user(access)).linked).toBe(true)
    const again = await register({ key1: b.code, email: 'bert@example.org', ticket: given })
    expectProblem(again, 410, 'ticket_expired')
    expect(await emails()).toEqual([anna.email])
  })

  it('AUT-10 refuses a ticket that is over or made up, and makes no account', async () => {
    const { code } = await unclaimed()
    const given = ticket()
    api().clock.skip(31 * MINUTE)
    expectProblem(await register({ key1: code, ticket: given }), 410, 'ticket_expired')
    expectProblem(await register({ key1: code, ticket: 'made-up' }), 410, 'ticket_expired')
    expect(await emails()).toEqual([])
  })
})
