import { printedCode } from '@kellersonne/core/systems/keys'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { anna, setUpRegistration } from '../../../test/set-up/registration.ts'

const DAY = 86_400_000
const { api, unclaimed, register, check, confirm, linked, letters } = setUpRegistration()

describe('looking at the link of a registration', () => {
  it('AUT-15 says whose account it makes of which numbers, and leaves it good', async () => {
    await register({ key1: '99998', key2: '99999' })
    const token = await linked()
    for (let i = 0; i < 2; i += 1) {
      const answer = await check(token)
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { email: anna.email, serial_numbers: ['99998', '99999'], codes: 0, unconfirmed_since: null },
      ])
    }
    expect((await confirm(token)).statusCode).toBe(200)
    expectProblem(await check(token), 410, 'link_invalid')
  })

  it('AUT-15 says what its own registration says, whoever registers the address later', async () => {
    await register({ key1: '99998' })
    const token = await linked()
    api().clock.skip(1000)
    await register({ key1: '99999', email: anna.email.toUpperCase() })
    expect((await check(token)).json()).toMatchObject({ email: anna.email, serial_numbers: ['99998'] })
    expect((await check(await linked())).json()).toMatchObject({
      ...{ email: anna.email.toUpperCase(), serial_numbers: ['99999'] },
    })
  })

  it('AUT-12 AUT-15 tells nobody the code that somebody else has typed', async () => {
    const { sn, code } = await unclaimed()
    await api().owner(anna.email)
    await api().db.run('update owner set email_confirmed_at = null')
    await register({ key1: printedCode(code), key2: '99999' })
    const [letter] = await letters()
    const token = /register\/confirm#token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    const answer = await check(token)
    expect(answer.json()).toMatchObject({ serial_numbers: ['99999'] })
    expect(answer.body).not.toContain(sn)
    expect(answer.body).not.toContain(printedCode(code).slice(0, 4))
  })

  it('AUT-15 says the same of a link that is over and of one that is made up', async () => {
    await register({ key1: '99999' })
    const over = await linked()
    api().clock.skip(DAY)
    const bodies = new Set<string>()
    for (const token of [over, 'a'.repeat(96), 'x']) {
      const answer = await check(token)
      expectProblem(answer, 410, 'link_invalid')
      bodies.add(answer.body)
    }
    expect(bodies.size).toBe(1)
  })

  it('AUT-15 API-12 counts it, of a genuine link by itself, and never against its use', async () => {
    await register({ key1: '99999' })
    const token = await linked()
    for (let i = 0; i < 60; i += 1) expectProblem(await check('x'), 410, 'link_invalid')
    expectProblem(await check('y'), 429, 'too_many_attempts')
    expectProblem(await check('y', '203.0.113.1'), 410, 'link_invalid')
    for (let i = 0; i < 60; i += 1) expect((await check(token)).statusCode).toBe(200)
    expectProblem(await check(token), 429, 'too_many_attempts')
    expect((await confirm(token)).statusCode).toBe(200)
  })

  it('AUT-15 names neither token nor address in the log', async () => {
    await register({ key1: '99999' })
    const token = await linked()
    api().logged.length = 0
    await check(token)
    expect(api().logged.join('')).not.toContain(token)
    expect(api().logged.join('')).not.toContain(anna.email)
  })
})
