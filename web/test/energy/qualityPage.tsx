import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Component } from '../../src/features/energy/quality/QualityPage.tsx'
import { loader } from '../../src/features/live/api/live.ts'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { DATA, LIVE, three } from '../dashboard.tsx'
import { wire } from '../systems.ts'
import { json, refusal, serve } from '../wire.ts'
import { qualityWire } from './forecast.ts'

export const QUALITY = '/api/auth/forecast/quality/'
export const RUNWAY = '/api/auth/forecast/runway/'

/** Opens the page of an owner of three systems. */
export async function openQuality(answers: Parameters<typeof serve>[0] = {}, search = '') {
  await loadNamespaces('quality')
  const heard = serve({
    [LIVE]: () => refusal('unavailable'),
    [DATA]: () => json(wire(...three())),
    [QUALITY]: () => json(qualityWire()),
    [RUNWAY]: () => json({ runway: null }),
    ...answers,
  })
  const router = createMemoryRouter([{ path: '/forecast-quality', Component }], {
    initialEntries: [`/forecast-quality${search}`],
  })
  render(<RouterProvider router={router} />)
  loader()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText(/^Jede Prognose wird aufbewahrt/)
  return { heard, router }
}
