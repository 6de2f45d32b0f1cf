import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { USER, wagner } from '../../../../test/identity/account.tsx'
import { claimed, fillIn, REGISTER, registered, show, submit } from '../../../../test/identity/register.ts'
import { json, serve } from '../../../../test/wire.ts'
import { endSession } from '../../../platform/session.ts'

const SYSTEMS = '/api/auth/usr_sn/'

describe('a system that waits for its switch', () => {
  async function register(confirmed: () => boolean, aheadMs = 0) {
    const until = new Date(Date.now() + aheadMs + 600_000).toISOString()
    const pending = { key: '20482', sn: '20482', outcome: 'pending', until, contested: false }
    const owned = () => [{ sn: '1001', phase: 1 }, ...(confirmed() ? [{ sn: '20482', phase: 2 }] : [])]
    const calls = serve({ [REGISTER]: () => registered(claimed, pending), [SYSTEMS]: () => json(owned()) })
    show()
    await fillIn()
    vi.useFakeTimers()
    await userEvent.setup({ delay: null }).click(submit())
    await screen.findByText(/wartet, noch/)
    return calls
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('AUT-12 says what to do and counts down; the switch makes it theirs', async () => {
    let confirmed = false
    const calls = await register(() => confirmed)
    expect(screen.getByText(/Schalten Sie jetzt den Hauptschalter .* aus und wieder ein/)).toBeTruthy()
    await pass(61_000)
    expect(screen.getByText(/20482/).parentElement?.textContent).toMatch(/wartet, noch 8:59/)
    confirmed = true
    await pass(4000)
    await waitFor(() =>
      expect(screen.getByText('20482').parentElement?.textContent).toMatch(/gehört jetzt Ihnen/),
    )
    const asked = calls.length
    await pass(10_000)
    expect(calls).toHaveLength(asked)
    expect(screen.queryByText(/Hauptschalter/)).toBeNull()
  })

  it("AUT-12 counts by the server's clock, where the one here is fast", async () => {
    await register(() => false, -3_600_000)
    expect(screen.getByText('20482').parentElement?.textContent).toMatch(/wartet, noch 10:00/)
  })

  it('AUT-12 says when the time is up', async () => {
    await register(() => false)
    await pass(600_000)
    expect(screen.getByText('20482').parentElement?.textContent).toMatch(/Zeit abgelaufen/)
    expect(screen.getByText(/Fügen Sie die Nummer unter Einstellungen noch einmal hinzu/)).toBeTruthy()
  })
})

describe('the address of a new account', () => {
  afterEach(() => act(() => endSession('signedOut')))

  it.each([
    ['asks to confirm it where no link has proven it', false],
    ['says nothing where one has', true],
  ])('AUT-16 %s', async (_, isConfirmed) => {
    const answers = {
      [REGISTER]: () => registered(claimed),
      [USER]: () => json({ ...wagner, email_confirmed: isConfirmed }),
    }
    const calls = serve(answers)
    show()
    await fillIn()
    await userEvent.click(submit())
    await screen.findByText(/Registrierung war erfolgreich/)
    await waitFor(() => expect(calls.some(({ path }) => path === USER)).toBe(true))
    if (isConfirmed) expect(screen.queryByText(/bestätigen Sie noch/)).toBeNull()
    else await screen.findByText(/^Bitte bestätigen Sie noch Ihre E-Mail-Adresse: .* 14 Tagen/)
  })
})
