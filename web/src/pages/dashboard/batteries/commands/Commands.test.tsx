import type { LiveSystem } from '@kellersonne/core/live'
import { liveSystem } from '@kellersonne/core/test/liveSystem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  accepted,
  COMMAND,
  COMMANDS,
  commandBook,
  done,
  refused,
  timedOut,
  waitingCommand,
} from '../../../../../test/commands.ts'
import { asOwner, heard, openPage, plain } from '../../../../../test/dashboard.tsx'
import { json, refusal, type serve } from '../../../../../test/wire.ts'
import { speak } from '../../../../i18n/i18n.ts'
import { isSignedIn } from '../../../../session.ts'
import { Component } from '../BatteriesPage.tsx'

asOwner()

const working = (more: Partial<LiveSystem> = {}) => liveSystem(1, { status: 'on', ...heard(1000), ...more })
const card = () => within(screen.getByRole('region', { name: /^(Befehle|Commands)$/ }))
const button = (name: string) => card().getByRole('button', { name })
const dialog = () => within(screen.getByRole('dialog'))
const progress = () => plain(card().getByRole('status').textContent)
const ledger = () =>
  within(screen.getByRole('region', { name: /Bisherige Befehle|Past commands/ }))
    .queryAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)).join(' | '))

type Answers = Parameters<typeof serve>[0]
async function start(server = commandBook(), system = working(), other: Answers = {}) {
  const page = await openPage(Component, { ...server.answers, ...other }, [system])
  await waitFor(() => expect(page.asked.some(({ path }) => path.startsWith(COMMANDS))).toBe(true))
  const given = () => page.asked.filter(({ path }) => path === COMMAND)
  /** Something is heard of the unit. */
  const hear = () => page.say([working()])
  return { ...page, server, given, hear }
}
async function ask(name = 'Standby') {
  await userEvent.click(button(name))
}
const send = (name = 'Jetzt in Standby') => userEvent.click(dialog().getByRole('button', { name }))

