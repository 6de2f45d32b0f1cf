import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Component } from '../../src/features/energy/charts/ChartsPage.tsx'
import { followLive } from '../../src/features/live/api/live.ts'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { stubCanvas } from '../canvas.ts'
import { asOwner, DATA, LIVE, three } from '../dashboard.tsx'
import { RoutedPage, routerAt } from '../router.tsx'
import { wire } from '../systems.ts'
import { json, type RecordedCall, refusal, serve } from '../wire.ts'
import { graph } from './graph.ts'

const GRAPH = '/api/auth/graph/'
const EVENTS = '/api/auth/events/'

const queryOf = ({ path }: RecordedCall) => new URLSearchParams(path.split('?')[1])

export const offline = {
  kind: 'offline',
  sn: '1002',
  from: '2026-06-09T10:00:00Z',
  until: '2026-06-09T11:00:00Z',
}

const updated = {
  ...{ kind: 'update', sn: '1001', from: '2026-06-09T03:00:00Z', until: '2026-06-09T03:20:00Z' },
  parts: [{ chip: 'bms', from: '2.4.0', to: '2.5.0', installed: true }],
}

/** What the server does: refuses graphs while it is away, and tells these events of any period. */
export const server: { away: boolean; events: readonly object[] } = { away: false, events: [] }

let calls: RecordedCall[] = []

/** Opens the charts of an owner of three systems. */
export async function open(address: string, answer: (query: URLSearchParams) => object = graph) {
  calls = serve({
    [LIVE]: () => refusal('unavailable'),
    [DATA]: () => json(wire(...three())),
    [GRAPH]: (call) => (server.away ? refusal('unavailable') : json(answer(queryOf(call)))),
    [EVENTS]: () => json({ events: server.events, more: false }),
  })
  const routes = [
    { path: '/charts', Component },
    { path: '*', element: null },
  ]
  const router = routerAt(routes, `/charts${address}`)
  render(<RoutedPage router={router} />)
  followLive()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith(GRAPH))).toBe(true))
  return router
}

/** The queries for graphs. */
export const graphs = () => calls.filter(({ path }) => path.startsWith(GRAPH)).map(queryOf)
export const chart = () => screen.findByRole('slider')

export function onChartsPage() {
  asOwner()
  beforeEach(async () => {
    server.away = false
    server.events = [updated, offline]
    stubCanvas({ width: 860, height: 560 })
    await loadNamespaces('charts')
  })
  afterEach(() => vi.restoreAllMocks())
}
