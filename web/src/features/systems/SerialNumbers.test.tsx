import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asWagner, calm, SYSTEMS, USER, wagner, waitingFor } from '../../../test/identity/account.tsx'
import { nth, RELEASE, server, soon } from '../../../test/identity/serials.ts'
import { wire } from '../../../test/systems.ts'
import { json, refusal, serve } from '../../../test/wire.ts'
import { followLive } from '../live/api/live.ts'
import { askSystems } from './api.ts'
import { POLL_MS } from './claims.ts'
import { SerialNumbers } from './SerialNumbers.tsx'

describe('systems and claims', () => {
  asWagner()
  const owned = () => json([{ sn: '1001', phase: 1 }])

  it('SET-01, ENT-04 shows how each of them is, as far as that is known', async () => {
    const systems = [
      liveSystem(1, { lastOnline: new Date() }),
      liveSystem(2, { lastOnline: new Date(), messages: [{ code: 'i2', since: null }] }),
      liveSystem(3, { lastOnline: null }),
    ]
    const numbers = [...systems.map(({ sn, phase }) => ({ sn, phase })), { sn: '20999', phase: 1 }]
    serve({
      ...calm,
      [SYSTEMS]: () => json(numbers),
      '/api/auth/live/': () => new Response(`event: data\ndata: ${JSON.stringify(wire(...systems))}\n\n`),
    })
    await askSystems()
    render(<SerialNumbers />)
    followLive()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('verbunden, Störung')
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toEqual([
      'L11001verbunden',
      'L21002verbunden, Störung',
      'L31003keine Verbindung',
      'L120999–',
    ])
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    const unknown = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(unknown).toEqual(['L11001–', 'L21002–', 'L31003–', 'L120999–'])
  })

  it('SET-01 releases a system after it has explained what that means', async () => {
    const { answers, calls } = server()
    answers.list = owned()
    render(<SerialNumbers />)
    await act(askSystems)
    await userEvent.click(screen.getByRole('button', { name: 'Speicher 1001 abgeben' }))
    const dialog = screen.getByRole('dialog', { name: 'Speicher 1001 abgeben?' })
    expect(dialog.textContent).toMatch(/keine Daten mehr.*Registrierungscode.*Hauptschalter/)
    expect(calls.some(({ path }) => path === RELEASE)).toBe(false)
    await userEvent.type(within(dialog).getByLabelText('Passwort'), 'Sonne-im-Keller-1')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Abgeben' }))
    await waitFor(() => expect(screen.queryByText('1001')).toBeNull())
    const form = calls.find(({ path }) => path === RELEASE)?.form
    expect([form?.get('sn'), form?.get('password')]).toEqual(['1001', 'Sonne-im-Keller-1'])
  })

  it('SET-01 AUT-12 keeps a system whose owner gives no password, or a wrong one', async () => {
    const { answers, calls } = server()
    answers.list = owned()
    answers.released = refusal('password_wrong')
    render(<SerialNumbers />)
    await act(askSystems)
    await userEvent.click(screen.getByRole('button', { name: 'Speicher 1001 abgeben' }))
    const dialog = within(screen.getByRole('dialog'))
    const password = dialog.getByLabelText('Passwort')
    expect(document.activeElement).toBe(password)
    await userEvent.keyboard('{Enter}')
    expect(dialog.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeDefined()
    expect(calls.some(({ path }) => path === RELEASE)).toBe(false)
    await userEvent.type(password, 'Falsch-aber-lang-1{Enter}')
    expect(await dialog.findByText('Das Passwort ist falsch.')).toBeDefined()
    expect(document.activeElement).toBe(password)
    expect(screen.getByText('1001')).toBeDefined()
  })

  it('AUT-12 looks after a claim until its switch has confirmed it', async () => {
    vi.useFakeTimers()
    const { answers, calls } = server()
    answers.user = { ...wagner, claims: [waitingFor('1005', soon())] }
    render(<SerialNumbers />)
    await screen.findByText(/Schalten Sie jetzt den Hauptschalter/)
    // To everybody: whether such a unit was ever heard of is not told (AUT-14).
    expect(screen.getByText(/nur, wenn das Gerät mit dem Internet verbunden ist\.$/)).toBeDefined()
    const asked = () => calls.filter(({ path, method }) => path === USER && method === 'GET').length
    const before = asked()
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(asked()).toBe(before + 1))
    answers.user = wagner
    answers.list = json([{ sn: '1005', phase: 3 }])
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await screen.findByText('Bestätigt und hinzugefügt: 1005.')
    expect(screen.getByRole('button', { name: 'Speicher 1005 abgeben' })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(3 * POLL_MS))
    expect(asked()).toBe(before + 2)
  })

  it.each([
    ['has confirmed it', [{ sn: '1005', phase: 3 }]],
    ['was given up', []],
  ])('SET-02 AUT-12 no longer says that a number waits whose claim %s', async (_, list) => {
    vi.useFakeTimers()
    const until = soon()
    const { answers } = server(() => {
      answers.user = { ...wagner, claims: [waitingFor('1005', until)] }
      return json([{ key: '1005', sn: '1005', outcome: 'pending', until, contested: false }])
    })
    render(<SerialNumbers />)
    await userEvent.setup({ delay: null }).type(nth(1), '1005{Enter}')
    await screen.findByText('wartet auf den Hauptschalter am Gerät.', { exact: false })
    answers.user = wagner
    answers.list = json(list)
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(screen.queryByText(/wartet/)).toBeNull())
  })

  it('AUT-12 says that the time for the switch is up', async () => {
    vi.useFakeTimers()
    const { answers } = server()
    answers.user = { ...wagner, claims: [waitingFor('1005', new Date().toISOString())] }
    render(<SerialNumbers />)
    await screen.findByText('wartet, noch 0:00')
    answers.user = wagner
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await screen.findByText(/Zeit abgelaufen: 1005/)
  })

  it('AUT-14 asks for the code instead of the switch where somebody else waits, too', async () => {
    const { answers } = server()
    answers.user = { ...wagner, claims: [waitingFor('1005', soon(), true)] }
    render(<SerialNumbers />)
    await screen.findByText(/Auf diese Nummer wartet noch jemand.*Registrierungscode/)
    expect(screen.queryByText(/Schalten Sie jetzt den Hauptschalter/)).toBeNull()
  })

  it('AUT-12 gives a claim up', async () => {
    const { answers, calls } = server()
    answers.user = { ...wagner, claims: [waitingFor('1005', soon())] }
    render(<SerialNumbers />)
    const cancel = await screen.findByRole('button', { name: 'Warten auf 1005 abbrechen' })
    answers.user = wagner
    await userEvent.click(cancel)
    await waitFor(() => expect(screen.queryByText('1005')).toBeNull())
    expect(calls.find(({ path }) => path === RELEASE)?.form.get('sn')).toBe('1005')
  })
})
