import { listSessions } from '@kellersonne/contract/identity/sessions'
import { describe, expect, it } from 'vitest'
import { json, serve } from '../../../../test/wire.ts'
import { call } from '../../../platform/client/client.ts'
import { beginSession, lastSessionEnd, onSessionEnd } from '../../../platform/session.ts'
import { stored } from '../../../platform/stored.ts'
import { guard } from '../logout/guard.ts'

const LOGOUT = '/api/auth/logout/'
const SESSIONS = '/api/auth/sessions/'

describe('signing out', () => {
  it('NAV-02, AUT-09 ends the session on the server, forgets it here and loads sign-in anew', () => {
    beginSession({ access: 'a', refresh: 'r1' }, true)
    const calls = serve({ [LOGOUT]: () => json({}) })
    const answer = guard()
    expect(calls.map(({ path, form }) => [path, form.get('refresh')])).toEqual([[LOGOUT, 'r1']])
    expect(answer).toEqual({ to: '/login', reload: true })
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('AUT-09 needs no server to forget the session', () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    serve({})
    guard()
    expect([stored.accessToken.get(), lastSessionEnd()]).toEqual([null, null])
  })

  it('AUT-08 says that no tab knew the session', () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    sessionStorage.clear()
    serve({ [LOGOUT]: () => json({}) })
    guard()
    expect([stored.accessToken.get(), lastSessionEnd()]).toEqual([null, 'unknown'])
  })

  it('asks nothing of the server where there is no session', () => {
    const calls = serve({ [LOGOUT]: () => json({}) })
    guard()
    expect(calls).toEqual([])
  })

  it('AUT-09 AUT-08 is not taken for a session that has expired by what asks the server afterwards', async () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    const reasons: string[] = []
    const stop = onSessionEnd((reason) => reasons.push(reason))
    serve({ [LOGOUT]: () => json({}), [SESSIONS]: () => json({ code: 'session_required' }, 401) })
    guard()
    await expect(call(listSessions, {})).rejects.toMatchObject({ status: 401 })
    expect([reasons, lastSessionEnd()]).toEqual([['signedOut'], null])
    stop()
  })
})
