import type { LiveSystem } from '@kellersonne/core/live'
import { liveSystem } from '@kellersonne/core/liveSystem.fixture'
import { TOTAL } from '@kellersonne/core/systems'
import { percent, watts } from '@kellersonne/core/units'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wire } from '../../../test/systems.ts'
import { json, refusal, serve } from '../../../test/wire.ts'
import { loader } from '../../data/live.ts'
import { speak } from '../../i18n/i18n.ts'
import { beginSession, endSession } from '../../session.ts'
import { HeaderSlot } from '../../shell/HeaderContent.tsx'
import { useAppState } from '../../state.ts'
import { Component } from './DashboardPage.tsx'

const LIVE = '/api/auth/live/'
const DATA = '/api/auth/data/'
const MINUTE = 60_000

const powers = (grid: number, pv: number, battery: number) => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})
const heard = (ms: number) => ({ lastOnline: new Date(Date.now() - ms) })
/** Three systems of one house on a sunny morning, heard of 12 s ago. */
const three = (second: Partial<LiveSystem> = {}) => [
  liveSystem(1, { powers: powers(-400, 1600, -990), soc: percent(66), ...heard(12_000) }),
  liveSystem(2, { powers: powers(-405, 1610, -985), soc: percent(61), ...heard(12_000), ...second }),
  liveSystem(3, { powers: powers(-405, 1610, -985), soc: percent(65), ...heard(12_000) }),
]

function screenOf(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') ? width < 768 : width >= 1438,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

/** The page as a signed-in owner of `systems` sees it, live by a stream the test goes on to write to. */
async function open(...systems: LiveSystem[]) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const say = (list: LiveSystem[]) =>
    void writer.write(new TextEncoder().encode(`event: data\ndata: ${JSON.stringify(wire(...list))}\n\n`))
  serve({ [LIVE]: () => new Response(readable), [DATA]: () => refusal('unavailable') })
  show()
  say(systems)
  await screen.findByRole('heading', { level: 2, name: /./ })
  useAppState.setState({ active: TOTAL })
  return { say, cut: () => writer.abort(new Error('cut')) }
}

