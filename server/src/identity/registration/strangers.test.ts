import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { anna, setUpRegistration } from '../../../test/set-up/registration.ts'

const { api, unclaimed, register, confirm, linked, letters } = setUpRegistration()

const HOME = '192.0.2.1'
const DAY = 86_400_000
/** Registers by a number that might be anybody's; resolves to the status of the answer. */
const want = async (remoteAddress: string, email = anna.email) =>
  (await register({ key1: '99999', email }, { remoteAddress })).statusCode
/** Three registrations from networks of each site. */
async function flood(sites: readonly string[], email?: (i: number) => string) {
  const statuses: number[] = []
  for (const site of sites)
    for (const host of [1, 2, 3]) statuses.push(await want(`${site}.${host}`, email?.(statuses.length)))
  return statuses
}
const sitesFrom = (net: string, count: number) => Array.from({ length: count }, (_, i) => `${net}.${i}`)

describe('registrations of strangers with an address', () => {
  it('AUT-15 send it three mails a day from one site, and keep its owner elsewhere from none', async () => {
    expect(await flood(['203.0.113', '203.0.113'])).toEqual([200, 200, 200, 429, 429, 429])
    expect(await letters()).toHaveLength(3)
    const { sn } = await unclaimed()
    expect((await register({ key1: sn }, { remoteAddress: HOME })).json()).toEqual({ outcome: 'mailed' })
    expect((await confirm(await linked())).json()).toMatchObject({ systems: [{ key: sn }] })
  })

  it('AUT-15 send it one more from each further site once it got six, and twenty at most', async () => {
    await flood(sitesFrom('203.0', 5))
    expect(await letters()).toHaveLength(6 + 3)
    expect(await want(HOME)).toBe(200)
    expect(await letters()).toHaveLength(1)
    await flood(sitesFrom('198.51', 15))
    expect(await letters()).toHaveLength(10)
  })

  it('AUT-15 get no more of them by asking at once', async () => {
    const froms = sitesFrom('203.0', 4).flatMap((site) => [1, 2, 3, 4].map((host) => `${site}.${host}`))
    const statuses = await Promise.all(froms.map((from) => want(from)))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const { length } = await letters()
    expect(statuses.filter((status) => status === 200)).toHaveLength(length)
    // Six, and one more of each site at most.
    expect(length).toBeGreaterThanOrEqual(6)
    expect(length).toBeLessThanOrEqual(6 + 4)
  })

  it('AUT-15 do not count where they are refused', async () => {
    await flood(sitesFrom('203.0', 2))
    api().clock.skip(DAY / 2)
    const statuses = []
    for (let i = 0; i < 5; i += 1) statuses.push(await want(HOME))
    expect(statuses).toEqual([200, 429, 429, 429, 429])
    api().clock.skip(DAY / 2)
    expect([await want(HOME), await want(HOME), await want(HOME)]).toEqual([200, 200, 429])
  })

  it('AUT-15 are told so where no other mail is sent, whether the address has an account or not', async () => {
    await api().owner('bert@example.org')
    const answers: { body: string; headers: string[] }[] = []
    for (const email of [anna.email, 'bert@example.org']) {
      for (let i = 0; i < 3; i += 1) await want(HOME, email)
      const fourth = await register({ key1: '99998', email }, { remoteAddress: HOME })
      expectProblem(fourth, 429, 'too_many_mails')
      expect(fourth.json().retry_after).toBeGreaterThan(DAY / 1000 - 60)
      answers.push({ body: fourth.body.replace(/\d+/g, ''), headers: Object.keys(fourth.headers) })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await letters()).toHaveLength(6)
    expect(await api().db.run('select from registration')).toBe(6)
  })

  it('AUT-15 do not keep its owner from registering with a code', async () => {
    await flood(['192.0.2'])
    const { code } = await unclaimed()
    expect((await register({ key1: code }, { remoteAddress: HOME })).json().outcome).toBe('registered')
  })

  it('AUT-15 count for one mailbox whatever follows a plus sign, wherever dots are, and whatever the case of letters', async () => {
    const spelled = [
      'anna+1@example.org',
      'An.na+2+3@Example.org',
      'A.N.N.A@example.org',
      'anna+4@example.org',
    ]
    const statuses = await flood(['203.0.113', '203.0.113'], (i) => spelled[i % 4] ?? '')
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    expect((await letters()).map(({ to }) => to).sort()).toEqual(spelled.slice(0, 3).sort())
    expect(await want('203.0.113.9', '+1@example.org')).toBe(200)
    expect(await want('203.0.113.9', 'anna+1@example.com')).toBe(200)
    expect(await want('203.0.113.9', 'anna@exampleorg.example')).toBe(200)
  })

  it('AUT-15 count for one mailbox of Google by either of its domains', async () => {
    const spelled = ['anna@gmail.com', 'an.na@googlemail.com', 'anna+1@GoogleMail.com', 'anna@googlemail.com']
    const statuses = await Promise.all(spelled.map((email) => want(HOME, email)))
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429])
    expect(await want(HOME, 'anna@mail.googlemail.com')).toBe(200)
  })
})
