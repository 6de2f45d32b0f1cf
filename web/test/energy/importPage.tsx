import type { EnergyImport, ImportPreview } from '@kellersonne/contract/energy/imports'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { Component } from '../../src/features/energy/imports/ImportPage.tsx'
import { followLive } from '../../src/features/live/api/live.ts'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { usePreferences } from '../../src/platform/preferences.ts'
import { asOwner, DATA, LIVE, three } from '../dashboard.tsx'
import { RoutedPage, routerAt } from '../router.tsx'
import { wire } from '../systems.ts'
import { json, type RecordedCall, refusal, serve } from '../wire.ts'

export const MAKE = '/api/auth/import/'
export const PREVIEW = '/api/auth/import/preview/'
export const LIST = '/api/auth/imports/'
const ID = '5e2b2f7e-6a0c-4b64-9d0e-5a3c5d1f0a01'

const energies = { pv: 1_234_000, import: 400, feed_in: 50, charge: null, discharge: null }
export const previewed: ImportPreview = {
  ...{ format: 'evcc', header: ['time.start', 'time.end', 'pv.A.energy.Wh'], energies },
  ...{ from: '2026-05-02T22:00:00Z', until: '2026-05-09T22:00:00Z' },
  ...{ added: 670, measured: 1, imported: 2, hidden: 0, refused: 0, refused_lines: [] },
}
export const unknown: ImportPreview = {
  ...{ ...previewed, format: null, header: ['When', 'Sun', ''], from: null, until: null, added: 0 },
}
export const importOf = (more: Partial<EnergyImport> = {}): EnergyImport => ({
  ...{ id: ID, sn: serialNumber.parse('1001'), format: 'evcc', energies },
  ...{ from: '2026-05-02T22:00:00Z', until: '2026-05-09T22:00:00Z' },
  ...{ made_at: '2026-06-18T09:00:00Z', undone_at: null },
  ...more,
})

/** The fake server's list, overriding answers, and recorded calls. */
export const server: {
  list: EnergyImport[]
  answers: Parameters<typeof serve>[0]
  calls: RecordedCall[]
} = { list: [], answers: {}, calls: [] }

/** Signs an owner in, with the page's texts loaded and a server without imports. */
export function onImportPage() {
  asOwner()
  beforeEach(async () => {
    server.list = []
    server.answers = {}
    usePreferences.setState({ language: 'de' })
    await loadNamespaces('imports')
  })
}

/** Opens the page of an owner of three systems. */
export async function openImports(address = '?sn=1001') {
  server.calls = serve({
    [LIVE]: () => refusal('unavailable'),
    [DATA]: () => json(wire(...three())),
    [LIST]: () => json({ imports: server.list }),
    [PREVIEW]: () => json(previewed),
    [MAKE]: () => {
      server.list = [importOf(), ...server.list]
      return json(server.list[0])
    },
    [`${MAKE}${ID}/undo/`]: () => {
      server.list = server.list.map((one) => ({ ...one, undone_at: '2026-06-18T09:30:00Z' }))
      return json(server.list[0])
    },
    ...server.answers,
  })
  const router = routerAt([{ path: '/import', Component }], `/import${address}`)
  const page = render(<RoutedPage router={router} />)
  followLive()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('button', { name: /^(Vorschau|Preview)$/ })
  await waitFor(() => expect(screen.queryByText(/Wird geladen/)).toBeNull())
  return page
}

/** Chooses a file. */
export const choose = (file: File = new File(['time.start,time.end\n'], 'evcc.csv')) =>
  fireEvent.change(screen.getByLabelText(/Datei wählen|Choose a/), { target: { files: [file] } })

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** The queries of calls of a path, in order. */
export const asked = (path: string) =>
  server.calls.flatMap((call) => {
    const [where, query] = call.path.split('?')
    return where === path ? [Object.fromEntries(new URLSearchParams(query))] : []
  })