function show() {
  const header = document.body.appendChild(document.createElement('header'))
  render(
    <HeaderSlot value={header}>
      <Component />
    </HeaderSlot>,
  )
  loader()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ').trim()
const drawing = () => plain(screen.getByRole('img').getAttribute('aria-label'))
const sentence = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent?.trim()
/** Caption, value and note of each card. */
const cards = () =>
  screen.getAllByRole('term').map((term) => {
    const cell = term.parentElement
    return [...(cell?.children ?? [])].map((child) => plain(child.textContent)).join(' | ')
  })

beforeEach(() => {
  screenOf(1440)
  beginSession({ access: 'a', refresh: 'r' }, false)
})
afterEach(async () => {
  act(() => endSession('signedOut'))
  document.body.replaceChildren()
  await speak('de')
})

describe('live values', () => {
  it('DSH-06 says in a sentence what happens, and draws it with the four values', async () => {
    await open(...three())
    await waitFor(() =>
      expect(drawing()).toBe(
        'Die Sonne versorgt Ihr Haus und lädt den Speicher. Sonne 4,82 kW, Haus 650 W, Einspeisung 1,21 kW, ' +
          `lädt mit 2,96 kW ${plain(screen.getByText(/voll gegen/).textContent)}`,
      ),
    )
    expect(screen.getByText('Der Überschuss fließt ins Netz.')).toBeDefined()
    expect(screen.getByText('Alles in Ordnung')).toBeDefined()
  })

  it('PRD-02 PRD-05 PRD-07 shows nine values of the total with signs, directions and rules', async () => {
    await open(...three())
    await waitFor(() =>
      expect(cards()).toEqual([
        'Netzleistung | −1,21 kW | Einspeisung',
        'PV-Leistung | 4,82 kW | Summe L1–L3',
        'Speicherleistung | −2,96 kW | lädt',
        'Ladezustand | 64 % | Mittel L1–L3',
        'Netzspannung | 233,6 V | Mittel L1–L3',
        'Geladen | 8,4 kWh | heute',
        'Entladen | 2,4 kWh | heute',
        'Energieprognose | – | zu wenig Verlauf',
        'Lastprognose | – | zu wenig Verlauf',
      ]),
    )
  })

  it('PRD-06 speaks English', async () => {
    await speak('en')
    await open(liveSystem(1, { ...heard(12_000), powers: powers(380, 0, 800) }))
    expect(drawing()).toMatch(
      /^The battery is powering your home with help from the grid\. Sun 0 W, Home 1\.18 kW, Import 380 W, discharging at 800 W/,
    )
    expect(cards()[2]).toBe('Battery power | 800 W | discharging')
  })

  it('DSH-07 shows what is pushed', async () => {
    const { say } = await open(...three())
    say([liveSystem(1, { ...heard(0), powers: powers(0, 0, 620) })])
    await waitFor(() => expect(cards()[1]).toBe('PV-Leistung | 3,22 kW | Summe L1–L3'))
  })

  it('DSH-07 ages tick while the drawing is left alone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open(...three())
    const touched = vi.fn()
    new MutationObserver(touched).observe(screen.getByRole('img'), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(plain(screen.getByText(/Zuletzt online/).textContent)).toMatch(/vor 1[5-9] s/)
    expect(touched).not.toHaveBeenCalled()
  })

  it('PRD-02 on a phone last online is a card with the zone', async () => {
    screenOf(390)
    await open(...three())
    expect(cards().at(-1)).toMatch(/^Zuletzt online \| vor 1\d s \| Europe\/Berlin$/)
  })

  it('PRD-02 without a forecast the day has energies and no bar of anything', async () => {
    await open(liveSystem(1, heard(0)))
    const today = screen.getByRole('region', { name: 'Heute' })
    expect(plain(today.textContent)).toContain('Sonne4,5 kWhVerbrauch1,9 kWh')
  })
})

describe('the system switcher', () => {
  it('DSH-03 offers the total and each system by phase, and shows the chosen one', async () => {
    await open(...three())
    const switcher = screen.getByRole('group', { name: 'System' })
    const choices = within(switcher).getAllByRole('radio')
    expect(choices.map((one) => one.getAttribute('aria-label'))).toEqual(['Gesamt', 'L1', 'L2', 'L3'])
    fireEvent.click(within(switcher).getByRole('radio', { name: 'L2' }))
    expect(cards().slice(0, 4)).toEqual([
      'Netzleistung | −400 W | Einspeisung',
      'PV-Leistung | 1,61 kW | jetzt',
      'Speicherleistung | −0,98 kW | lädt',
      'Ladezustand | 61 % | jetzt',
    ])
  })

  it('DSH-03 a mini gauge chooses its system', async () => {
    await open(...three())
    fireEvent.click(screen.getByRole('button', { name: /L3 anzeigen, 65/ }))
    expect(cards()[3]).toBe('Ladezustand | 65 % | jetzt')
  })

  it('DSH-03 more than four are a list to open', async () => {
    await open(...[1, 2, 3, 4, 5].map((n) => liveSystem(n, { ...heard(0), phase: 1 })))
    const list = screen.getByRole('combobox', { name: 'System' })
    fireEvent.change(list, { target: { value: '1004' } })
    expect(cards()[1]).toBe('PV-Leistung | 1,60 kW | jetzt')
  })

  it('DSH-03 one system needs no choice', async () => {
    await open(liveSystem(1, heard(0)))
    expect(screen.queryByRole('group', { name: 'System' })).toBeNull()
  })
})

describe('messages', () => {
  const i2 = { code: 'i2', since: new Date(Date.now() - 1000) }

  it('ENT-06 says which system stands still, since when, what that means and what to do', async () => {
    await open(...three({ messages: [i2], powers: powers(-1390, 1610, 0), soc: percent(22) }))
    expect(screen.getByText('1 offene Meldung an L2')).toBeDefined()
    expect(sentence()).toBe('Die Sonne versorgt Ihr Haus. L2 lädt gerade nicht.')
    expect(screen.getByText('L1 und L3 laden weiter, der Rest fließt ins Netz.')).toBeDefined()
    expect(drawing()).toContain('L2 steht bei 22 %')
    const messages = screen.getByRole('region', { name: 'Meldungen' })
    expect(plain(messages.textContent)).toMatch(/I>> Starker Überstrom erkannt\..*L2 · seit .*Uhr · offen/)
    expect(within(messages).getByText(/Schalten Sie große Verbraucher aus/)).toBeDefined()
    expect(screen.getByRole('radio', { name: 'L2, offene Meldung' })).toBeDefined()
    expect(screen.getByRole('button', { name: /L2 anzeigen.*angehalten/ })).toBeDefined()
  })

  it('ENT-06 shows what it does not know with its code, the gravest first, and no mere states', async () => {
    const messages = ['ein', '4711', 'X-9', 'relay'].map((code) => ({ code, since: null }))
    await open(liveSystem(1, { ...heard(0), messages }))
    const rows = within(screen.getByRole('region', { name: 'Meldungen' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Relay! Das Netzrelais hat nicht geschaltet.',
      '4711 Die Batterie meldet den Fehler 4711.',
      'X-9 Der Speicher meldet den Code X-9.',
    ])
  })

  it('ENT-06 there is no card without an open message', async () => {
    await open(...three())
    expect(screen.queryByRole('region', { name: 'Meldungen' })).toBeNull()
  })
})

describe('states', () => {
  it('DSH-09 stale: no powers, the last energies dated, a way to look again', async () => {
    await open(liveSystem(1, heard(104 * MINUTE)))
    expect(sentence()).toBe('Ihr Speicher meldet sich nicht.')
    expect(screen.getByText(/^Seit .*Uhr keine Daten$/)).toBeDefined()
    expect(cards()[1]).toMatch(/^PV-Leistung \| – \| Stand \d\d:\d\d$/)
    expect(cards()[3]).toMatch(/^Ladezustand \| 64 % \| Stand \d\d:\d\d$/)
    expect(drawing()).toContain('Sonne –, Haus –, Netz –, letzter Stand')
    expect(screen.getByRole('button', { name: 'Jetzt prüfen' })).toBeDefined()
  })

  it('DSH-09 late: the values stay', async () => {
    await open(liveSystem(1, heard(5 * MINUTE)))
    expect(cards()[1]).toBe('PV-Leistung | 1,60 kW | jetzt')
    expect(plain(screen.getByText(/Zuletzt online/).textContent)).toBe('Zuletzt online vor 5 min')
  })

  it('DSH-09 partly stale: the total counts the rest and says so', async () => {
    await open(...three(heard(104 * MINUTE)))
    expect(screen.getByText(/^L2: seit .*Uhr keine Daten$/)).toBeDefined()
    expect(cards()[1]).toBe('PV-Leistung | 3,21 kW | ohne L2')
    expect(screen.getByRole('button', { name: /L2 anzeigen.*keine aktuellen Daten/ })).toBeDefined()
  })

  it('DSH-09 never heard of: nothing is invented', async () => {
    await open(liveSystem(1, { lastOnline: null, online: null, soc: null }))
    expect(screen.getByText('Noch keine Daten')).toBeDefined()
    expect(cards()[3]).toBe('Ladezustand | – | keine Daten')
  })

  it('DSH-09 empty: says what comes next, without a form that leads nowhere', async () => {
    await open()
    expect(sentence()).toBe('Ihr Keller ist noch dunkel.')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('DSH-09 error: the cause, that the battery works on, a retry and when it comes by itself', async () => {
    serve({ [LIVE]: () => refusal('unavailable'), [DATA]: () => refusal('internal') })
    show()
    expect(await screen.findByText('Daten nicht abrufbar')).toBeDefined()
    expect(sentence()).toBe('Ihre Werte lassen sich nicht laden.')
    expect(screen.getByText(/Ihr Speicher arbeitet davon unabhängig weiter/)).toBeDefined()
    expect(plain(screen.getByText(/nächster Versuch/).textContent)).toMatch(/in (2\d|30) s$/)
    serve({ [LIVE]: () => refusal('unavailable'), [DATA]: () => json(wire(liveSystem(1, heard(0)))) })
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    expect(await screen.findByText('Alles in Ordnung')).toBeDefined()
    expect(screen.getByText(/Abruf alle 30 s/)).toBeDefined()
  })

  it('DSH-09 cut: the last values stay, and it is said', async () => {
    const { cut } = await open(liveSystem(1, heard(0)))
    await cut()
    const [first] = await screen.findAllByText('Server nicht erreichbar', undefined, { timeout: 5000 })
    expect(first).toBeDefined()
    expect(cards()[1]).toBe('PV-Leistung | 1,60 kW | jetzt')
  })

  it('DSH-09 loading: the drawing without a number', () => {
    serve({ [LIVE]: () => new Promise(() => {}) })
    show()
    expect(drawing()).toBe('Ihre Werte werden geladen.')
    expect(screen.queryByText(/\d/)).toBeNull()
  })
})
