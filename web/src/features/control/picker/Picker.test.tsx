import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { facts, one, open } from '../../../../test/control/batteriesPage.ts'
import { asOwner, lastSeen, MINUTE, plain, powers, screenOf, three } from '../../../../test/dashboard.tsx'
import { activeOf, useAppState } from '../../../platform/state.ts'

asOwner()

const choices = () =>
  within(screen.getByRole('list', { name: /Batterie wählen|Choose a battery/ })).getAllByRole('button')
const shown = () => choices().filter((choice) => choice.getAttribute('aria-pressed') === 'true')
const names = (buttons: HTMLElement[]) =>
  buttons.map((button) => plain(button.textContent).replaceAll(/\s+/g, ' '))
const active = () => activeOf(useAppState.getState())
const i2 = { code: 'i2', since: new Date(Date.now() - MINUTE) }
const relay = { code: 'relay', since: new Date(Date.now() - 5 * MINUTE) }

describe('which battery', () => {
  it('DSH-02 each says its name, number, what it does and its charge', async () => {
    await open(three({ messages: [i2], powers: powers(0, 0, 0) }))
    expect(names(choices())).toEqual([
      'L1 Seriennummer 1001 lädt mit 0,99 kW 66 %',
      'L2 Seriennummer 1002 angehalten, offene Meldung 61 %',
      'L3 Seriennummer 1003 lädt mit 0,99 kW 65 %',
    ])
  })

  it('DSH-02 V16 says that one is updated, even while it is off or offline for it', async () => {
    const update = { ...NO_UPDATE, isNew: true }
    await open([
      liveSystem(1, { ...lastSeen(0), online: false, update: { ...update, isStarted: true } }),
      liveSystem(2, {
        ...lastSeen(0),
        status: 'off',
        powers: powers(0, 0, 0),
        update: { ...update, isWaiting: true },
      }),
    ])
    expect(names(choices())).toEqual([
      'L1 Seriennummer 1001 wird aktualisiert 64 %',
      'L2 Seriennummer 1002 wartet auf Update 64 %',
    ])
  })

  it('DSH-02 DSH-09 quotes a word that nobody knows, as the page below does', async () => {
    const rests = powers(-1380, 1600, 0)
    await open(three({ batteryStatus: 'dozing', powers: rests }))
    expect(names(choices())[1]).toBe('L2 Seriennummer 1002 meldet „dozing“ 61 %')
  })

  it('DSH-02 of the total the one with the gravest message is shown, which chooses nothing', async () => {
    await open([
      liveSystem(1, lastSeen(0)),
      liveSystem(2, { ...lastSeen(0), messages: [i2] }),
      liveSystem(3, { ...lastSeen(0), messages: [relay] }),
    ])
    expect(names(shown())[0]).toMatch(/^L3/)
    expect(active()).toBe(TOTAL)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Gesamt' }).checked).toBe(true)
  })

  it('DSH-02 of the total without messages the first; a message that comes does not take it away', async () => {
    const { push } = await open(three())
    expect(names(shown())[0]).toMatch(/^L1/)
    push([liveSystem(3, { ...lastSeen(0), messages: [relay] })])
    await waitFor(() => expect(names(choices())[2]).toMatch(/offene Meldung/))
    expect(names(shown())[0]).toMatch(/^L1/)
  })

  it('DSH-02 DSH-03 choosing one makes it the active system, here and in the switcher', async () => {
    await open(three())
    await userEvent.click(choices()[1] ?? document.body)
    expect(active()).toBe('1002')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'L2' }).checked).toBe(true)
    expect(facts('Gerät')['Seriennummer']).toBe('1002')
    await userEvent.click(screen.getByRole('radio', { name: 'L3' }))
    expect(names(shown())[0]).toMatch(/^L3/)
  })

  it('DSH-09 DSH-02 the one that the address names is shown, whichever was active, until another is chosen', async () => {
    await open(three({ status: 'off' }), {}, '/dashboard/batteries?sn=1002')
    expect(facts('Gerät')['Seriennummer']).toBe('1002')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'L2' }).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: 'Gesamt' }))
    await waitFor(() => expect(active()).toBe(TOTAL))
    await userEvent.click(choices()[2] ?? document.body)
    await waitFor(() => expect(facts('Gerät')['Seriennummer']).toBe('1003'))
  })

  it('DSH-02 a number in the address that is not the owner’s names none', async () => {
    await open(three(), {}, '/dashboard/batteries?sn=9999')
    expect(names(shown())[0]).toMatch(/^L1/)
    expect(active()).toBe(TOTAL)
  })

  it('DSH-02 ten systems', async () => {
    await open(
      Array.from({ length: 10 }, (_, i) => liveSystem(i + 1, { ...lastSeen(0), phase: (i % 3) + 1 })),
    )
    expect(choices()).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: /Seriennummer 1010/ }))
    expect(active()).toBe('1010')
  })

  it('DSH-02 one system is not chosen', async () => {
    await one()
    expect(screen.queryByRole('list', { name: 'Batterie wählen' })).toBeNull()
    expect(facts('Gerät')['Seriennummer']).toBe('1001')
  })

  it('SHL-12 PRD-02 on a phone the switcher chooses; the way back and the time zone are there', async () => {
    screenOf(390)
    await open(three())
    expect(screen.queryByRole('list', { name: 'Batterie wählen' })).toBeNull()
    expect(screen.getByText('L1 · Seriennummer 1001')).toBeDefined()
    expect(screen.getByText('Zeitzone: Europe/Berlin')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Übersicht' }).getAttribute('href')).toBe('/dashboard')
    act(() => useAppState.setState({ active: liveSystem(2).sn }))
    expect(screen.getByText('L2 · Seriennummer 1002')).toBeDefined()
  })
})
