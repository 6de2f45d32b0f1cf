import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  accepted,
  COMMAND,
  commandBook,
  done,
  refused,
  waitingCommand,
} from '../../../../test/control/commands.ts'
import {
  ask,
  button,
  dialog,
  ledger,
  progress,
  send,
  start,
  working,
} from '../../../../test/control/commandsCard.ts'
import { asOwner } from '../../../../test/dashboard.tsx'
import { setLanguage } from '../../../platform/i18n/i18n.ts'

asOwner()

describe('giving a command', () => {
  it('DSH-10 says before what happens, how long it takes and what the house does; Escape and cancel do nothing', async () => {
    const { given } = await start()
    await ask('Ausschalten')
    expect(screen.getByRole('dialog', { name: 'L1 ausschalten?' })).toBeDefined()
    expect(
      dialog()
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Was geschieht', 'Wie lange es dauert', 'Der Strom im Haus'])
    await userEvent.click(dialog().getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await ask('Ausschalten')
    act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(given()).toEqual([])
  })

  it('DSH-10 API-07 is shown from waiting over accepted to done as the live stream announces the system', async () => {
    const { server, receive, given } = await start()
    await ask()
    await send()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(progress()).toMatch(
      /^Standby: wartet auf L1Gegeben um .* Uhr\. Der Befehl endet von selbst, wenn L1 nicht bis spätestens \d\d:\d\d Uhr/,
    )
    expect([...(given()[0]?.form ?? [])]).toEqual([
      ['sn', '1001'],
      ['command', 'standby'],
    ])
    server.turn(accepted)
    receive()
    await waitFor(() => expect(progress()).toMatch(/^Standby: angenommen/))
    server.turn(done)
    receive()
    await waitFor(() =>
      expect(progress()).toMatch(/^Standby: erledigtL1 hat den Befehl um .* Uhr ausgeführt\.$/),
    )
    expect(ledger()).toEqual([expect.stringMatching(/\| Standby \| anna@example\.org \| erledigt \| \d s$/)])
  })

  it('DSH-10 is sent once, however fast it is clicked', async () => {
    const server = commandBook()
    let answer = () => {}
    const { given } = await start(server, working(), {
      [COMMAND]: (call) =>
        new Promise((resolve) => {
          answer = () => resolve(server.give(call))
        }),
    })
    await ask()
    const confirm = dialog().getByRole('button', { name: 'Jetzt in Standby' })
    await userEvent.dblClick(confirm)
    await userEvent.keyboard('{Enter}')
    answer()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(given()).toHaveLength(1)
  })

  it('DSH-10 SHL-11 by keyboard alone', async () => {
    const { given } = await start()
    button('Standby').focus()
    await userEvent.keyboard('{Enter}')
    dialog().getByRole('button', { name: 'Jetzt in Standby' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(progress()).toMatch(/wartet auf L1/))
    expect(given()).toHaveLength(1)
  })

  it('DSH-10 PRD-06 in English', async () => {
    await setLanguage('en')
    const { server, receive } = await start()
    await ask('Standby')
    expect(screen.getByRole('dialog', { name: 'Put L1 into standby?' })).toBeDefined()
    await send('Standby now')
    server.turn((command) => refused(command, 'main_switch_off'))
    receive()
    await waitFor(() =>
      expect(progress()).toBe(
        'Standby: refusedThe main switch at the device is off. Switch it on and try again.',
      ),
    )
  })
})

describe('a command that was not given here', () => {
  it('DSH-10 is still shown after a reload', async () => {
    await start(commandBook(waitingCommand('1001')))
    await waitFor(() => expect(progress()).toMatch(/wartet auf L1/))
    expect(button('Ausschalten').getAttribute('aria-disabled')).toBe('true')
  })

  it('DSH-10 of another tab appears when its unit is seen, and the next has to wait', async () => {
    const { server, receive, given } = await start()
    expect(progress()).toBe('')
    await ask('Ausschalten')
    server.book.unshift(waitingCommand('1001', { command: 'calibrate' }))
    receive()
    const why = await dialog().findByText(
      'Kalibrieren ist noch nicht abgeschlossen. Danach geht der nächste Befehl.',
    )
    expect(why).toBeDefined()
    expect(progress()).toMatch(/^Kalibrieren: wartet/)
    await send('Jetzt ausschalten')
    expect(given()).toEqual([])
  })
})
