import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { asWagner, tokenOf, wagner, waitingFor } from '../../../test/identity/account.tsx'
import { add, another, nth, server, soon } from '../../../test/identity/serials.ts'
import { json, refusal } from '../../../test/wire.ts'
import { beginSession, endSession } from '../../platform/session.ts'
import { SerialNumbers } from './SerialNumbers.tsx'

describe('adding serial numbers', () => {
  asWagner()

  it('SET-01 asks for at least one', async () => {
    const { posts } = server()
    render(<SerialNumbers />)
    await add()
    expect(screen.getByText('Bitte geben Sie mindestens eine Seriennummer ein.')).toBeDefined()
    expect(document.activeElement).toBe(nth(1))
    expect(posts()).toEqual([])
  })

  it('SET-01, SET-02 sends nothing while one is invalid, and says which', async () => {
    const { posts } = server()
    render(<SerialNumbers />)
    await userEvent.type(nth(1), 'KSB')
    await another()
    expect(document.activeElement).toBe(nth(2))
    await userEvent.type(nth(2), '204x')
    expect(screen.queryByText(/Bitte prüfen/)).toBeNull()
    await add()
    expect(screen.getByText('Eine der eingegebenen Seriennummern ist ungültig.')).toBeDefined()
    expect(screen.getByText('Bitte prüfen Sie die 2. Nummer.')).toBeDefined()
    expect(nth(2).getAttribute('aria-invalid')).toBe('true')
    expect(nth(1).getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(nth(2))
    expect(posts()).toEqual([])
  })

  it.each([
    ['ksb', 'Bitte prüfen Sie die 1. Nummer.'],
    ['1'.repeat(40), 'Bitte prüfen Sie die 1. Nummer.'],
    ['<b>1</b>', 'Bitte prüfen Sie die 1. Nummer.'],
    ['ABCD-EFGH-J12KA', 'Im 1. Code ist ein Tippfehler.'],
  ])('SET-01 reports %s once the field is left', async (typed, text) => {
    server()
    render(<SerialNumbers />)
    await userEvent.type(nth(1), typed)
    await userEvent.tab()
    expect(screen.getByText(text)).toBeDefined()
  })

  it('SET-01 says how long a number may be, and cuts none off to fit', async () => {
    server()
    render(<SerialNumbers />)
    expect(screen.getByText(/höchstens 20\./)).toBeDefined()
    await userEvent.type(nth(1), '1'.repeat(60))
    expect(nth(1)).toHaveProperty('value', '1'.repeat(60))
  })

  it('SET-01 takes the same number only once', async () => {
    server()
    render(<SerialNumbers />)
    await userEvent.type(nth(1), '1004')
    await another()
    await userEvent.type(nth(2), '1004')
    await userEvent.tab()
    expect(screen.getByText('Die 2. Nummer steht schon da.')).toBeDefined()
  })

  it('SET-01 has twenty fields at most', async () => {
    server()
    render(<SerialNumbers />)
    for (let place = 1; place < 20; place += 1) await another()
    expect(screen.getAllByRole('textbox')).toHaveLength(20)
    expect(screen.queryByRole('button', { name: 'Noch ein Feld' })).toBeNull()
  })

  it('SET-02, AUT-12 shows of each number what became of it, and keeps the refused ones', async () => {
    const until = soon()
    const { answers, posts } = server(() => {
      answers.list = json([{ sn: '1004', phase: 2 }])
      answers.user = { ...wagner, claims: [waitingFor('1005', until)] }
      return json([
        { key: '1004', sn: '1004', outcome: 'claimed', until: null, contested: false },
        { key: '1005', sn: '1005', outcome: 'pending', until, contested: false },
        { key: 'KSX', sn: null, outcome: 'unknown', until: null, contested: false },
        { key: '1001', sn: '1001', outcome: 'taken', until: null, contested: false },
      ])
    })
    render(<SerialNumbers />)
    await userEvent.type(nth(1), ' 1004')
    for (const [place, number] of [
      [2, '1005'],
      [3, 'KSX'],
      [4, '1001'],
    ] as const) {
      await another()
      await userEvent.type(nth(place), number)
    }
    await userEvent.keyboard('{Enter}')
    const outcome = await screen.findByText('wurde hinzugefügt.', { exact: false })
    expect(posts()[0]?.form.getAll('sn')).toEqual(['1004', '1005', 'KSX', '1001'])
    const shown = within(outcome.closest('ul') ?? document.body).getAllByRole('listitem')
    expect(shown.map((row) => row.textContent)).toEqual([
      '1004 wurde hinzugefügt.',
      '1005 wartet auf den Hauptschalter am Gerät.',
      'KSX wurde nicht hinzugefügt: Diesen Code gibt es nicht.',
      '1001 wurde nicht hinzugefügt: Der Code stimmt, aber der Speicher gehört noch jemand anderem, und eine Übergabe an Sie ist nicht möglich: Es läuft schon eine andere, oder der Besitzer hat widersprochen. Der Kundendienst hilft weiter.',
    ])
    expect(screen.getByText(/melden Sie sich ab und wieder an, um sie zu sehen/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Speicher 1004 abgeben' })).toBeDefined()
    expect(screen.getAllByRole('textbox')).toMatchObject([{ value: 'KSX' }, { value: '1001' }])
    expect(screen.getByText('Den Code im 1. Feld gibt es nicht.')).toBeDefined()
    await screen.findByText(/^wartet, noch \d:\d\d$/)
  })

  it('SET-01 keeps what was typed when the call fails, and sends once however often it is asked to', async () => {
    let answer = (_: Response) => {}
    const { posts } = server(() => new Promise<Response>((resolve) => (answer = resolve)))
    render(<SerialNumbers />)
    await userEvent.type(nth(1), '1004{Enter}{Enter}')
    await userEvent.click(screen.getByRole('button', { name: /hinzugefügt …/ }))
    expect(posts()).toHaveLength(1)
    answer(refusal('unavailable'))
    await screen.findByText(/Server ist gerade nicht bereit/)
    expect(nth(1)).toHaveProperty('value', '1004')
  })

  it('SET-01 keeps what is typed while others are being added', async () => {
    let answer = (_: Response) => {}
    server(() => new Promise<Response>((resolve) => (answer = resolve)))
    render(<SerialNumbers />)
    await userEvent.type(nth(1), '1004{Enter}')
    await another()
    await userEvent.keyboard('1005')
    answer(json([{ key: '1004', sn: '1004', outcome: 'claimed', until: null, contested: false }]))
    await screen.findByText('wurde hinzugefügt.', { exact: false })
    expect(screen.getAllByRole('textbox')).toMatchObject([{ value: '1005' }])
  })

  it('AUT-14 names the code as the way out when too many numbers wait, and lets it be typed', async () => {
    server(() => refusal('too_many_waits', { retry_after: 600 }))
    render(<SerialNumbers />)
    await userEvent.type(nth(1), '1004{Enter}')
    await screen.findByText(
      /Mit dem Registrierungscode vom Typenschild gehört Ihnen ein freier Speicher sofort/,
    )
    expect(screen.getByRole('button', { name: 'Hinzufügen' })).toHaveProperty('disabled', false)
  })

  it('SET-01 counts down after too many tries', async () => {
    server(() => refusal('too_many_attempts', { retry_after: 62 }))
    render(<SerialNumbers />)
    await userEvent.type(nth(1), '1004{Enter}')
    await screen.findByText(/1:02/)
  })

  it('SET-01 keeps what was typed for its owner, and for nobody else, when the session ends', async () => {
    server()
    const first = render(<SerialNumbers />)
    await userEvent.type(nth(1), '1004')
    act(() => endSession('ended'))
    first.unmount()
    act(() => beginSession({ access: tokenOf('wagner'), refresh: 'r' }, true))
    const again = render(<SerialNumbers />)
    expect(nth(1)).toHaveProperty('value', '1004')
    act(() => endSession('ended'))
    again.unmount()
    act(() => beginSession({ access: tokenOf('somebody else'), refresh: 'r' }, true))
    render(<SerialNumbers />)
    expect(nth(1)).toHaveProperty('value', '')
  })
})
