import type { LiveSystem } from '@kellersonne/core/live'
import { TOTAL } from '@kellersonne/core/systems'
import { liveSystem } from '@kellersonne/core/test/liveSystem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { commandBook } from '../../../../test/commands.ts'
import {
  asOwner,
  heard,
  MINUTE,
  openPage,
  plain,
  powers,
  screenOf,
  show,
  three,
} from '../../../../test/dashboard.tsx'
import { json, serve } from '../../../../test/wire.ts'
import { speak } from '../../../i18n/i18n.ts'
import { activeOf, useAppState } from '../../../state.ts'
import { Component } from './BatteriesPage.tsx'

asOwner()

const MESSAGES = '/api/auth/messages/'
const open = (systems: readonly LiveSystem[], more: Parameters<typeof serve>[0] = {}) =>
  openPage(Component, { ...commandBook().answers, ...more }, systems)
const one = (more: Partial<LiveSystem> = {}) =>
  open([liveSystem(1, { status: 'on', ...heard(2000), ...more })])
const card = (name: string) => screen.getByRole('region', { name })
const text = (name: string) => plain(card(name).textContent)
const facts = (name: string) =>
  Object.fromEntries(
    within(card(name))
      .getAllByRole('term')
      .map((term) => [plain(term.textContent), plain(term.nextElementSibling?.textContent)]),
  )
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

  it('DSH-02 of the total the one with the gravest message is shown, which chooses nothing', async () => {
    await open([
      liveSystem(1, heard(0)),
      liveSystem(2, { ...heard(0), messages: [i2] }),
      liveSystem(3, { ...heard(0), messages: [relay] }),
    ])
    expect(names(shown())[0]).toMatch(/^L3/)
    expect(active()).toBe(TOTAL)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Gesamt' }).checked).toBe(true)
  })

  it('DSH-02 of the total without messages the first; a message that comes does not take it away', async () => {
    const { say } = await open(three())
    expect(names(shown())[0]).toMatch(/^L1/)
    say([liveSystem(3, { ...heard(0), messages: [relay] })])
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

  it('DSH-02 ten systems', async () => {
    await open(Array.from({ length: 10 }, (_, i) => liveSystem(i + 1, { ...heard(0), phase: (i % 3) + 1 })))
    expect(choices()).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: /Seriennummer 1010/ }))
    expect(active()).toBe('1010')
  })

  it('DSH-02 one system is not chosen', async () => {
    await one()
    expect(screen.queryByRole('list', { name: 'Batterie wählen' })).toBeNull()
    expect(facts('Gerät')['Seriennummer']).toBe('1001')
  })

  it('SHL-12 on a phone the switcher chooses, and the way back is there', async () => {
    screenOf(390)
    await open(three())
    expect(screen.queryByRole('list', { name: 'Batterie wählen' })).toBeNull()
    expect(screen.getByText('L1 · Seriennummer 1001')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Übersicht' }).getAttribute('href')).toBe('/dashboard')
    act(() => useAppState.setState({ active: liveSystem(2).sn }))
    expect(screen.getByText('L2 · Seriennummer 1002')).toBeDefined()
  })
})

