import type { CorrectionPreview, WireCorrection } from '@kellersonne/contract/energy/corrections'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { Component } from '../../src/features/energy/corrections/CorrectionsPage.tsx'
import { followLive } from '../../src/features/live/api/live.ts'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { usePreferences } from '../../src/platform/preferences.ts'
import { asOwner, DATA, LIVE, three } from '../dashboard.tsx'
import { RoutedPage, routerAt } from '../router.tsx'
import { wire } from '../systems.ts'
import { json, type RecordedCall, refusal, serve } from '../wire.ts'

export const MAKE = '/api/auth/correction/'
export const PREVIEW = '/api/auth/correction/preview/'
export const LIST = '/api/auth/corrections/'
export const ID = '5e2b2f7e-6a0c-4b64-9d0e-5a3c5d1f0a01'
/** Fills in an hour of 1001. */
const HOUR = '?sn=1001&from=2026-06-17T07:00:00Z&until=2026-06-17T08:00:00Z'

const same = { current: 1000, corrected: 1000 }
const changes: CorrectionPreview = {
  from: '2026-06-16T22:00:00Z',
  until: '2026-06-17T22:00:00Z',
  energies: {
    pv: { current: 9000, corrected: 7500 },
    import: { current: 400, corrected: null },
    ...{ feed_in: same, charge: same, discharge: same },
  },
}
export const unchanged: CorrectionPreview = { ...changes, from: null, until: null }
export const correctionOf = (more: Partial<WireCorrection> = {}): WireCorrection => ({
  ...{ id: ID, sn: serialNumber.parse('1001'), kind: 'implausible', counter: null },
  ...{ from: '2026-06-17T07:00:00Z', until: '2026-06-17T08:00:00Z', before: null, after: null },
  ...{ made_at: '2026-06-18T09:00:00Z', undone_at: null },
  ...more,
})

/** The fake server's list, overriding answers, and recorded calls. */
export const server: {
  list: WireCorrection[]
  answers: Parameters<typeof serve>[0]
  calls: RecordedCall[]
} = { list: [], answers: {}, calls: [] }

/** Signs an owner in, with the page's texts loaded and a server without corrections. */
export function onCorrectionsPage() {
  asOwner()
  beforeEach(async () => {
    server.list = []
    server.answers = {}
    usePreferences.setState({ language: 'de' })
    await loadNamespaces('corrections')
  })
}

/** Opens the page of an owner of three systems. */
export async function openCorrections(address = HOUR) {
  server.calls = serve({
    [LIVE]: () => refusal('unavailable'),
    [DATA]: () => json(wire(...three())),
    [LIST]: () => json({ corrections: server.list }),
    [PREVIEW]: () => json(changes),
    [MAKE]: () => {
      server.list = [correctionOf(), ...server.list]
      return json(server.list[0])
    },
    [`${MAKE}${ID}/undo/`]: () => {
      server.list = server.list.map((one) => ({ ...one, undone_at: '2026-06-18T09:30:00Z' }))
      return json(server.list[0])
    },
    ...server.answers,
  })
  const router = routerAt([{ path: '/corrections', Component }], `/corrections${address}`)
  const page = render(<RoutedPage router={router} />)
  followLive()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('button', { name: /^(Vorschau|Preview)$/ })
  await waitFor(() => expect(screen.queryByText(/Wird geladen/)).toBeNull())
  return page
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
