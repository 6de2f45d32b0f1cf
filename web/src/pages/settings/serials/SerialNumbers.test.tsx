import { liveSystem } from '@kellersonne/core/test/liveSystem'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asWagner, calm, SYSTEMS, tokenOf, USER, wagner, waitingFor } from '../../../../test/account.tsx'
import { wire } from '../../../../test/systems.ts'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { loader } from '../../../data/live.ts'
import { askSystems } from '../../../data/systems.ts'
import { beginSession, endSession } from '../../../session.ts'
import { SerialNumbers } from './SerialNumbers.tsx'
import { POLL_MS } from './useClaims.ts'

const RELEASE = '/api/auth/usr_sn/release/'
const soon = () => new Date(Date.now() + 9 * 60_000).toISOString()
const nth = (place: number) => screen.getByRole('textbox', { name: `${place}. Seriennummer` })
const add = () => userEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }))
const another = () => userEvent.click(screen.getByRole('button', { name: 'Noch ein Feld' }))

/** A server that gets serial numbers and answers with `claims`; its list is whatever it was told last. */
function server(claims: () => Response | Promise<Response> = () => json([])) {
  const told = { list: json([]), user: wagner }
  const heard = serve({
    ...calm,
    [USER]: () => json(told.user),
    [SYSTEMS]: ({ method }) => (method === 'POST' ? claims() : told.list.clone()),
    [RELEASE]: () => json({}),
  })
  const posts = () => heard.filter(({ method, path }) => method === 'POST' && path === SYSTEMS)
  return { told, heard, posts }
}

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
  ])('SET-01 tells of %s once the field is left', async (typed, text) => {
    server()
    render(<SerialNumbers />)
    await userEvent.type(nth(1), typed)
    await userEvent.tab()
    expect(screen.getByText(text)).toBeDefined()
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

  it('SET-02, AUT-12 tells of each number what became of it, and keeps the refused ones', async () => {
    const until = soon()
    const { told, posts } = server(() => {
      told.list = json([{ sn: '1004', phase: 2 }])
      told.user = { ...wagner, claims: [waitingFor('1005', until)] }
      return json([
        { key: '1004', sn: '1004', outcome: 'claimed', until: null },
        { key: '1005', sn: '1005', outcome: 'pending', until },
        { key: 'KSX', sn: null, outcome: 'unknown', until: null },
        { key: '1001', sn: '1001', outcome: 'taken', until: null },
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
    const said = within(outcome.closest('ul') ?? document.body).getAllByRole('listitem')
    expect(said.map((row) => row.textContent)).toEqual([
      '1004 wurde hinzugefügt.',
      '1005 wartet auf den Hauptschalter am Gerät.',
      'KSX wurde nicht hinzugefügt: Die Nummer wurde nicht gefunden.',
      '1001 wurde nicht hinzugefügt: Die Nummer verwendet schon jemand anderes.',
    ])
    expect(screen.getByText(/melden Sie sich ab und wieder an, um sie zu sehen/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Speicher 1004 abgeben' })).toBeDefined()
    expect(screen.getAllByRole('textbox')).toMatchObject([{ value: 'KSX' }, { value: '1001' }])
    expect(screen.getByText('Die 1. Nummer wurde nicht gefunden.')).toBeDefined()
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
    answer(json([{ key: '1004', sn: '1004', outcome: 'claimed', until: null }]))
    await screen.findByText('wurde hinzugefügt.', { exact: false })
    expect(screen.getAllByRole('textbox')).toMatchObject([{ value: '1005' }])
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
    loader()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('verbunden, Störung')
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toEqual([
      'L11001verbunden',
      'L21002verbunden, Störung',
      'L31003keine Verbindung',
      'L120999–',
    ])
  })

  it('SET-01 releases a system after it has said what that means', async () => {
    const { told, heard } = server()
    told.list = owned()
    render(<SerialNumbers />)
    await act(askSystems)
    await userEvent.click(screen.getByRole('button', { name: 'Speicher 1001 abgeben' }))
    const dialog = screen.getByRole('dialog', { name: 'Speicher 1001 abgeben?' })
    expect(dialog.textContent).toMatch(/keine Daten mehr.*Registrierungscode.*Hauptschalter/)
    expect(heard.some(({ path }) => path === RELEASE)).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Abgeben' }))
    await waitFor(() => expect(screen.queryByText('1001')).toBeNull())
    expect(heard.find(({ path }) => path === RELEASE)?.form.get('sn')).toBe('1001')
  })

  it('AUT-12 looks after a claim until its switch has confirmed it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { told, heard } = server()
    told.user = { ...wagner, claims: [waitingFor('1005', soon())] }
    render(<SerialNumbers />)
    await screen.findByText(/Schalten Sie jetzt den Hauptschalter/)
    const asked = () => heard.filter(({ path, method }) => path === USER && method === 'GET').length
    const before = asked()
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(asked()).toBe(before + 1))
    told.user = wagner
    told.list = json([{ sn: '1005', phase: 3 }])
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await screen.findByText('Bestätigt und hinzugefügt: 1005.')
    expect(screen.getByRole('button', { name: 'Speicher 1005 abgeben' })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(3 * POLL_MS))
    expect(asked()).toBe(before + 2)
  })

  it('AUT-12 says that the time for the switch is up', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { told } = server()
    told.user = { ...wagner, claims: [waitingFor('1005', new Date().toISOString())] }
    render(<SerialNumbers />)
    await screen.findByText('wartet, noch 0:00')
    told.user = wagner
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await screen.findByText(/Zeit abgelaufen: 1005/)
  })

  it('AUT-12 gives a claim up', async () => {
    const { told, heard } = server()
    told.user = { ...wagner, claims: [waitingFor('1005', soon())] }
    render(<SerialNumbers />)
    const cancel = await screen.findByRole('button', { name: 'Nicht mehr auf 1005 warten' })
    told.user = wagner
    await userEvent.click(cancel)
    await waitFor(() => expect(screen.queryByText('1005')).toBeNull())
    expect(heard.find(({ path }) => path === RELEASE)?.form.get('sn')).toBe('1005')
  })
})
