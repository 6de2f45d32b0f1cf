import { POLL_MS, QUIET_MS } from '@kellersonne/core/firmware/wizard/state'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { onUpdatePage, renderWizard, SN, two } from '../../../../test/firmware/renderWizard.ts'
import {
  CANCEL,
  HAS_UPDATE,
  NOTHING,
  OFFERED,
  receipt,
  SEEN,
  status,
  UPDATES,
  updateServer,
} from '../../../../test/firmware/updates.ts'
import { refusal } from '../../../../test/wire.ts'
import { stored } from '../../../platform/stored.ts'

onUpdatePage()

describe('an update under way', () => {
  it('UPD-08 UPD-11 UPD-14 UPD-15 UPD-17 goes through both parts to its receipt', async () => {
    vi.useFakeTimers()
    const wizard = await renderWizard()
    const progress = () => wizard.card().queryByRole('progressbar')
    expect(progress()).toBeNull()
    await wizard.begin()
    expect(progress()).not.toBeNull()
    wizard.server.setStatus(status(37, true, true, true))
    await wizard.tick()
    await wizard.title('L2 wird aktualisiert.')
    expect(wizard.card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('37')
    expect(wizard.card().getByText(/Teil 1 von 2/)).toBeDefined()
    expect(plain(wizard.card().getByText('Teil 1 wird geschrieben').parentElement?.textContent)).toMatch(
      /37 %$/,
    )
    wizard.server.setStatus(status(100, true, false, true))
    await wizard.tick()
    await wizard.title('Teil 1 von 2 ist fertig.')
    expect(wizard.card().getByText(/^Schalten Sie L2 jetzt 5–10 Sekunden ein/)).toBeDefined()
    wizard.server.setStatus(status(0, false, false, true))
    await wizard.tick()
    await wizard.card().findByText(/^Teil 2 folgt in wenigen Minuten\./)
    wizard.server.setStatus(status(100, true, false, false))
    await wizard.tick()
    await wizard.title('Schalten Sie den Speicher L2 wieder ein.')
    expect(wizard.card().getByText('Update geschrieben')).toBeDefined()
    wizard.server.setStatus(NOTHING, { ...receipt(SN, 'finished') })
    await wizard.tick()
    await wizard.card().findByText('Update vollständig')
    expect(progress()).toBeNull()
    expect(wizard.stepNow()?.textContent).toMatch(/Abschließen/)
    const before = wizard.calls(HAS_UPDATE).length
    await wizard.tick(3 * POLL_MS)
    expect(wizard.calls(HAS_UPDATE)).toHaveLength(before)
    await wizard.press('Fertig')
    await wizard.title('Alle Speicher sind aktuell.')
    await waitFor(() => expect(wizard.calls(SEEN)).toHaveLength(1))
    expect(stored.update.get()).toBeNull()
  })

  it('UPD-04 says at once that the battery is not connected, and no longer once it is', async () => {
    vi.useFakeTimers()
    const running = updateServer(SN, status(37, true, true, false), receipt(SN, 'running'))
    const wizard = await renderWizard({ server: running })
    await wizard.title('L2 wird aktualisiert.')
    wizard.push(two({ online: false }))
    await wizard.card().findByText(/^L2 ist gerade nicht verbunden\./)
    await wizard.tick(QUIET_MS)
    expect(wizard.card().getByText(/^L2 ist gerade nicht verbunden\./)).toBeDefined()
    wizard.push(two())
    await wizard.card().findByText(/^Seit zwei Minuten gibt es keinen Fortschritt\./)
  })

  it('UPD-11 between two parts the owner is asked to switch the battery off again, as long as it is on', async () => {
    vi.useFakeTimers()
    const second = updateServer(SN, status(0, false, false, true), receipt(SN, 'running'))
    const wizard = await renderWizard({ server: second, systems: two({ status: 'on' }) })
    await wizard.title('Warten auf den Speicher …')
    const offAgain = 'Schalten Sie L2 jetzt wieder aus. Teil 2 folgt in wenigen Minuten.'
    expect(wizard.card().getByText(offAgain)).toBeDefined()
    await wizard.tick(QUIET_MS)
    expect(wizard.card().getByText(offAgain)).toBeDefined()
    wizard.push(two())
    await wizard.card().findByText(/^Teil 2 hat noch nicht begonnen/)
  })

  it('UPD-03 one who waits with the battery still on is asked to switch it off', async () => {
    const waiting = updateServer(SN, OFFERED, receipt(SN, 'running'))
    const wizard = await renderWizard({ server: waiting, systems: two({ status: 'on' }) })
    await wizard.title('Warten auf den Speicher …')
    expect(wizard.card().getByText(/^Schalten Sie L2 jetzt aus:/)).toBeDefined()
    wizard.push(two())
    await wizard.card().findByText(/^Lassen Sie L2 ausgeschaltet\. Das Update beginnt/)
  })

  it('UPD-04 hints after two minutes without progress', async () => {
    vi.useFakeTimers()
    const wizard = await renderWizard()
    await wizard.begin()
    await wizard.tick(QUIET_MS - POLL_MS)
    expect(wizard.card().queryByText(/^Zeigt das Display keinen Update-Modus\?/)).toBeNull()
    await wizard.tick(POLL_MS)
    await wizard.card().findByText(/^Zeigt das Display keinen Update-Modus\?/)
    wizard.server.setStatus(status(5, true, true, true))
    await wizard.tick()
    await waitFor(() =>
      expect(wizard.card().queryByText(/^Zeigt das Display keinen Update-Modus\?/)).toBeNull(),
    )
  })
})

describe('going back', () => {
  it('UPD-07 UPD-12 UPD-14 UPD-17 asks, cancels what waits and resets all', async () => {
    const wizard = await renderWizard()
    await wizard.begin()
    await wizard.press('Abbrechen')
    expect(screen.getByRole('dialog', { name: 'Update von L2 abbrechen?' })).toBeDefined()
    await wizard.answer('Weiter warten')
    expect(wizard.calls(CANCEL)).toEqual([])
    await wizard.press('Abbrechen')
    const listed = wizard.calls(UPDATES).length
    await wizard.answer('Update abbrechen')
    await wizard.title('Welchen Speicher möchten Sie aktualisieren?')
    expect(wizard.card().getByText(/^Das Update von L2 ist abgebrochen\./)).toBeDefined()
    expect(wizard.card().queryByRole('progressbar')).toBeNull()
    expect([wizard.calls(CANCEL)[0]?.form.get('sn'), stored.update.get()]).toEqual([SN, null])
    await waitFor(() => expect(wizard.calls(UPDATES).length).toBeGreaterThan(listed))
  })

  it('UPD-12 says that it came too late to cancel', async () => {
    const wizard = await renderWizard({
      answers: { [CANCEL]: () => refusal('update_started') },
    })
    await wizard.begin()
    await wizard.press('Abbrechen')
    wizard.server.setStatus(status(5, true, true, true))
    await wizard.answer('Update abbrechen')
    await wizard.card().findByText(/^(Zum Abbrechen war es zu spät|Lassen Sie den Speicher ausgeschaltet)/)
  })

  it('UPD-07 what runs goes on, and can be come back to', async () => {
    const wizard = await renderWizard({
      server: updateServer(SN, status(37, true, true, true), receipt(SN, 'running')),
    })
    await wizard.title('L2 wird aktualisiert.')
    expect(wizard.card().queryByRole('button', { name: 'Abbrechen' })).toBeNull()
    await wizard.press('Zurück')
    expect(wizard.dialog().textContent).toMatch(/läuft weiter, auch wenn Sie zurückgehen/)
    await wizard.answer('Zurückgehen')
    await wizard.title('Welchen Speicher möchten Sie aktualisieren?')
    expect(wizard.card().getByText(/^Das Update von L2 läuft weiter\./)).toBeDefined()
    expect(wizard.calls(CANCEL)).toEqual([])
    await userEvent.click(wizard.card().getByRole('radio', { name: /L2/ }))
    await wizard.press('Weiter')
    await wizard.title('L2 wird aktualisiert.')
  })
})
