import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { wattHours } from '@kellersonne/core/units/units'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  asOwner,
  cards,
  DATA,
  drawing,
  LIVE,
  lastSeen,
  MINUTE,
  open,
  plain,
  sentence,
  show,
  three,
} from '../../../../test/dashboard.tsx'
import { USER, wagner, waitingFor } from '../../../../test/identity/account.tsx'
import { wire } from '../../../../test/systems.ts'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { refreshUser } from '../../identity/api/user.ts'

asOwner()

describe('states', () => {
  it('DSH-09 stale: no powers, the last energies dated, a way to look again', async () => {
    await open(liveSystem(1, lastSeen(104 * MINUTE)))
    expect(sentence()).toBe('Ihr Speicher meldet sich nicht.')
    expect(screen.getByText(/^Seit .*Uhr keine Daten$/)).toBeDefined()
    expect(cards()[1]).toMatch(/^PV-Leistung \| – \| Stand \d\d[:.]\d\d\.?$/)
    expect(cards()[4]).toMatch(/^Ladezustand \| 64 % \| Stand \d\d[:.]\d\d\.?$/)
    expect(drawing()).toContain('Sonne –, Haus –, Netz –, letzter Stand')
    expect(screen.getByRole('button', { name: 'Jetzt prüfen' })).toBeDefined()
  })

  it.each([
    [
      'de',
      /letzter Stand.* · (\d+\. \p{L}+|\p{L}+, \d\d\.\d\d\.\d{4})/u,
      /^Ladezustand \| 64 % \| Stand \d+\.\d\d\.(\d\d)?$/,
      /von 9,0/,
    ],
    [
      'en',
      /last state.* · (\d+ \p{L}+|\p{L}+, \d+ \p{L}+ \d{4})/u,
      /^State of charge \| 64% \| as of \d+ \p{L}+( \d\d)?$/u,
      /of 9\.0/,
    ],
  ] as const)(
    'DSH-09 silent for a month, in %s: dated with the day, and no forecast of today under it',
    async (language, state, card, expected) => {
      await setLanguage(language)
      const forecast = { energy: wattHours(9000), load: wattHours(8000) }
      await open(liveSystem(1, { forecast, ...lastSeen(32 * 24 * 60 * MINUTE) }))
      expect(drawing()).toMatch(state)
      expect(cards()[4]).toMatch(card)
      expect(cards()[8]).toContain(' | – | ')
      expect(screen.queryByText(expected)).toBeNull()
    },
  )

  it('DSH-09 late: the values stay, as the last ones', async () => {
    await open(liveSystem(1, lastSeen(5 * MINUTE)))
    expect(cards()[1]).toMatch(/^PV-Leistung \| 1,60 kW \| Stand \d\d:\d\d$/)
    const age = screen.getByText(/Zuletzt online/)
    expect(plain(age.textContent)).toBe('Zuletzt online vor 5 min')
    expect(age.closest('[data-fresh]')?.getAttribute('data-fresh')).toBe('late')
    expect(screen.getByText('Sie sehen die zuletzt empfangenen Werte.')).toBeDefined()
    expect(screen.getByText(/^Seit .* keine Daten$/)).toBeDefined()
  })

  it('DSH-09 partly stale: the total counts the rest and says so', async () => {
    await open(...three(lastSeen(104 * MINUTE)))
    expect(screen.getByText(/^L2: seit .*Uhr keine Daten$/)).toBeDefined()
    expect(cards()[1]).toBe('PV-Leistung | 3,21 kW | ohne L2')
    expect(cards()[6]).toMatch(/^Geladen \| 8,4 kWh \| heute, L2 bis \d\d:\d\d$/)
    expect(drawing()).toContain('Sonne 3,21 kW ohne L2')
    expect(screen.getByRole('button', { name: /L2.*keine aktuellen Daten/ })).toBeDefined()
  })

  it.each([
    ['de', 'Meldungen noch nicht bekannt'],
    ['en', 'Messages not known yet'],
  ] as const)(
    'DSH-09 ENT-07 messages that the unit has not reported: not known, in %s',
    async (language, status) => {
      await setLanguage(language)
      await open(liveSystem(1, { ...lastSeen(0), messagesKnown: false }))
      expect(screen.getByText(status)).toBeDefined()
      expect(screen.queryByText(/(Alles in Ordnung|All is well)$/)).toBeNull()
      expect(screen.queryByText(/keine offen|none open/)).toBeNull()
    },
  )

  it('DSH-09 never seen: nothing is invented', async () => {
    await open(liveSystem(1, { lastOnline: null, online: null, soc: null }))
    expect(screen.getByText('Noch keine Daten')).toBeDefined()
    await screen.findByRole('region', { name: 'Meldungen' })
    expect(screen.queryByText('keine offen')).toBeNull()
    expect(cards()[4]).toBe('Ladezustand | – | keine Daten')
  })

  it('DSH-09 V14 empty: says what comes next, with the form in place and a button that leads to it', async () => {
    await open()
    expect(sentence()).toBe('Ihr Keller ist noch dunkel.')
    const field = await screen.findByRole('textbox', { name: '1. Seriennummer' })
    expect(screen.queryByText('keine Daten')).toBeNull()
    const plus = screen.getByRole('button', { name: 'Ersten Speicher hinzufügen' })
    plus.focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '1. Seriennummer' }))
    plus.focus()
    fireEvent.click(screen.getByRole('button', { name: 'Speicher hinzufügen' }))
    expect(document.activeElement).toBe(field)
    expect(screen.queryByRole('group', { name: 'System' })).toBeNull()
    expect(screen.getByRole('link', { name: /Einstellungen/ }).getAttribute('href')).toBe('/settings')
  })

  it('DSH-09 AUT-17 asks nobody to enter a serial number that is already entered', async () => {
    await open()
    const until = new Date(Date.now() + MINUTE).toISOString()
    serve({ [USER]: () => json({ ...wagner, claims: [waitingFor('1001', until)] }) })
    await act(refreshUser)
    expect(screen.queryByText(/Seriennummer oder Registrierungscode vom Typenschild notieren/)).toBeNull()
    expect(screen.getByText(/^Sie haben schon einen Speicher eingetragen/)).toBeDefined()
    expect(screen.getByText('Unten lesen, ob noch etwas zu tun ist')).toBeDefined()
  })

  it('AUT-12 DSH-09 empty, while a claim waits: says for what, and how long', async () => {
    const until = new Date(Date.now() + 5 * MINUTE).toISOString()
    await open()
    serve({ [USER]: () => json({ ...wagner, claims: [waitingFor('KELLER', until)] }) })
    await act(refreshUser)
    await screen.findByText('KELLER')
    expect(plain(screen.getByText(/^wartet, noch/).textContent)).toMatch(/noch (4:59|5:00)$/)
    expect(screen.getByText(/Hauptschalter/)).toBeDefined()
  })

  it('AUT-14 asks for the code while somebody else waits, too', async () => {
    const until = new Date(Date.now() + 5 * MINUTE).toISOString()
    await open()
    serve({ [USER]: () => json({ ...wagner, claims: [waitingFor('KELLER', until, true)] }) })
    await act(refreshUser)
    await screen.findByText(/Auf diese Nummer wartet noch jemand.*Registrierungscode/)
    expect(screen.queryByText(/Schalten Sie jetzt/)).toBeNull()
  })

  it('AUT-16 says without a system, too, that the address is not confirmed', async () => {
    await open()
    serve({ [USER]: () => json({ ...wagner, email_confirmed: false }) })
    await act(refreshUser)
    await screen.findByText('Ihre E-Mail-Adresse ist noch nicht bestätigt.')
    expect(screen.getByRole('link', { name: 'Was tun?' }).getAttribute('href')).toBe('/user')
  })

  it('DSH-09 error: the cause, that the battery works on, a retry and when it comes by itself', async () => {
    serve({ [LIVE]: () => refusal('unavailable'), [DATA]: () => refusal('internal') })
    show()
    expect(await screen.findByText('Daten nicht abrufbar')).toBeDefined()
    expect(sentence()).toBe('Ihre Werte lassen sich nicht laden.')
    expect(screen.getByText(/Ihr Speicher arbeitet davon unabhängig weiter/)).toBeDefined()
    expect(plain(screen.getByText(/nächster Versuch/).textContent)).toMatch(/in [0-2] s$/)
    serve({ [LIVE]: () => refusal('unavailable'), [DATA]: () => json(wire(liveSystem(1, lastSeen(0)))) })
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    expect(await screen.findByText('Noch nicht alles geprüft')).toBeDefined()
    expect(screen.getByText(/Abruf alle 30 s/)).toBeDefined()
  })

  it('DSH-09 SHL-10 cut: the last values stay, with how old they are', async () => {
    const { cut } = await open(liveSystem(1, lastSeen(0)))
    await cut()
    const [first] = await screen.findAllByText(/^Keine Verbindung zum Server · Stand .*\d\d:\d\d/)
    expect(first).toBeDefined()
    expect(cards()[1]).toMatch(/^PV-Leistung \| 1,60 kW \| Stand \d\d[:.]\d\d\.?$/)
  })

  it('DSH-09 loading: the drawing without a number', () => {
    serve({ [LIVE]: () => new Promise(() => {}) })
    show()
    expect(drawing()).toBe('Ihre Werte werden geladen.')
    expect(screen.queryByText(/\d/)).toBeNull()
  })
})