describe('giving a command', () => {
  it('DSH-10 says before what happens, how long it takes and what the house does; Escape and cancel do nothing', async () => {
    const { given } = await start()
    await ask('Ausschalten')
    expect(screen.getByRole('dialog', { name: 'L1 ausschalten?' })).toBeDefined()
    expect(
      dialog()
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Was geschieht', 'Wie lange es dauert', 'Was Ihr Haus solange tut'])
    await userEvent.click(dialog().getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await ask('Ausschalten')
    act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(given()).toEqual([])
  })

  it('DSH-10 API-07 is shown from waiting over accepted to done as the live stream tells of the system', async () => {
    const { server, hear, given } = await start()
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
    hear()
    await waitFor(() => expect(progress()).toMatch(/^Standby: angenommen/))
    server.turn(done)
    hear()
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
    await speak('en')
    const { server, hear } = await start()
    await ask('Standby')
    expect(screen.getByRole('dialog', { name: 'Put L1 into standby?' })).toBeDefined()
    await send('Standby now')
    server.turn((command) => refused(command, 'main_switch_off'))
    hear()
    await waitFor(() =>
      expect(progress()).toBe(
        'Standby: refusedThe main switch at the device is off. Switch it on and try again.',
      ),
    )
  })
})

describe('how a command ends', () => {
  it.each([
    ['not_on', 'Der Speicher ist nicht eingeschaltet.'],
    ['expired', 'Der Befehl kam zu spät beim Gerät an.'],
    ['Lüfter blockiert', 'Das Gerät nennt als Grund: Lüfter blockiert'],
    [null, 'Das Gerät nennt keinen Grund.'],
  ])('DSH-10 refused: %s', async (reason, text) => {
    const { server, hear } = await start(commandBook(waitingCommand('1001')))
    await waitFor(() => expect(progress()).toMatch(/wartet/))
    server.turn((command) => refused(command, reason))
    hear()
    await waitFor(() => expect(progress()).toBe(`Standby: abgelehnt${text}`))
    expect(ledger()[0]).toContain(`abgelehnt${text}`)
  })

  it('DSH-10 timed out, and the unit says later that it is done', async () => {
    const { server, hear } = await start(commandBook(waitingCommand('1001')))
    await waitFor(() => expect(progress()).toMatch(/wartet/))
    server.turn(timedOut)
    hear()
    await waitFor(() =>
      expect(progress()).toMatch(/^Standby: keine rechtzeitige AntwortL1 hat bis .* nicht geantwortet/),
    )
    expect(progress()).toMatch(/nicht bekannt/)
    server.turn((command) => ({
      ...command,
      outcomes: [{ outcome: 'done', reason: null, at: new Date().toISOString() }],
    }))
    hear()
    await waitFor(() => expect(progress()).toMatch(/Das Gerät meldete 2 min später: erledigt$/))
    expect(ledger()[0]).toMatch(/keine AntwortDas Gerät meldete 2 min später: erledigt/)
  })

  it('DSH-10 is read anew past its deadline, though nothing is heard', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
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

describe('a command that was not given here', () => {
  it('DSH-10 is still shown after a reload', async () => {
    await start(commandBook(waitingCommand('1001')))
    await waitFor(() => expect(progress()).toMatch(/wartet auf L1/))
    expect(button('Ausschalten').getAttribute('aria-disabled')).toBe('true')
  })

  it('DSH-10 of another tab appears when its unit is heard, and the next has to wait', async () => {
    const { server, hear, given } = await start()
    expect(progress()).toBe('')
    await ask('Ausschalten')
    server.book.unshift(waitingCommand('1001', { command: 'calibrate' }))
    hear()
    const why = await dialog().findByText(
      'Kalibrieren ist noch nicht abgeschlossen. Danach geht der nächste Befehl.',
    )
    expect(why).toBeDefined()
    expect(progress()).toMatch(/^Kalibrieren: wartet/)
    await send('Jetzt ausschalten')
    expect(given()).toEqual([])
  })
})

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

  it('DSH-10 a unit that is offline is said to be, before anything is tried', async () => {
    await start(commandBook(), working({ online: false }))
    const why = card().getByText('L1 ist nicht verbunden; Befehle kommen nicht an.')
    expect(
      card()
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-disabled')),
    ).toEqual(Array(5).fill('true'))
    expect(button('Standby').getAttribute('aria-describedby')).toBe(why.id)
  })

  it('DSH-10 one that goes offline while the dialog asks is said there', async () => {
    const { say, given } = await start()
    await ask()
    say([working({ online: false })])
    expect(await dialog().findByText('L1 ist nicht verbunden; Befehle kommen nicht an.')).toBeDefined()
    await send()
    expect(given()).toEqual([])
  })

  it('DSH-10 cut off from the server', async () => {
    const { cut } = await start()
    await cut()
    expect(await card().findByText(/Der Server ist nicht erreichbar; Befehle/)).toBeDefined()
    expect(button('Standby').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('what the server says no to', () => {
  it.each([
    ['unit_offline', 'L1 ist nicht verbunden; Befehle kommen nicht an.'],
    ['not_found', 'Dieser Speicher gehört nicht mehr zu Ihrem Konto.'],
  ] as const)('API-07 %s is said in the dialog, which stays', async (code, text) => {
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

describe('the ledger', () => {
  it('DSH-10 SHL-08 ten a page, the newest first; a new command moves them', async () => {
    const past = Array.from({ length: 23 }, (_, i) => {
      const at = new Date(Date.now() - (i + 1) * 86_400_000).toISOString()
      return { ...done(waitingCommand('1001', { command: 'off', asked_at: at })), ended_at: at }
    })
    const { server, hear } = await start(commandBook(...past))
    await waitFor(() => expect(ledger()).toHaveLength(10))
    await userEvent.click(screen.getByRole('button', { name: 'Seite 3' }))
    await waitFor(() => expect(ledger()).toHaveLength(3))
    server.book.unshift(done(waitingCommand('1001')))
    hear()
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
