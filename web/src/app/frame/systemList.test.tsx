import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SYSTEMS } from '../../../test/identity/account.tsx'
import { routerAt } from '../../../test/router.tsx'
import { systemAt, wire } from '../../../test/systems.ts'
import { json, refusal, serve } from '../../../test/wire.ts'
import { beginSession, endSession } from '../../platform/session.ts'
import { useAppState } from '../../platform/state.ts'
import { routes } from '../routes.tsx'
import { App } from './App.tsx'

const LIVE = '/api/auth/live/'
const DATA = '/api/auth/data/'
const USER = '/api/auth/user/'

beforeAll(() => Promise.all([import('./MainLayout.tsx'), import('../../features/live/DashboardPage.tsx')]))
beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  beginSession({ access: 'a', refresh: 'r' }, true)
})
afterEach(() => {
  act(() => endSession('signedOut'))
  vi.restoreAllMocks()
})

/** Replaces the time limit of waits by one that the test ends. */
function timeLimit() {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  return limit
}

const known = () => useAppState.getState().systems.map(({ sn }) => sn)

/** Opens a page; becoming visible again starts the live values anew after another test's session. */
function open(path: string, live: () => Response | Promise<Response>) {
  const calls = serve({ [SYSTEMS]: () => json([{ sn: '2002', phase: 1 }]), [LIVE]: live, [DATA]: live })
  render(<App router={routerAt(routes, path)} />)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  return { asked: (which: string) => calls.some(({ path: one }) => one === which) }
}

const values = () => new Response(`event: data\ndata: ${JSON.stringify(wire(systemAt('1001', 1, 40)))}\n\n`)

describe('the list of systems', () => {
  it('ENT-01 comes with the live values on the dashboard, and is not asked for as well', async () => {
    const { asked } = open('/dashboard', values)
    await waitFor(() => expect(known()).toEqual(['1001']))
    await waitFor(() => expect(asked(USER)).toBe(true))
    expect(asked(SYSTEMS)).toBe(false)
  })

  it('ENT-01 is asked for where the live values fail', async () => {
    const { asked } = open('/dashboard', () => refusal('unavailable'))
    await waitFor(() => expect(known()).toEqual(['2002']))
    expect([asked(LIVE), asked(SYSTEMS)]).toEqual([true, true])
  })

  it('ENT-01 is asked for where the live values take long', async () => {
    const limit = timeLimit()
    const { asked } = open('/dashboard', () => new Promise(() => {}))
    await waitFor(() => expect(asked(LIVE)).toBe(true))
    await waitFor(() => expect(AbortSignal.timeout).toHaveBeenCalled())
    expect(asked(SYSTEMS)).toBe(false)
    limit.abort()
    await waitFor(() => expect(known()).toEqual(['2002']))
  })

  it('ENT-01 is asked for at once on pages that need no more of live values than that', async () => {
    timeLimit()
    const { asked } = open('/settings', () => new Promise(() => {}))
    await waitFor(() => expect(known()).toEqual(['2002']))
    expect([asked(LIVE), asked(SYSTEMS)]).toEqual([true, true])
  })
})
