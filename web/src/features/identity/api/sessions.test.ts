import { listSessions } from '@kellersonne/contract/identity/sessions'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../../../test/identity/account.tsx'
import { stubSubscribed } from '../../../../test/pushBrowser.ts'
import { json, serve } from '../../../../test/wire.ts'
import { call } from '../../../platform/client/client.ts'
import { accessToken, beginSession, lastSessionEnd, onSessionEnd } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'
import { guard } from '../logout/guard.ts'
import { signOut } from './sessions.ts'

const LOGOUT = '/api/auth/logout/'
const SESSIONS = '/api/auth/sessions/'

describe('signing out', () => {
  it('NAV-02, AUT-09 ends the session on the server, forgets it here and loads sign-in anew', async () => {
    beginSession({ access: 'a', refresh: 'r1' }, true)
    const calls = serve({ [LOGOUT]: () => json({}) })
    const answer = await guard()
    expect(calls.map(({ path, form }) => [path, form.get('refresh')])).toEqual([[LOGOUT, 'r1']])
    expect(answer).toEqual({ to: '/login', reload: true })
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('AUT-09 needs no server to forget the session', async () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    serve({})
    await guard()
    expect([stored.accessToken.get(), lastSessionEnd()]).toEqual([null, null])
  })

  it('AUT-08 says that no tab knew the session', async () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    sessionStorage.clear()
    serve({ [LOGOUT]: () => json({}) })
    await guard()
    expect([stored.accessToken.get(), lastSessionEnd()]).toEqual([null, 'unknown'])
  })

  it('asks nothing of the server where there is no session', async () => {
    const calls = serve({ [LOGOUT]: () => json({}) })
    await guard()
    expect(calls).toEqual([])
  })

  it('AUT-09 ALR-21 leaves the page once nothing of the session is shown here any more, without a server too', async () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    const asked = Promise.withResolvers<boolean>()
    const { unsubscribe, close } = stubSubscribed({ unsubscribe: () => asked.promise })
    serve({})
    const left: unknown[] = []
    const leaving = guard().then((answer) => left.push(answer))
    await expect.poll(() => unsubscribe.mock.calls.length).toBe(1)
    expect([accessToken(), left]).toEqual([null, []])
    asked.resolve(true)
    await leaving
    expect([close.mock.calls.length, left]).toEqual([2, [{ to: '/login', reload: true }]])
  })

  it('AUT-09 ends nothing of another owner who has signed in meanwhile', async () => {
    beginSession({ access: tokenOf('frida'), refresh: 'r' }, true)
    stored.accessToken.set(tokenOf('otto'))
    stored.refreshToken.set('r-otto')
    const calls = serve({ [LOGOUT]: () => json({}) })
    signOut()
    expect([calls, stored.refreshToken.get()]).toEqual([[], 'r-otto'])
  })

  it('AUT-09 AUT-08 is not taken for a session that has expired by what asks the server afterwards', async () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    const reasons: string[] = []
    const stop = onSessionEnd((reason) => reasons.push(reason))
    serve({ [LOGOUT]: () => json({}), [SESSIONS]: () => json({ code: 'session_required' }, 401) })
    await guard()
    await expect(call(listSessions, {})).rejects.toMatchObject({ status: 401 })
    expect([reasons, lastSessionEnd()]).toEqual([['signedOut'], null])
    stop()
  })
})
