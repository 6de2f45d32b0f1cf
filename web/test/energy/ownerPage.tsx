import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loader } from '../../src/features/live/api/live.ts'
import { DATA, LIVE, three } from '../dashboard.tsx'
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
  const router = createMemoryRouter([{ path, Component: Page }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  loader()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  return { calls, router }
}
