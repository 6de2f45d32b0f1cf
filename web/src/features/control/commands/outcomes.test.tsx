import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  COMMANDS,
  commandBook,
  done,
  refused,
  timedOut,
  waitingCommand,
} from '../../../../test/control/commands.ts'
import { ledger, progress, start, working } from '../../../../test/control/commandsCard.ts'
import { asOwner } from '../../../../test/dashboard.tsx'
import { json } from '../../../../test/wire.ts'

asOwner()

describe('how a command ends', () => {
  it.each([
    ['not_on', 'Der Speicher ist nicht eingeschaltet.'],
    ['expired', 'Der Befehl kam zu spät beim Gerät an.'],
    ['Lüfter blockiert', 'Das Gerät nennt als Grund: Lüfter blockiert'],
    [null, 'Das Gerät nennt keinen Grund.'],
  ])('DSH-10 refused: %s', async (reason, text) => {
    const { server, receive } = await start(commandBook(waitingCommand('1001')))
    await waitFor(() => expect(progress()).toMatch(/wartet/))
    server.turn((command) => refused(command, reason))
    receive()
    await waitFor(() => expect(progress()).toBe(`Standby: abgelehnt${text}`))
    expect(ledger()[0]).toContain(`abgelehnt${text}`)
  })

  it('DSH-10 timed out, and the unit says later that it is done', async () => {
    const { server, receive } = await start(commandBook(waitingCommand('1001')))
    await waitFor(() => expect(progress()).toMatch(/wartet/))
    server.turn(timedOut)
    receive()
    await waitFor(() =>
      expect(progress()).toMatch(/^Standby: keine rechtzeitige AntwortL1 hat bis .* nicht geantwortet/),
    )
    expect(progress()).toMatch(/nicht bekannt/)
    server.turn((command) => ({
      ...command,
      outcomes: [{ outcome: 'done', reason: null, at: new Date().toISOString() }],
    }))
    receive()
    await waitFor(() => expect(progress()).toMatch(/Das Gerät meldete 2 min später: erledigt$/))
    expect(ledger()[0]).toMatch(/keine AntwortDas Gerät meldete 2 min später: erledigt/)
  })

  it('DSH-10 is read anew past its deadline, though nothing arrives', async () => {
    vi.useFakeTimers()
    const soon = new Date(Date.now() + 3000).toISOString()
    const { server } = await start(commandBook(waitingCommand('1001', { deadline: soon })))
    await waitFor(() => expect(progress()).toMatch(/wartet/))
    server.turn(timedOut)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(progress()).toMatch(/wartet/)
    await act(() => vi.advanceTimersByTimeAsync(2500))
    await waitFor(() => expect(progress()).toMatch(/keine rechtzeitige Antwort/))
  })
})

describe('the ledger', () => {
  it('DSH-10 SHL-08 ten a page, the newest first; a new command moves them', async () => {
    const past = Array.from({ length: 23 }, (_, i) => {
      const at = new Date(Date.now() - (i + 1) * 86_400_000).toISOString()
      return { ...done(waitingCommand('1001', { command: 'off', asked_at: at })), ended_at: at }
    })
    const { server, receive } = await start(commandBook(...past))
    await waitFor(() => expect(ledger()).toHaveLength(10))
    await userEvent.click(screen.getByRole('button', { name: 'Seite 3' }))
    await waitFor(() => expect(ledger()).toHaveLength(3))
    server.book.unshift(done(waitingCommand('1001')))
    receive()
    await waitFor(() => expect(ledger()).toHaveLength(4))
  })

  it('DSH-10 says where there was none yet', async () => {
    await start()
    expect(await screen.findByText('L1 hat von Ihnen noch keinen Befehl bekommen.')).toBeDefined()
  })

  it('API-12 where it cannot be read one can try again', async () => {
    const server = commandBook()
    const broken = new Set([COMMANDS])
    await start(server, working(), {
      [COMMANDS]: (call) => (broken.has(COMMANDS) ? json({}, 500) : server.list(call)),
    })
    const place = within(screen.getByRole('region', { name: 'Bisherige Befehle' }))
    await place.findByRole('alert')
    broken.clear()
    await userEvent.click(await place.findByRole('button', { name: 'Erneut versuchen' }))
    expect(await screen.findByText(/noch keinen Befehl/)).toBeDefined()
  })
})
