import { NO_UPDATE, type UpdateStatus } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { percent } from '@kellersonne/core/units/units'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { card, facts, one, open, text } from '../../../test/control/batteriesPage.ts'
import { asOwner, lastSeen, MINUTE, powers, screenOf, show, three } from '../../../test/dashboard.tsx'
import { json, serve } from '../../../test/wire.ts'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { Component } from './BatteriesPage.tsx'

asOwner()

const MESSAGES = '/api/auth/messages/'

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
      'Geladen / entladen heute': '2,8 kWh / 800 Wh',
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

  it.each<[Partial<LiveSystem>, RegExp]>([
    [{ status: 'standby', batteryStatus: 'idle' }, /Ladezustand 64 %Lädtmit 0,98 kW/],
    [{ batteryStatus: 'dozing', powers: powers(-1380, 1600, 0) }, /UnbekanntEr meldet „dozing“\.Leistung/],
    [
      {
        ...{ batteryStatus: 'dozing', powers: powers(-1380, 1600, 0) },
        statusSince: new Date('2026-06-18T07:30:00Z'),
      },
      /UnbekanntEr meldet „dozing“\.seit 09:30\sUhr/,
    ],
    [
      { batteryStatus: null, powers: { ...powers(-1380, 1600, 0), battery: null } },
      /UnbekanntDer Speicher meldet gerade nicht/,
    ],
  ])('DSH-02 DSH-09 says what is known of a unit in an unknown state: %o', async (reported, shown) => {
    await one(reported)
    expect(text('Batteriestatus')).toMatch(shown)
    expect(text('Batteriestatus')).not.toMatch(/nichts zu laden|lädt und entlädt/)
  })

  it.each<[Partial<UpdateStatus>, RegExp]>([
    [{ isStarted: true, percent: 26 }, /Wird aktualisiertDas Update steht bei 26 %\./],
    [{ isStarted: true, percent: 100 }, /Wird aktualisiertSchalten Sie den Speicher wieder ein\./],
    [{ isWaiting: true }, /Wartet auf das UpdateDas Update beginnt, sobald/],
  ])('DSH-02 V16 says how far an update is, and leads to it: %o', async (state, shown) => {
    const chips = [{ chip: 'bms', pending: state.percent !== 100 }]
    const update = { ...NO_UPDATE, isNew: true, chips, ...state }
    await one({ status: 'off', powers: powers(0, 0, 0), online: false, update })
    expect(text('Batteriestatus')).toMatch(shown)
    expect(text('Batteriestatus')).not.toMatch(/Ausgeschaltet|Internetverbindung/)
    const link = within(card('Batteriestatus')).getByRole('link', { name: 'Zum Update' })
    expect(link.getAttribute('href')).toBe('/update?sn=1001')
  })

  it('SHL-10 on a phone, too, says that the server is out of reach', async () => {
    screenOf(390)
    const { cut } = await open(three())
    expect(screen.queryByText(/Keine Verbindung zum Server/)).toBeNull()
    await cut()
    expect((await screen.findByText(/Keine Verbindung zum Server/)).parentElement?.textContent).toMatch(
      /^Keine Verbindung zum Server · Zuletzt online vor \d+\ss/,
    )
  })

  it('GWY-30 GWY-31 leaves out what it cannot do, and says in a word why', async () => {
    await one({
      ...{ soc: null, gridVoltage: null, messagesKnown: false, capacity: null },
      capabilities: {
        ...{ measures: ['grid_w', 'pv_w', 'battery_w'], integrated: ['pv', 'charge'] },
        ...{ unverified: ['battery_w'], signs: { verdict: 'wrong', invert: ['grid_w'] } },
        ...{ commands: [], messages: false, updates: false },
      },
    })
    expect(facts('Batteriestatus')).not.toHaveProperty('Netzspannung')
    expect(facts('Gerät')).toEqual({ Seriennummer: '1001' })
    for (const title of ['Befehle', 'Netzschutz', 'Kalibrierung'])
      expect(screen.queryByRole('region', { name: title })).toBeNull()
    expect(text('Gerät')).toMatch(
      /Vorzeichen von Netz und Batterie passen nicht.*Aus Leistungen berechnet.*: PV-Energie und Ladeenergie\..*Nicht durch zwei Quellen bestätigt: Batterieleistung\..*vom Portal aus nicht steuern.*Updates kommen vom Hersteller.*meldet ihre Störungen nicht/,
    )
    expect(text('Meldungen')).toContain('Diese Anlage meldet ihre Störungen nicht an das Portal.')
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
    await one({ messages: [{ code: 'i2', since: new Date('2026-06-17T07:12:00Z') }] })
    expect(text('Batteriestatus')).toMatch(/AngehaltenStarker Überstrom erkannt\.seit gestern, 09:12 Uhr/)
    expect(within(card('Meldungen')).getByText('Was jetzt?')).toBeDefined()
    expect(within(card('Meldungen')).getByText('1 offen')).toBeDefined()
  })

  it.each([
    [
      'de',
      '2026-06-17T22:00:00Z',
      'Meldungen',
      /^.*heute Werte an, die nicht stimmen können \(1,4 %\)\. Wir zählen/,
    ],
    [
      'en',
      '2026-06-17T22:00:00Z',
      'Messages',
      /Today your battery sent values that cannot be right \(1\.4%\)\./,
    ],
    ['de', '2026-06-16T22:00:00Z', 'Meldungen', /^Meldungen(?!.*Von Ihrem Speicher kamen)/],
  ] as const)(
    'DSH-15 says, in %s, which share of today’s readings is not counted: since %s',
    async (language, from, title, expected) => {
      await setLanguage(language)
      await one({ refusedToday: { from: new Date(from), share: percent(1.4) } })
      expect(text(title)).toMatch(expected)
    },
  )

  it('DSH-14 says when an old value was measured', async () => {
    const before = new Date('2026-06-18T06:30:00Z')
    const { measuredAt } = liveSystem(1)
    await one({ measuredAt: { ...measuredAt, battery: before, gridVoltage: before, soc: before } })
    expect(facts('Batteriestatus')).toMatchObject({
      'Leistung, Stand 08:30 Uhr': '0,98 kW',
      Verbrauch: '–',
      'Netzspannung, Stand 08:30 Uhr': '233,6 V',
    })
    expect(text('Batteriestatus')).toMatch(/Ladezustand, Stand 08:30 Uhr/)
  })

  it('DSH-09 stale: no powers, the last energies dated, nothing claimed of the grid protection', async () => {
    await one(lastSeen(104 * MINUTE))
    expect(text('Batteriestatus')).toMatch(/Keine Daten.*seit .*Uhr/)
    const shown = facts('Batteriestatus')
    expect([shown['Leistung'], shown['Verbrauch'], shown['Netzspannung']]).toEqual(['–', '–', '–'])
    expect(Object.keys(shown)[3]).toMatch(/^Geladen \/ entladen bis .*\d\d:\d\d Uhr$/)
    expect(text('Netzschutz (NA-Schutz)')).toContain('unbekannt')
    expect(text('Kalibrierung')).toMatch(/Stand .*in 12 Tagen/)
  })

  it('DSH-09 never seen, everything null: nothing is invented', async () => {
    await one({
      ...{ lastOnline: null, online: null, status: null, soc: null, gridVoltage: null, capacity: null },
      ...{ calibrationDays: null, powers: { grid: null, pv: null, battery: null } },
      today: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
    })
    expect(text('Batteriestatus')).toMatch(/Ladezustand unbekanntNoch nie gemeldet/)
    expect(text('Netzschutz (NA-Schutz)')).not.toContain('Bisher')
    expect(facts('Batteriestatus')).toEqual({
      Leistung: '–',
      Verbrauch: '–',
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
    await setLanguage('en')
    await one({ messages: [{ code: 'na_schutz', since: null }] })
    expect(text('Battery status')).toMatch(/StoppedThe grid protection has switched off\./)
    expect(text('Grid protection (NA-Schutz)')).toContain('has switched off')
    expect(text('Calibration')).toMatch(/expected .*in 12 days/)
    expect(facts('Device')['Capacity']).toBe('5.0 kWh')
  })
})

