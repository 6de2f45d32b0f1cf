import { POLL_MS } from '@kellersonne/core/firmware/wizard/state'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { onUpdatePage, renderWizard, SN, two } from '../../../../test/firmware/renderWizard.ts'
import { HAS_UPDATE, START, status, updateServer } from '../../../../test/firmware/updates.ts'
import { TIMEOUT_MS } from '../../../platform/client/withTimeout.ts'

onUpdatePage()

describe('a connection that is dead', () => {
  const never = () => new Promise<Response>(() => {})

  it('UPD-15 a question without an answer is given up, shown, and asked again', async () => {
    vi.useFakeTimers()
    const server = updateServer(SN)
    const dead = new Set<string>()
    const wizard = await renderWizard({
      server,
      answers: {
        [HAS_UPDATE]: (call) => (dead.has(HAS_UPDATE) ? never() : server.answers[HAS_UPDATE](call)),
      },
    })
    await wizard.begin()
    dead.add(HAS_UPDATE)
    await wizard.tick(POLL_MS + TIMEOUT_MS)
    await wizard.card().findByText(/^Wir erreichen den Update-Dienst gerade nicht/)
    dead.clear()
    server.setStatus(status(37, true, true, true))
    await wizard.tick()
    await wizard.title('L2 wird aktualisiert.')
    expect(wizard.card().queryByText(/^Wir erreichen den Update-Dienst/)).toBeNull()
  })

  it('UPD-10 a start without an answer says that it is under way, and can be tried again', async () => {
    vi.useFakeTimers()
    const wizard = await renderWizard({ answers: { [START]: never } })
    await wizard.choose()
    await wizard.press('Update starten')
    await wizard.answer('Jetzt starten')
    expect(wizard.card().getByText('Das Update von L2 wird gestartet …')).toBeDefined()
    await wizard.tick(TIMEOUT_MS)
    await wizard.card().findByText(/^Keine Verbindung zum Update-Dienst\./)
    expect(wizard.card().queryByText('Das Update von L2 wird gestartet …')).toBeNull()
    expect(wizard.button('Update starten')).toHaveProperty('disabled', false)
  })

  it('UPD-10 UPD-16 a start whose answer is lost is known from the main service', async () => {
    const server = updateServer(SN)
    const wizard = await renderWizard({ server, answers: { [START]: never } })
    await wizard.choose()
    await wizard.press('Update starten')
    await wizard.answer('Jetzt starten')
    server.begin()
    wizard.push(two({ soc: null }))
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
    await wizard.answer('Verstanden')
    await wizard.title('Warten auf den Speicher …')
  })
})

describe('an update under way', () => {
  it('UPD-13 says that nothing arrives, and goes on when it does', async () => {
    vi.useFakeTimers()
    const server = updateServer(SN)
    const away = new Set<string>()
    const wizard = await renderWizard({
      server,
      answers: {
        [HAS_UPDATE]: (call) =>
          away.has(HAS_UPDATE)
            ? Promise.reject(new TypeError('Failed to fetch'))
            : server.answers[HAS_UPDATE](call),
      },
    })
    await wizard.begin()
    away.add(HAS_UPDATE)
    await wizard.tick()
    await wizard.card().findByText(/^Wir erreichen den Update-Dienst gerade nicht/)
    away.clear()
    await wizard.tick()
    await waitFor(() => expect(wizard.card().queryByText(/^Wir erreichen den Update-Dienst/)).toBeNull())
  })
})
