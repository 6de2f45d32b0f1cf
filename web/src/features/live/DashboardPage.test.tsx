import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { percent } from '@kellersonne/core/units/units'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  asOwner,
  cards,
  drawing,
  lastSeen,
  open,
  openPage,
  plain,
  powers,
  screenOf,
  sentence,
  three,
} from '../../../test/dashboard.tsx'
import { BALANCE, balanceWire } from '../../../test/energy/balance.ts'
import { FINDINGS, findingsWire, noFindings } from '../../../test/energy/findings.ts'
import { json, refusal } from '../../../test/wire.ts'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { Component } from './DashboardPage.tsx'

asOwner()

describe('live values', () => {
  it('DSH-06 SHL-11 says in a sentence what happens, and draws it with the four values', async () => {
    await open(...three())
    await waitFor(() =>
      expect(drawing()).toBe(
        'Die Sonne versorgt Ihr Haus und lädt den Speicher. Sonne 4,82 kW, Haus 650 W, Einspeisung 1,21 kW, ' +
          `lädt mit 2,96 kW ${plain(screen.getByText(/voll gegen/).textContent)}`,
      ),
    )
    expect(screen.getByText('Der Überschuss fließt ins Netz.')).toBeDefined()
  })

  const checks = { [BALANCE]: () => json(balanceWire()), [FINDINGS]: noFindings }
  it('DSH-09 says that all is well once the balance and the findings say nothing else', async () => {
    await openPage(Component, checks, three())
    expect(await screen.findByText('Alles in Ordnung')).toBeDefined()
  })

  it.each([BALANCE, FINDINGS])('DSH-09 does not say that all is well without %s', async (failing) => {
    const asked = vi.fn(() => refusal('not_found'))
    await openPage(Component, { ...checks, [failing]: asked }, three())
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await screen.findByText(/^voll gegen/)
    expect(screen.getByText('Noch nicht alles geprüft')).toBeDefined()
    expect(screen.queryByText('Alles in Ordnung')).toBeNull()
  })

  it('PRD-02 PRD-05 PRD-07 shows the values of the total with signs, directions and rules', async () => {
    await open(...three())
    await waitFor(() =>
      expect(cards()).toEqual([
        'Netzleistung | −1,21 kW | Einspeisung',
        'PV-Leistung | 4,82 kW | Summe L1–L3',
        'Speicherleistung | −2,96 kW | lädt',
        'Hausleistung | 650 W | Summe L1–L3',
        'Ladezustand | 64 % | Mittel L1–L3',
        'Netzspannung | 233,6 V | Mittel L1–L3',
        'Geladen | 8,4 kWh | heute, Summe',
        'Entladen | 2,4 kWh | heute, Summe',
        'Energieprognose | – | noch keine',
        'Lastprognose | – | noch keine',
      ]),
    )
  })

  it('HLT-19 marks what is wrong in the picture, with a link, and does not say that all is well', async () => {
    await openPage(Component, { [FINDINGS]: () => json(findingsWire()) }, three())
    const mark = await screen.findByRole('link', { name: /lädt kaum noch$/ })
    expect(mark.getAttribute('href')).toBe('/battery-health?sn=1001')
    expect(screen.getByText('Etwas ist anders als sonst')).toBeDefined()
    expect(screen.queryByText('Alles in Ordnung')).toBeNull()
  })

  it('PRD-06 speaks English', async () => {
    await setLanguage('en')
    await open(liveSystem(1, { ...lastSeen(12_000), powers: powers(380, 0, 800) }))
    expect(drawing()).toMatch(
      /^The battery is powering your home with help from the grid\. Sun 0 W, Home 1\.18 kW, Import 380 W, discharging at 800 W/,
    )
    expect(cards()[2]).toBe('Battery power | 800 W | discharging')
  })

  it('DSH-07 shows what is pushed', async () => {
    const { push } = await open(...three())
    push([liveSystem(1, { ...lastSeen(0), powers: powers(0, 0, 620) })])
    await waitFor(() => expect(cards()[1]).toBe('PV-Leistung | 3,22 kW | Summe L1–L3'))
  })

  it('DSH-07 ages tick while the drawing is left alone', async () => {
    vi.useFakeTimers()
    await open(...three())
    const touched = vi.fn()
    new MutationObserver(touched).observe(screen.getByRole('img'), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(plain(screen.getByText(/Zuletzt online/).textContent)).toMatch(/vor 15 s/)
    expect(touched).not.toHaveBeenCalled()
  })

  it('PRD-02 on a phone last online is a card with the zone', async () => {
    screenOf(390)
    await open(...three())
    expect(cards().at(-1)).toMatch(/^Zuletzt online \| vor 12 s \| Europe\/Berlin$/)
  })

  it('PRD-02 without a forecast the day has energies and no bar of anything', async () => {
    await open(liveSystem(1, lastSeen(0)))
    const today = screen.getByRole('region', { name: 'Heute' })
    expect(plain(today.textContent)).toContain('Sonne4,5 kWhVerbrauch1,9 kWh')
  })
})

describe('the system switcher', () => {
  it('DSH-03 ENT-01 offers each system by phase and the total last, and shows the chosen one', async () => {
    await open(...three())
    const switcher = screen.getByRole('group', { name: 'System' })
    const choices = within(switcher).getAllByRole('radio')
    expect(choices.map((one) => one.getAttribute('aria-label'))).toEqual(['L1', 'L2', 'L3', 'Gesamt'])
    fireEvent.click(within(switcher).getByRole('radio', { name: 'L2' }))
    expect(cards().slice(0, 5)).toEqual([
      'Netzleistung | −410 W | Einspeisung',
      'PV-Leistung | 1,61 kW | jetzt',
      'Speicherleistung | −0,99 kW | lädt',
      'Hausleistung | 220 W | jetzt',
      'Ladezustand | 61 % | jetzt',
    ])
  })

  it('DSH-03 SHL-11 a mini gauge chooses its system', async () => {
    await open(...three())
    fireEvent.click(screen.getByRole('button', { name: /^L3 65/ }))
    expect(cards()[4]).toBe('Ladezustand | 65 % | jetzt')
  })

  it('DSH-03 more than four are a list to open', async () => {
    await open(...[1, 2, 3, 4, 5].map((n) => liveSystem(n, { ...lastSeen(0), phase: 1 })))
    const list = screen.getByRole('combobox', { name: 'System' })
    fireEvent.change(list, { target: { value: '1004' } })
    expect(cards()[1]).toBe('PV-Leistung | 1,60 kW | jetzt')
  })

  it('DSH-03 SET-07 names that begin alike are a list to open, and keep their ends beside the cellar', async () => {
    const named = (phase: number, name: string) => liveSystem(phase, { ...lastSeen(0), name })
    await open(named(1, 'Speicher in der Garage'), named(2, 'Speicher im Keller'), named(3, 'Dach'))
    const list = screen.getByRole('combobox', { name: 'System' })
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([
      ...['Speicher in der Garage', 'Speicher im Keller', 'Dach', 'Gesamt'],
    ])
    const ends = screen
      .getAllByTitle(/./)
      .map((name) => name.firstElementChild?.lastElementChild?.textContent)
    expect(ends).toEqual(expect.arrayContaining(['Garage', 'Keller']))
  })

  it('DSH-03 one system needs no choice', async () => {
    await open(liveSystem(1, lastSeen(0)))
    expect(screen.queryByRole('group', { name: 'System' })).toBeNull()
  })
})

describe('messages', () => {
  const i2 = { code: 'i2', since: new Date(Date.now() - 1000) }

  it('ENT-06 says which system is stopped, since when and what that means', async () => {
    await open(...three({ messages: [i2], powers: powers(-1390, 1610, 0), soc: percent(22) }))
    expect(screen.getByText('1 offene Meldung an L2')).toBeDefined()
    expect(sentence()).toBe('Die Sonne versorgt Ihr Haus. L2 lädt gerade nicht.')
    expect(screen.getByText('L1 und L3 laden weiter, der Rest fließt ins Netz.')).toBeDefined()
    expect(drawing()).toContain('L2 steht bei 22 %')
    const messages = screen.getByRole('region', { name: 'Meldungen' })
    expect(plain(messages.textContent)).toMatch(
      /1 offen.*I>> Starker Überstrom erkannt\..*L2 · seit .*Uhr · offen/,
    )
    expect(screen.getByRole('radio', { name: 'L2, offene Meldung' })).toBeDefined()
    expect(screen.getByRole('button', { name: /^L2.*angehalten/ })).toBeDefined()
  })
})
