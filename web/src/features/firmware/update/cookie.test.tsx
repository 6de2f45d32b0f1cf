import { POLL_MS } from '@kellersonne/core/firmware/wizard/state'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  type Answers,
  onUpdatePage,
  renderWizard,
  type Server,
  SN,
  two,
} from '../../../../test/firmware/renderWizard.ts'
import { HAS_UPDATE, START, status, updateServer } from '../../../../test/firmware/updates.ts'
import { json, refusal } from '../../../../test/wire.ts'

onUpdatePage()

describe('an update under way', () => {
  it('UPD-15 a session that cannot be renewed leads to sign-out', async () => {
    vi.useFakeTimers()
    const ended = () => refusal('session_expired')
    const over = new Set<string>()
    const server = updateServer(SN)
    const wizard = await renderWizard({
      server,
      answers: {
        [HAS_UPDATE]: (call) => (over.has(HAS_UPDATE) ? ended() : server.answers[HAS_UPDATE](call)),
        '/api/auth/token/refresh/': ended,
      },
    })
    await wizard.begin()
    over.add(HAS_UPDATE)
    await wizard.tick()
    await screen.findByRole('alertdialog', { name: 'Es gab keinen neuen Zugangsschlüssel.' })
    const before = wizard.calls(HAS_UPDATE).length
    await wizard.tick(3 * POLL_MS)
    expect(wizard.calls(HAS_UPDATE)).toHaveLength(before)
  })

  /** A browser that blocks the update service's cookie for the paths in `kept`. */
  function keepingBack(server: Server, kept: ReadonlySet<string>): Answers {
    let renewals = 0
    const answers = { ...server.answers }
    return {
      [HAS_UPDATE]: (call) =>
        kept.has(HAS_UPDATE) ? refusal('session_required') : answers[HAS_UPDATE](call),
      [START]: () => (kept.has(START) ? refusal('session_required') : answers[START]()),
      '/api/auth/token/refresh/': () => {
        renewals += 1
        return json({ access: `a${renewals}`, refresh: `r${renewals}` })
      },
    }
  }

  it('UPD-15 a browser that keeps the cookie back is shown so, not signed out; the main service says how it goes on', async () => {
    vi.useFakeTimers()
    const server = updateServer(SN)
    const kept = new Set<string>()
    const wizard = await renderWizard({ server, answers: keepingBack(server, kept) })
    await wizard.begin()
    kept.add(HAS_UPDATE)
    await wizard.tick()
    await wizard.card().findByText(/^Ihr Browser lässt das Cookie des Update-Dienstes nicht zu\./)
    const renewed = wizard.calls('/api/auth/token/refresh/').length
    await wizard.tick(3 * POLL_MS)
    expect(wizard.calls('/api/auth/token/refresh/')).toHaveLength(renewed)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    server.setStatus(status(37, true, true, true))
    wizard.push(two({ soc: null }))
    await wizard.title('L2 wird aktualisiert.')
  })

  it('UPD-10 UPD-15 a start without the cookie says why, signs nobody out, and can be tried again', async () => {
    const server = updateServer(SN)
    const wizard = await renderWizard({ server, answers: keepingBack(server, new Set([START])) })
    await wizard.choose()
    await wizard.press('Update starten')
    await wizard.answer('Jetzt starten')
    await wizard.card().findByText(/^Ihr Browser lässt das Cookie des Update-Dienstes nicht zu\./)
    expect(wizard.card().getByText(/^Ohne dieses Cookie/)).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(wizard.button('Update starten')).toHaveProperty('disabled', false)
  })

  it('API-02 an expired cookie is renewed once with the token, unseen', async () => {
    vi.useFakeTimers()
    const server = updateServer(SN)
    const expired = new Set<string>()
    const wizard = await renderWizard({
      server,
      answers: {
        [HAS_UPDATE]: (call) =>
          expired.has(HAS_UPDATE) ? refusal('session_required') : server.answers[HAS_UPDATE](call),
        '/api/auth/token/refresh/': () => {
          expired.clear()
          return json({ access: 'a2', refresh: 'r2' })
        },
      },
    })
    await wizard.begin()
    expired.add(HAS_UPDATE)
    server.setStatus(status(12, true, true, true))
    await wizard.tick()
    await wizard.title('L2 wird aktualisiert.')
    expect(wizard.calls('/api/auth/token/refresh/')).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
