import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { systemAt, wire } from '../../../../test/systems.ts'
import { serve } from '../../../../test/wire.ts'

it('ENT-01 live values bring the list of systems in place of the one that the tab stored before', async () => {
  localStorage.setItem('accessToken', 'a')
  const before = { owner: null, systems: [{ sn: '1005', phase: 1 }], active: null, accessStatus: 200 }
  sessionStorage.setItem('state', JSON.stringify(before))
  const { promise, resolve } = Promise.withResolvers<Response>()
  serve({ '/api/auth/live/': () => promise })
  // Only now: the state is read as the page is loaded.
  vi.resetModules()
  const [{ followLive }, { useAppState }] = await Promise.all([
    import('./live.ts'),
    import('../../../platform/state.ts'),
  ])
  const known = () => useAppState.getState().systems.map(({ sn }) => sn)
  followLive()
  expect(known()).toEqual(['1005'])
  const values = JSON.stringify(wire(systemAt('1001', 1, 40)))
  resolve(new Response(`event: data\ndata: ${values}\n\n`))
  await waitFor(() => expect(known()).toEqual(['1001']))
})
