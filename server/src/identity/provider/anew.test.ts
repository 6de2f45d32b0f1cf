import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { AT_PROVIDER, setUpAnnaLinks } from '../../../test/provider/anna-links.ts'
import { browser } from '../../../test/provider/provider.ts'

/** Who used the browser before, and has left their session at the provider in it. */
const BEFORE = 'before@example.org'

const { flow, anna } = setUpAnnaLinks()
const subjects = async () =>
  (await flow().api.db.rows(z.object({ subject: z.string() }), 'select subject from identity')).map(
    ({ subject }) => subject,
  )
/** A browser in which somebody is still signed in at the provider. */
async function sharedBrowser() {
  const shared = browser()
  const { url } = await flow().begin()
  await flow().provider.visit(url, BEFORE, shared)
  return shared
}

describe('somebody who is still signed in at the provider', () => {
  it('AUT-18 is not linked to the account of who sits there now', async () => {
    const shared = await sharedBrowser()
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER, shared)
    expect((await anna().finish(query, cookie)).statusCode).toBe(200)
    expect(await subjects()).toEqual([AT_PROVIDER])
  })

  it('AUT-09 AUT-10 does not sign in who sits there now', async () => {
    expect((await anna().link()).statusCode).toBe(200)
    const shared = browser()
    const first = await flow().begin()
    const entered = await flow().finish(
      await flow().provider.visit(first.url, AT_PROVIDER, shared),
      first.cookie,
    )
    expect(entered.json()).toMatchObject({ outcome: 'signed_in' })
    const { url, cookie } = await flow().begin()
    const query = await flow().provider.visit(url, 'bert@cleverpv.example', shared)
    expect((await flow().finish(query, cookie)).json()).toMatchObject({ outcome: 'register' })
  })
})

describe('a provider that does not ask anew', () => {
  const LONG_AGO_S = 30
  it.each([
    ['names the time of an earlier sign-in', (at: number) => ({ auth_time: at - LONG_AGO_S })],
    ['names no time', () => ({ auth_time: undefined })],
  ])('AUT-18 links nothing where it %s', async (_, altered) => {
    flow().provider.alter((claims) => ({ ...claims, ...altered(claims.iat ?? 0) }))
    await anna().expectNothing(await anna().link(), 403, 'provider_refused')
    flow().provider.alter(null)
    expect(flow().api.logged.join('')).toContain('nobody was authenticated anew')
  })

  it('AUT-18 may leave time for its own pages between the sign-in and its answer', async () => {
    const { url, cookie } = await anna().begun()
    const query = await flow().provider.visit(url, AT_PROVIDER)
    flow().api.clock.skip(4 * 60_000)
    flow().provider.alter(({ iat = 0, ...claims }) => ({ ...claims, iat, auth_time: iat - 200 }))
    expect((await anna().finish(query, cookie)).statusCode).toBe(200)
    flow().provider.alter(null)
  })

  it('AUT-10 still signs in who was linked before, with no proof', async () => {
    await anna().link()
    flow().provider.alter((claims) => ({ ...claims, auth_time: undefined }))
    expect((await flow().signIn(AT_PROVIDER)).json()).toMatchObject({ outcome: 'signed_in' })
    flow().provider.alter(null)
  })
})

describe('the mail about a new link', () => {
  const details = () => flow().api.db.row(z.object({ details: z.unknown() }), 'select details from mail')

  it('AUT-18 knows the address that the provider vouches for', async () => {
    await anna().link()
    expect(await details()).toEqual({ details: { email: AT_PROVIDER } })
  })

  it('AUT-18 knows no address that the provider does not vouch for', async () => {
    flow().provider.people.set(AT_PROVIDER, { email: 'bank@example.org', email_verified: false })
    await anna().link()
    flow().provider.people.clear()
    expect(await details()).toEqual({ details: {} })
  })
})
