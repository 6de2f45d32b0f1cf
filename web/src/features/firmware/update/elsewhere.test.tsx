import { serialNumber } from '@kellersonne/contract/systems/systems'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { DATA } from '../../../../test/dashboard.tsx'
import { onUpdatePage, renderWizard, SN, two } from '../../../../test/firmware/renderWizard.ts'
import { NOTHING, OFFERED, receipt, SEEN, status, updateServer } from '../../../../test/firmware/updates.ts'
import { wire } from '../../../../test/systems.ts'
import { json } from '../../../../test/wire.ts'
import { stored } from '../../../platform/stored.ts'

onUpdatePage()

describe('from elsewhere', () => {
  it("UPD-16 resumes at the update's real state, on any device", async () => {
    const wizard = await renderWizard({
      server: updateServer(SN, status(62, true, true, true), receipt(SN, 'running')),
    })
    await wizard.title('L2 wird aktualisiert.')
    expect(wizard.card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62')
  })

  it('UPD-16 the server is believed, not what the browser remembers', async () => {
    stored.update.set({ sn: serialNumber.parse(SN), updateStarted: true })
    const wizard = await renderWizard()
    await wizard.title('Welchen Speicher möchten Sie aktualisieren?')
    expect(wizard.card().getByRole('radio', { name: /L2/ })).toHaveProperty('checked', true)
  })

  it('UPD-16 UPD-19 an update that has ended unseen shows its receipt', async () => {
    const wizard = await renderWizard({
      server: updateServer(SN, NOTHING, receipt(SN, 'finished')),
      systems: two({ update: NOTHING }),
    })
    await wizard.title('Schalten Sie den Speicher L2 wieder ein.')
    await wizard.press('Fertig')
    await waitFor(() => expect(wizard.calls(SEEN)).toHaveLength(1))
  })

  it('UPD-16 another tab that starts it is followed', async () => {
    const wizard = await renderWizard()
    await wizard.choose()
    wizard.server.begin()
    act(
      () =>
        void window.dispatchEvent(
          new StorageEvent('storage', { key: stored.update.key, storageArea: localStorage }),
        ),
    )
    await wizard.title('Warten auf den Speicher …')
  })

  it('UPD-18 a system that is removed in another tab leaves no empty card, and is left to its update', async () => {
    vi.useFakeTimers()
    const systems = two()
    const running = updateServer(SN, status(37, true, true, true), receipt(SN, 'running'))
    const wizard = await renderWizard({
      server: running,
      answers: { [DATA]: () => json(wire(...systems)) },
      systems,
    })
    await wizard.title('L2 wird aktualisiert.')
    systems.pop()
    await wizard.cut()
    await wizard.tick()
    await wizard
      .card()
      .findByText(/^1002 gehört nicht mehr zu Ihrem Konto\. .*lassen Sie ihn dann ausgeschaltet/)
    await wizard.title('Alle Speicher sind aktuell.')
    expect(screen.queryByText(/Sie können den Speicher wieder einschalten/)).toBeNull()
  })

  it('UPD-18 another device that cancels it is followed', async () => {
    const wizard = await renderWizard()
    await wizard.begin()
    wizard.server.setStatus(OFFERED, { outcome: 'cancelled' })
    wizard.push(two({ soc: null }))
    await wizard.card().findByText(/^Das Update von L2 ist abgebrochen\./)
  })
})
