import { describe, expect, it } from 'vitest'
import { json, serve } from '../../test/wire.ts'
import { loader } from '../pages/logout/leave.ts'
import { beginSession } from '../session.ts'
import { stored } from '../stored.ts'

const LOGOUT = '/api/auth/logout/'

describe('signing out', () => {
  it('NAV-02, AUT-09 ends the session on the server, forgets it here and loads sign-in anew', () => {
    beginSession({ access: 'a', refresh: 'r1' }, true)
    const heard = serve({ [LOGOUT]: () => json({}) })
    const answer = loader()
    expect(heard.map(({ path, form }) => [path, form.get('refresh')])).toEqual([[LOGOUT, 'r1']])
    expect([answer.headers.get('location'), answer.headers.get('x-remix-reload-document')]).toEqual([
      '/login',
      'true',
    ])
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('AUT-09 needs no server to forget the session', () => {
    beginSession({ access: 'a', refresh: 'r' }, true)
    serve({})
    loader()
    expect([stored.accessToken.get(), stored.sessionEnded.get()]).toEqual([null, null])
  })

  it('asks nothing of the server where there is no session', () => {
    const heard = serve({ [LOGOUT]: () => json({}) })
    loader()
    expect(heard).toEqual([])
  })
})
