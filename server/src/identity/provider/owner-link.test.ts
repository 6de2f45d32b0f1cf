import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import {
  ANNA,
  AT_PROVIDER,
  BEGIN,
  FINISH,
  setUpAnnaLinks,
  UNLINK,
} from '../../../test/provider/anna-links.ts'
import { hashPassword } from '../accounts/password.ts'

const COOKIE =
  /^provider_link=([\w-]+); Max-Age=600; Path=\/api\/auth\/provider\/; HttpOnly; SameSite=Strict; Secure$/

const { flow, anna } = setUpAnnaLinks()

describe('adding the link', () => {
  it('AUT-18 links after the password and the provider, says since when, and mails a notice', async () => {
    expect(await anna().user()).toMatchObject({ linked: false, linked_since: null })
    const answer = await anna().begin()
    expect(String(answer.headers['set-cookie'])).toMatch(COOKIE)
    const query = await flow().provider.visit(answer.json().url, AT_PROVIDER)
    const before = flow().api.now().getTime()
    const finished = await anna().finish(query, String(answer.headers['set-cookie']).split(';')[0] ?? '')
    expect([finished.statusCode, finished.json()]).toEqual([200, {}])
    expect(finished.headers['set-cookie']).toMatch(/^provider_link=; Max-Age=0; /)
    const { linked, linked_since } = await anna().user()
    expect(linked).toBe(true)
    expect(Date.parse(linked_since)).toBeGreaterThanOrEqual(before)
    expect(await anna().mails()).toEqual(['linked'])
    expect(anna().events()).toEqual(['link succeeded'])
    expect((await flow().signIn(AT_PROVIDER)).json()).toMatchObject({ outcome: 'signed_in' })
  })

  it('AUT-18 says nothing of when for a link from before that was recorded', async () => {
    await anna().link()
    await flow().api.db.run('update identity set linked_at = null')
    expect(await anna().user()).toMatchObject({ linked: true, linked_since: null })
  })

  it('AUT-18 a wrong password leads nowhere, and is counted as at every form', async () => {
    for (let i = 0; i < 5; i += 1) {
      const answer = await anna().begin(anna().access, 'Falsch-1234')
      expectProblem(answer, 403, 'password_wrong')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expectProblem(await anna().begin(), 429, 'too_many_attempts')
    expectProblem(await anna().unlink(), 429, 'too_many_attempts')
  })

  it('AUT-07 AUT-18 one owner asks the provider twenty times a minute, whatever else their network does', async () => {
    await Promise.all(Array.from({ length: 20 }, () => flow().begin()))
    for (let i = 0; i < 20; i += 1) await anna().begun()
    expectProblem(await anna().begin(), 429, 'too_many_attempts')
    flow().api.clock.skip(60_000)
    expect((await anna().begin()).statusCode).toBe(200)
  })

  it('AUT-18 needs a session, and no other site can begin, finish or end it', async () => {
    expectProblem(await flow().api.post(BEGIN, { password: PASSWORD }), 401, 'session_required')
    expectProblem(await flow().api.post(FINISH, { query: '?' }), 401, 'session_required')
    expectProblem(await flow().api.post(UNLINK, { password: PASSWORD }), 401, 'session_required')
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    const headers = { 'sec-fetch-site': 'cross-site', authorization: `Bearer ${anna().access}`, cookie }
    for (const [path, form] of [
      [BEGIN, { password: PASSWORD }],
      [FINISH, { query }],
      [UNLINK, { password: PASSWORD }],
    ] as const)
      await anna().expectNothing(await flow().api.post(path, form, { headers }), 403, 'origin_denied')
  })

  it('AUT-18 who says no at the provider is refused, and can begin again', async () => {
    await anna().expectNothing(await anna().link(null), 403, 'provider_refused')
    expect(anna().events()).toEqual(['link refused'])
    expect((await anna().link()).statusCode).toBe(200)
  })
})

describe('ending the link', () => {
  it('AUT-18 ends it by the password, mails a notice, and leaves sessions alone', async () => {
    await anna().link()
    const { access } = (await flow().signIn(AT_PROVIDER)).json()
    flow().api.logged.length = 0
    expectProblem(await anna().unlink('Falsch-1234'), 403, 'password_wrong')
    expect(await anna().user()).toMatchObject({ linked: true })
    expect((await anna().unlink()).json()).toEqual({})
    expect(await anna().user()).toMatchObject({ linked: false, linked_since: null })
    expect(await anna().mails()).toEqual(['linked', 'unlinked'])
    expect(anna().events()).toEqual(['unlink refused', 'unlink succeeded'])
    expect((await flow().signIn(AT_PROVIDER)).json()).toMatchObject({ outcome: 'register' })
    expect(await anna().user(access)).toMatchObject({ linked: false })
  })

  it('AUT-18 there is one mail, however often it is clicked, and none if there was no link', async () => {
    expect((await anna().unlink()).statusCode).toBe(200)
    expect(await anna().mails()).toEqual([])
    await anna().link()
    await Promise.all([anna().unlink(), anna().unlink()])
    expect(await anna().mails()).toEqual(['linked', 'unlinked'])
  })

  it('AUT-07 AUT-18 the right password, too, is checked for it ten times an hour in one session', async () => {
    for (let i = 0; i < 10; i += 1) expect((await anna().unlink()).statusCode).toBe(200)
    expectProblem(await anna().unlink(), 429, 'too_many_attempts')
    expect(anna().events()).toEqual(['unlink slowed'])
    const { access } = await flow().api.signIn(ANNA)
    expect((await anna().unlink(PASSWORD, access)).statusCode).toBe(200)
  })

  it('AUT-18 an account that nobody knows the password of keeps the link, its only way in', async () => {
    await anna().link()
    const nobodys = await hashPassword('nobody knows')
    await flow().api.db.run('update owner set password_hash = $1', [nobodys])
    expectProblem(await anna().unlink(''), 400, 'input_invalid')
    expectProblem(await anna().unlink('Nicht-meins-1'), 403, 'password_wrong')
    expect((await flow().signIn(AT_PROVIDER)).json()).toMatchObject({ outcome: 'signed_in' })
  })
})
