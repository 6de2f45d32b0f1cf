import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { afterEach, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../../test/identity/account.tsx'
import { keys, stubSubscribed } from '../../../../test/pushBrowser.ts'
import { json, serve } from '../../../../test/wire.ts'
import { beginSession, endSession, sessionOwner } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'
import { confirmRegistration, register } from './accounts.ts'
import { linkAccount, takeAnswer } from './provider.ts'
import { signIn } from './sessions.ts'

const LOGOUT = '/api/auth/logout/'
const PUSH = '/api/auth/push/'
const otto = { access: tokenOf('otto'), refresh: 'r-otto' }
const PASSWORD = 'Keller-Sonne-4711'

const answers = {
  [LOGOUT]: () => json({}),
  [PUSH]: () => json({ key: 'BKey', discreet: false, browsers: [] }),
  '/api/auth/token/': () => json(otto),
  '/api/auth/register/': () => json({ outcome: 'registered', ...otto, systems: [] }),
  '/api/auth/register/confirm/': () => json({ outcome: 'registered', ...otto, systems: [] }),
  '/api/auth/provider/finish/': () => json({ outcome: 'signed_in', ...otto, stay_logged_in: true }),
  '/api/auth/provider/link/': () => json({ ...otto, stay_logged_in: true }),
}
const asOtto = () => signIn({ email: 'otto@example.de', password: PASSWORD, stayLoggedIn: true })
const form: Parameters<typeof register>[0] = {
  ...{ email: 'otto@example.de', password: PASSWORD, phone: '+49301234567', key1: '1001' },
  country: 'DE',
  lang: 'de',
  terms: TERMS_VERSION,
}
const ways: [string, () => Promise<unknown>][] = [
  ['the form of a tab', asOtto],
  ['a registration by code', () => register(form)],
  ['the link of a registration', () => confirmRegistration({ token: 'T', password: PASSWORD })],
  ['the provider', () => takeAnswer('?code=c')],
  ['the first sign-in at the provider', () => linkAccount('T', PASSWORD)],
]
const signFridaIn = () => beginSession({ access: tokenOf('frida'), refresh: 'r-frida' }, true)

describe('signing in over a session that is open here', () => {
  afterEach(() => endSession('signedOut'))

  it.each(ways)(
    "AUT-09 ALR-21 by %s ends another's on the server, and what it shows here",
    async (_, way) => {
      signFridaIn()
      const { unsubscribe, close } = stubSubscribed()
      const calls = serve(answers)
      await way()
      expect(sessionOwner()).toBe('otto')
      const ended = calls.filter(({ path }) => path === LOGOUT).map(({ form }) => form.get('refresh'))
      expect(ended).toEqual(['r-frida'])
      await expect.poll(() => [unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 2])
      expect(stored.refreshToken.get()).toBe('r-otto')
    },
  )

  it('AUT-09 does not depend on whether the former can be ended', async () => {
    signFridaIn()
    const { [LOGOUT]: _, ...others } = answers
    serve(others)
    await asOtto()
    expect([sessionOwner(), stored.refreshToken.get()]).toEqual(['otto', 'r-otto'])
  })

  it('ALR-21 takes the notifications of the same owner along before it ends the former', async () => {
    beginSession({ access: tokenOf('otto'), refresh: 'r-before' }, true)
    const { unsubscribe } = stubSubscribed()
    const calls = serve(answers)
    await asOtto()
    await expect.poll(() => calls.map(({ path }) => path)).toEqual(['/api/auth/token/', PUSH, LOGOUT])
    expect(Object.fromEntries(calls[1]?.form ?? [])).toEqual(keys)
    expect([calls[1]?.token, calls[2]?.form.get('refresh')]).toEqual([otto.access, 'r-before'])
    expect(unsubscribe).not.toHaveBeenCalled()
  })

  it("AUT-09 ends the same owner's former session where nothing is shown", async () => {
    beginSession({ access: tokenOf('otto'), refresh: 'r-before' }, true)
    const calls = serve(answers)
    await asOtto()
    await expect.poll(() => calls.map(({ path }) => path)).toEqual(['/api/auth/token/', LOGOUT])
  })

  it('ALR-21 drops what a sign-out without network has left', async () => {
    const { unsubscribe } = stubSubscribed()
    const calls = serve(answers)
    await asOtto()
    await expect.poll(() => unsubscribe.mock.calls.length).toBe(1)
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/token/'])
  })
})