describe('the battery', () => {
  it('DSH-02 ENT-04 says what it does and all that is known of it', async () => {
    await one({
      sensors: [
        { name: 'battery_temperature', value: 24.25, unit: '°C' },
        { name: 'fan', value: 1200, unit: 'rpm' },
      ],
      versions: { bms: '2.4.0', cooler: '0.1' },
    })
    expect(text('Batteriestatus')).toMatch(/Ladezustand 64 %Lädtmit 0,98 kW/)
    expect(facts('Batteriestatus')).toMatchObject({
      Leistung: '0,98 kW',
      Netzspannung: '233,6 V',
      'Geladen / entladen heute': '2,8 / 0,8 kWh',
      Zustand: 'ein',
      'Zuletzt online': expect.stringMatching(/^vor \d s$/),
    })
    expect(facts('Gerät')).toEqual({
      Seriennummer: '1001',
      Kapazität: '5,0 kWh',
      'Temperatur der Batterie': '24,3 °C',
      fan: '1.200 rpm',
      'Software Batteriemanagement': '2.4.0',
      'Software cooler': '0.1',
    })
  })

  it('DSH-11 its words are explained a tap away', async () => {
    await open([liveSystem(1)])
    const links = await screen.findAllByRole('link', { name: /^Was heißt das\? Glossar zu: / })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/glossary#group-battery',
      '/glossary#group-battery',
    ])
  })

  it('DSH-02 stopped: why and since when', async () => {
    await one({ messages: [{ code: 'i2', since: new Date('2026-06-18T07:12:00Z') }] })
    expect(text('Batteriestatus')).toMatch(/AngehaltenStarker Überstrom erkannt\.seit 18\. Juni, 09:12 Uhr/)
    expect(within(card('Meldungen')).getByText('Was jetzt?')).toBeDefined()
    expect(within(card('Meldungen')).getByText('1 offen')).toBeDefined()
  })

  it('DSH-09 stale: no powers, the last energies dated, nothing claimed of the grid protection', async () => {
    await one(heard(104 * MINUTE))
    expect(text('Batteriestatus')).toMatch(/Keine Daten.*seit .*Uhr/)
    const said = facts('Batteriestatus')
    expect([said['Leistung'], said['Netzspannung']]).toEqual(['–', '–'])
    expect(Object.keys(said)[2]).toMatch(/^Geladen \/ entladen bis .*\d\d:\d\d Uhr$/)
    expect(text('Netzschutz (NA-Schutz)')).toContain('unbekannt')
    expect(text('Kalibrierung')).toMatch(/Stand .*in 12 Tagen/)
  })

  it('DSH-09 never heard of, everything null: nothing is invented', async () => {
    await one({
      ...{ lastOnline: null, online: null, status: null, soc: null, gridVoltage: null, capacity: null },
      ...{ calibrationDays: null, powers: { grid: null, pv: null, battery: null } },
      today: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
    })
    expect(text('Batteriestatus')).toMatch(/Ladezustand unbekanntNoch nie gemeldet/)
    expect(facts('Batteriestatus')).toEqual({
      Leistung: '–',
      Netzspannung: '–',
      'Geladen / entladen heute': '– / –',
      Zustand: 'unbekannt',
      'Zuletzt online': 'noch nie',
    })
    expect(facts('Gerät')).toEqual({ Seriennummer: '1001', Kapazität: '–', Software: '–' })
    expect(text('Kalibrierung')).toMatch(/–Der Speicher hat sich noch nicht gemeldet\./)
    expect(await within(card('Meldungen')).findByText(/sobald sich der Speicher gemeldet hat/)).toBeDefined()
  })

  it('DSH-09 while loading there is no number', () => {
    serve({ '/api/auth/live/': () => new Promise(() => {}) })
    show(Component)
    expect(card('Batteriestatus')).toBeDefined()
    expect(screen.queryByText(/\d/)).toBeNull()
  })

  it('PRD-06 in English', async () => {
    await speak('en')
    await one({ messages: [{ code: 'na_schutz', since: null }] })
    expect(text('Battery status')).toMatch(/StoppedThe grid protection has switched off\./)
    expect(text('Grid protection (NA-Schutz)')).toContain('has switched off')
    expect(text('Calibration')).toMatch(/expected .*in 12 days/)
    expect(facts('Device')['Capacity']).toBe('5.0 kWh')
  })
})

describe('calibration', () => {
  it.each([
    [12, /voraussichtlich \S+, \d+\. \S+in 12 Tagenheutein 30 Tagen/],
    [1, /in 1 Tagheute/],
    [0, /^Kalibrierungfällig/],
    [45, /in 45 Tagen/],
    [null, /–Dieser Speicher meldet nicht, wann er sich kalibriert\./],
  ])('DSH-02 in %s days', async (calibrationDays, said) => {
    await one({ calibrationDays })
    expect(text('Kalibrierung')).toMatch(said)
  })

  it('DSH-02 marks its day on the scale', async () => {
    await one({ calibrationDays: 12 })
    const days = [...card('Kalibrierung').querySelectorAll('line')].map((line) => line.dataset['day'])
    expect(days).toEqual([...Array(12).fill('before'), 'then', ...Array(18).fill('after')])
  })

  it('DSH-02 under way', async () => {
    await one({ calibrationDays: 0, batteryStatus: 'calibrating' })
    expect(text('Kalibrierung')).toContain('läuft gerade')
    expect(text('Batteriestatus')).toContain('Kalibriert sich')
  })

  it('DSH-02 explains itself: why, what one will see, that it is no fault', async () => {
    await one()
    await userEvent.click(screen.getByRole('button', { name: 'Was passiert dabei?' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Was bei der Kalibrierung passiert' }))
    expect(dialog.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Warum',
      'Was Sie sehen werden',
      'Kein Fehler',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Schließen' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('messages of one battery', () => {
  const episode = (code: string, more = {}) => ({
    ...{ sn: '1001', code, severity: 'warn', raised_at: '2026-06-09T11:05:00Z' },
    ...{ resolved_at: '2026-06-09T11:07:00Z', count: 1, ...more },
  })

  it('DSH-02 grid protection: in order now, and when it was not', async () => {
    await open([liveSystem(1, heard(0))], {
      [MESSAGES]: () => json({ total: 2, messages: [episode('na_schutz'), episode('u')] }),
    })
    const protection = card('Netzschutz (NA-Schutz)')
    expect(within(protection).getByText('in Ordnung')).toBeDefined()
    expect(await within(protection).findAllByRole('listitem')).toHaveLength(1)
    expect(within(protection).getByText(/9\. Juni, 13:05 Uhr · 2 min · behoben/)).toBeDefined()
  })

  it('DSH-02 grid protection: never, as far as all is known', async () => {
    await one()
    expect(await within(card('Netzschutz (NA-Schutz)')).findByText(/Bisher hat er nicht/)).toBeDefined()
  })

  it('DSH-02 all of them, of the one shown even where the total is active', async () => {
    const { asked } = await open(three())
    expect(card('Alle Batteriemeldungen')).toBeDefined()
    const read = asked.filter(({ path }) => path.startsWith(MESSAGES)).map(({ path }) => path)
    expect(read.length).toBeGreaterThan(0)
    expect(read.every((path) => path.includes('sn=1001'))).toBe(true)
  })
})
