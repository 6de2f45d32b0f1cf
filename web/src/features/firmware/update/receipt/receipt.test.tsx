import type { Receipt } from '@kellersonne/contract/firmware/updates'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner, plain } from '../../../../../test/dashboard.tsx'
import { json, refusal, serve } from '../../../../../test/wire.ts'
import { loadNamespaces } from '../../../../platform/i18n/i18n.ts'
import { PastUpdates } from './PastUpdates.tsx'
import { ReceiptView } from './Receipt.tsx'

beforeAll(() => loadNamespaces('update'))
asOwner()

const { sn, ...system } = liveSystem(2)
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const part = { chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1000, sha256: 'ab'.repeat(32) }
const turn: Receipt['parts'][number] = {
  ...{ ...part, state: 'finished', reason: null, details: [] },
  ...{
    begun_at: '2026-06-18T09:31:00Z',
    started_at: '2026-06-18T09:32:00Z',
    installed_at: '2026-06-18T09:40:00Z',
  },
  ...{ ended_at: '2026-06-18T09:43:00Z', heard_at: '2026-06-18T09:43:00Z', deadline: null },
}
const receipt: Receipt = {
  ...{ id: id(1), sn, by: 'anna@example.org', outcome: 'finished', seen: true, parts: [turn] },
  ...{ asked_at: '2026-06-18T09:31:00Z', ended_at: '2026-06-18T09:43:00Z', consent: null },
}
/** Formats in the test environment's time zone. */
const clock = (iso: string) =>
  new Date(iso).toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' })
const show = (more: Partial<Receipt>) => {
  render(<ReceiptView receipt={{ ...receipt, ...more }} name="L2" />)
  return plain(screen.getByRole('article', { name: 'Beleg' }).textContent)
}

describe('a receipt', () => {
  it('UPD-19 says from what to what, when, by whom, and the hash', () => {
    const text = show({})
    for (const shown of [
      'Das Update von L2 ist vollständig.',
      'Seriennummer1002',
      'Dauer12 min',
      'Gestartet vonanna@example.org',
      'Batteriemanagement 2.4.0 → 2.5.0installiert',
      part.sha256,
    ])
      expect(text).toContain(shown)
    expect(text).toContain(
      `GestartetDo, 18.06.2026, ${clock('2026-06-18T09:31:00Z')} UhrBeendetDo, 18.06.2026, ${clock('2026-06-18T09:43:00Z')} Uhr`,
    )
  })

  it.each([
    'not_started',
    'silent',
    'too_slow',
    'not_switched_on',
    'failed',
    'refused',
    'not_downloaded',
    'withdrawn',
  ] as const)('UPD-13 UPD-19 of %s says why, and what to do', (reason) => {
    const parts = [{ ...turn, state: 'interrupted' as const, reason, details: ['Checksum wrong'] }]
    const text = show({ outcome: 'interrupted', parts })
    expect(text).toMatch(/Schalten Sie ihn (ein|aus)/)
    expect(text).toContain('Das Gerät meldete: Checksum wrong')
  })

  it('UPD-19 a chip after an interrupted one never had its turn', () => {
    const ahead = { ...turn, chip: 'gateway', state: null, ended_at: null }
    expect(show({ outcome: 'partly', parts: [turn, ahead] })).toContain('kam nicht an die Reihe')
  })

  it('UPD-20 shows what was agreed to, when, in which words', () => {
    const wording = 'Ich habe L2 ausgeschaltet.'
    const consent = {
      id: id(2),
      sn,
      at: '2026-06-18T09:30:00Z',
      language: 'de' as const,
      wording,
      parts: [part],
    }
    const text = show({ consent })
    expect(text).toContain(
      `Am Do, 18.06.2026, ${clock('2026-06-18T09:30:00Z')} Uhr, in diesen Worten:Ich habe L2 ausgeschaltet.`,
    )
    expect(screen.getByText(wording).getAttribute('lang')).toBe('de')
    expect(text).toContain('Für: Batteriemanagement 2.4.0 → 2.5.0.')
  })

  it('UPD-19 copies the hash, and says where that is not possible', async () => {
    const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('denied'))
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    show({})
    const copy = screen.getByRole('button', { name: 'Prüfsumme kopieren' })
    fireEvent.click(copy)
    await screen.findByText('Kopiert.')
    fireEvent.click(copy)
    await screen.findByText(/Das Kopieren ging nicht/)
    expect(writeText).toHaveBeenCalledWith(part.sha256)
    vi.unstubAllGlobals()
  })
})

const LIST = '/api/auth/updates/'
describe('past updates', () => {
  const whole = { ...system, sn }
  const list = (count: number) => ({
    [LIST]: ({ path }: { path: string }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
      const updates = Array.from({ length: Math.min(10, count - (page - 1) * 10) }, (_, i) => ({
        ...receipt,
        id: id(page * 100 + i),
        outcome: page === 2 ? 'interrupted' : 'finished',
      }))
      return json({ total: count, updates })
    },
  })
  const rows = () => screen.getAllByRole('button', { name: /Beleg öffnen/ })

  it('UPD-19 lists them page by page, each with its receipt', async () => {
    serve(list(12))
    render(<PastUpdates systems={[whole]} />)
    await waitFor(() => expect(rows()).toHaveLength(10))
    fireEvent.click(screen.getByRole('button', { name: 'Seite 2' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    fireEvent.click(rows()[1] ?? document.body)
    const dialog = screen.getByRole('dialog', { name: 'Beleg' })
    expect(within(dialog).getByText('Das Update von L2 wurde unterbrochen.')).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Schließen' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('UPD-19 looks again when something else about the update changes, not with each percent', async () => {
    const asked = serve(list(1))
    const update = { ...whole.update, isNew: true, isStarted: true, percent: 30 }
    const { rerender } = render(<PastUpdates systems={[{ ...whole, update }]} />)
    await waitFor(() => expect(rows()).toHaveLength(1))
    const before = asked.length
    rerender(<PastUpdates systems={[{ ...whole, update: { ...update, percent: 60 } }]} />)
    expect(asked).toHaveLength(before)
    rerender(<PastUpdates systems={[whole]} />)
    await waitFor(() => expect(asked).toHaveLength(before + 1))
  })

  it('UPD-19 says that there was none, and of which system', async () => {
    serve(list(0))
    render(<PastUpdates systems={[whole, liveSystem(3)]} />)
    await screen.findByText('L2 hat bei Ihnen noch kein Update bekommen.')
    act(() => void fireEvent.change(screen.getByLabelText('Speicher'), { target: { value: '1003' } }))
    await screen.findByText('L3 hat bei Ihnen noch kein Update bekommen.')
  })

  it('API-09 says why they cannot come, and asks again', async () => {
    serve({ [LIST]: () => refusal('unavailable') })
    render(<PastUpdates systems={[whole]} />)
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' })
    serve(list(1))
    fireEvent.click(again)
    await waitFor(() => expect(rows()).toHaveLength(1))
  })
})