describe('messages of one battery', () => {
  const episode = (code: string, more = {}) => ({
    ...{ sn: '1001', code, severity: 'warn', raised_at: '2026-06-09T11:05:00Z' },
    ...{ resolved_at: '2026-06-09T11:07:00Z', count: 1, ...more },
  })

  it('DSH-02 grid protection: in order now, and when it was not', async () => {
    await open([liveSystem(1, lastSeen(0))], {
      [MESSAGES]: () => json({ total: 2, messages: [episode('na_schutz'), episode('u')] }),
    })
    const protection = card('Netzschutz (NA-Schutz)')
    expect(within(protection).getByText('in Ordnung')).toBeDefined()
    expect(await within(protection).findAllByRole('listitem')).toHaveLength(1)
    expect(within(protection).getByText(/9\. Juni, 13:05 Uhr · 2 min · behoben/)).toBeDefined()
  })

  it.each([
    ['de', 'Meldungen', /nicht bekannt/, 'Netzschutz (NA-Schutz)', 'unbekannt'],
    ['en', 'Messages', /not known yet/, 'Grid protection (NA-Schutz)', 'unknown'],
  ] as const)(
    'DSH-09 ENT-07 claims nothing of messages not reported yet, in %s',
    async (language, title, shown, protection, unknown) => {
      await setLanguage(language)
      await one({ messagesKnown: false, ...lastSeen(0) })
      expect(await within(card(title)).findByText(shown)).toBeDefined()
      expect(text(title)).not.toMatch(/keine|offen|none|open/i)
      expect(text(protection)).toContain(unknown)
      expect(text(protection)).not.toMatch(/Bisher|so far|in Ordnung|in order/)
    },
  )

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
