import { POLL_MS } from '@kellersonne/core/firmware/wizard/state'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { onUpdatePage, renderWizard, SN } from '../../../../test/firmware/renderWizard.ts'
import { broken, HAS_UPDATE, NOTHING, SEEN, status, updateServer } from '../../../../test/firmware/updates.ts'

onUpdatePage()

describe('an update under way', () => {
  it('UPD-09 UPD-13 UPD-14 UPD-17 is interrupted: says at how much, why, and what to do', async () => {
    vi.useFakeTimers()
    const wizard = await renderWizard()
    await wizard.begin()
    wizard.server.setStatus(status(37, true, true, true))
    await wizard.tick()
    await wizard.title('L2 wird aktualisiert.')
    wizard.server.setStatus(status(-1, false, true, true), broken(SN, 'silent'))
    await wizard.tick()
    const alert = await screen.findByRole('alertdialog', { name: 'Das Update wurde unterbrochen.' })
    expect(alert.textContent).toMatch(
      /Bitte schalten Sie die Batterie L2 ein und versuchen Sie es noch einmal/,
    )
    await waitFor(() =>
      expect(plain(alert.textContent)).toMatch(/Abgebrochen bei 37 % · \d\d:\d\d Uhr · L2 \(1002\)/),
    )
    expect(alert.textContent).toMatch(/eine Viertelstunde lang nicht gemeldet/)
    expect(wizard.card().getByRole('progressbar', { hidden: true })).toBeDefined()
    const before = wizard.calls(HAS_UPDATE).length
    await wizard.tick(2 * POLL_MS)
    expect(wizard.calls(HAS_UPDATE)).toHaveLength(before)
    await wizard.answer('Verstanden')
    await wizard.title('Welchen Speicher möchten Sie aktualisieren?')
    await waitFor(() => expect(wizard.calls(SEEN)).toHaveLength(1))
    expect(wizard.card().getByRole('radio', { name: /L2/ })).toHaveProperty('checked', false)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(wizard.card().queryByRole('progressbar')).toBeNull()
  })

  it.each([
    ['silent', true, /prüfen Sie die Internetverbindung/],
    ['failed', true, /schreiben Sie uns bitte/],
    ['refused', false, /Noch einmal zu starten hilft hier nicht\./],
    ['withdrawn', false, /wurde zurückgezogen.*Sobald es eine neue Version gibt/],
    ['not_started', false, /Schalten Sie ihn aus/],
    ['not_switched_on', false, /Steht dort noch die alte, starten Sie/],
  ] as const)(
    'UPD-13 interrupted as %s, its advice does not contradict itself',
    async (reason, again, advice) => {
      await renderWizard({ server: updateServer(SN, status(-1, false, true, true), broken(SN, reason)) })
      const alert = await screen.findByRole('alertdialog', { name: 'Das Update wurde unterbrochen.' })
      const text = plain(alert.textContent)
      expect(text).toMatch(advice)
      expect(text.includes('Bitte schalten Sie die Batterie L2 ein und versuchen Sie es noch einmal.')).toBe(
        again,
      )
      expect(text).toContain('Ihre Daten und die Ladung bleiben erhalten.')
      const description = document.getElementById(alert.getAttribute('aria-describedby') ?? '')
      expect(description?.textContent).not.toBe('')
    },
  )

  it('UPD-14 UPD-16 a laptop that wakes after it was interrupted does not call it complete', async () => {
    vi.useFakeTimers()
    const wizard = await renderWizard()
    await wizard.begin()
    wizard.server.setStatus(status(50, true, true, true))
    await wizard.tick()
    await wizard.title('L2 wird aktualisiert.')
    wizard.server.setStatus(NOTHING, broken(SN, 'silent', { seen: true }))
    await wizard.tick()
    await screen.findByRole('alertdialog', { name: 'Das Update wurde unterbrochen.' })
    expect(wizard.card().queryByText('Update vollständig')).toBeNull()
  })
})
