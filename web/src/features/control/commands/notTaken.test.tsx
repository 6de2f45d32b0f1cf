import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { COMMAND, commandBook, waitingCommand } from '../../../../test/control/commands.ts'
import {
  ask,
  button,
  card,
  dialog,
  progress,
  send,
  start,
  working,
} from '../../../../test/control/commandsCard.ts'
import { asOwner } from '../../../../test/dashboard.tsx'
import { refusal } from '../../../../test/wire.ts'
import { isSignedIn } from '../../../platform/session.ts'

asOwner()

describe('what cannot be given', () => {
  it('DSH-10 says why beside each, and keeps the button', async () => {
    const { given } = await start()
    const on = button('Einschalten')
    expect(on.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(on.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'L1 ist schon eingeschaltet.',
    )
    await userEvent.click(on)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(given()).toEqual([])
  })

  it('DSH-10 a unit that is offline is shown as such, before anything is tried', async () => {
    await start(commandBook(), working({ online: false }))
    const why = card().getByText('L1 ist nicht verbunden; Befehle kommen nicht an.')
    expect(
      card()
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-disabled')),
    ).toEqual(Array(5).fill('true'))
    expect(button('Standby').getAttribute('aria-describedby')).toBe(why.id)
  })

  it('DSH-10 one that goes offline while the dialog asks is shown as such there', async () => {
    const { push, given } = await start()
    await ask()
    push([working({ online: false })])
    expect(await dialog().findByText('L1 ist nicht verbunden; Befehle kommen nicht an.')).toBeDefined()
    await send()
    expect(given()).toEqual([])
  })

  it('DSH-10 cut off from the server', async () => {
    const { cut } = await start()
    await cut()
    expect(await card().findByText(/Es besteht keine Verbindung zum Server; Befehle/)).toBeDefined()
    expect(button('Standby').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('what the server says no to', () => {
  it.each([
    ['unit_offline', 'L1 ist nicht verbunden; Befehle kommen nicht an.'],
    ['not_found', 'Dieser Speicher gehört nicht mehr zu Ihrem Konto.'],
  ] as const)('API-07 %s is shown in the dialog, which stays', async (code, text) => {
    const { server, given } = await start()
    server.refuse(code)
    await ask()
    await send()
    expect(await dialog().findByText(text)).toBeDefined()
    server.take()
    await send()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(given()).toHaveLength(2)
  })

  it('API-07 another one under way is shown', async () => {
    const { server } = await start()
    server.refuse('command_under_way')
    await ask()
    server.book.unshift(waitingCommand('1001', { command: 'self_test' }))
    await send()
    expect(await dialog().findByText(/^Selbsttest ist noch nicht abgeschlossen/)).toBeDefined()
    expect(progress()).toMatch(/^Selbsttest: wartet/)
  })

  it('API-07 too many: says how long to wait', async () => {
    const { server } = await start()
    server.refuse('too_many_attempts', { retry_after: 62 })
    await ask()
    await send()
    expect(await dialog().findByText(/Bitte warten Sie 1:0[12]/)).toBeDefined()
    expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Jetzt in Standby' }).disabled).toBe(true)
  })

  it('API-07 no network: nothing is lost', async () => {
    const { given } = await start(commandBook(), working(), {
      [COMMAND]: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await ask()
    await send()
    expect(await dialog().findByText(/^Keine Verbindung zum Server\. Ob der Befehl/)).toBeDefined()
    await send()
    expect(given()).toHaveLength(2)
  })

  it('AUT-07 after the session has ended one has to sign in', async () => {
    const ended = () => refusal('session_expired')
    await start(commandBook(), working(), { [COMMAND]: ended, '/api/auth/token/refresh/': ended })
    await ask()
    await send()
    await waitFor(() => expect(isSignedIn()).toBe(false))
  })
})
