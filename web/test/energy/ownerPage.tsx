import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { followLive } from '../../src/features/live/api/live.ts'
import { DATA, LIVE, three } from '../dashboard.tsx'
import { RoutedPage, routerAt } from '../router.tsx'
import { wire } from '../systems.ts'
import { json, refusal, serve } from '../wire.ts'

/** Opens a page at an address, for an owner of three systems. */
export function openOwnerPage(Page: ComponentType, answers: Parameters<typeof serve>[0], address: string) {
  const calls = serve({
    [LIVE]: () => refusal('unavailable'),
    [DATA]: () => json(wire(...three())),
    ...answers,
  })
  const [path = '/'] = address.split('?')
  const router = routerAt([{ path, Component: Page }], address)
  render(<RoutedPage router={router} />)
  followLive()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  return { calls, router }
}
