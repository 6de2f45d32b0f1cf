import type { LiveSystem } from '@kellersonne/core/live/live'
import { measuredAllAt } from '@kellersonne/core/live/measured'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { percent, wattHours } from '@kellersonne/core/units/units'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  asOwner,
  cards,
  lastSeen,
  MINUTE,
  open,
  plain,
  powers,
  sentence,
  status,
  three,
} from '../../../../test/dashboard.tsx'
import { setLanguage } from '../../../platform/i18n/i18n.ts'

asOwner()

const now = lastSeen(0)
const rests = { powers: powers(-400, 1600, 0) }

describe('a system in each of its states', () => {
  it.each<[Partial<LiveSystem>, string, string, string]>([
    [
      { status: 'off', ...rests },
      'Ausgeschaltet',
      'Ihr Speicher ist ausgeschaltet.',
      'bis er wieder eingeschaltet wird.',
    ],
    [
      { status: 'standby', ...rests },
      'Standby',
      'Ihr Speicher ist im Standby.',
      'lädt und entlädt aber nicht.',
    ],
    [
      { batteryStatus: 'calibrating' },
      'Kalibrierung läuft',
      'Ihr Speicher kalibriert sich.',
      'Er lädt ganz voll',
    ],
    [
      { messages: [{ code: 'wait60', since: null }] },
      'Wartet auf das Netz',
      'Ihr Speicher wartet auf das Netz.',
      'Er beobachtet das Netz',
    ],
    [
      { messages: [{ code: 'sm_test', since: null }] },
      'Selbsttest läuft',
      'Ihr Speicher prüft sich selbst.',
      'Das dauert meist weniger',
    ],
    [
      { lastOnline: null, online: null },
      'Noch keine Daten',
      'Ihr Speicher hat sich noch nie gemeldet.',
      'sobald er online ist',
    ],
    [
      { batteryStatus: 'dozing' },
      'Unbekannter Zustand: „dozing“',
      'Die Sonne versorgt Ihr Haus und lädt den Speicher.',
      '',
    ],
    [
      { status: 'standby', batteryStatus: 'idle' },
      'Meldet „Standby“, lädt aber',
      'Die Sonne versorgt Ihr Haus und lädt den Speicher.',
      '',
    ],
    [
      { status: 'off', batteryStatus: 'off', powers: powers(0, 0, 390) },
      'Meldet „aus“, entlädt aber',
      'Der Speicher versorgt Ihr Haus.',
      '',
    ],
    [
      { batteryStatus: 'stopped', ...rests },
      'Die Batterie meldet „angehalten“',
      'Die Sonne versorgt Ihr Haus, der Rest fließt ins Netz.',
      '',
    ],
    [{ status: null }, 'Zustand unbekannt', 'Die Sonne versorgt Ihr Haus und lädt den Speicher.', ''],
    [
      { refusedToday: { from: new Date(), share: percent(4) } },
      'Manche Messwerte von heute können nicht stimmen',
      'Die Sonne versorgt Ihr Haus und lädt den Speicher.',
      'Zum Speicher',
    ],
    [{ soc: null }, 'Nicht alle Werte bekannt', 'Die Sonne versorgt Ihr Haus und lädt den Speicher.', ''],
  ])('DSH-06 DSH-09 V10 V13 V16 %o has one true sentence', async (given, line, texts, aside) => {
    await open(liveSystem(1, { ...now, ...given }))
    expect([status(), plain(sentence()?.replaceAll('  ', ' '))]).toEqual([line, texts])
    expect(plain(document.body.textContent)).toContain(aside)
    expect(screen.queryByText('Alles in Ordnung')).toBeNull()
  })

  it('DSH-09 V10 of several, the line names the one, and the sentence is about the rest', async () => {
    await open(...three({ status: 'off', ...rests }))
    expect(status()).toBe('L2: Ausgeschaltet')
    expect(sentence()).toMatch(/^Die Sonne versorgt Ihr Haus/)
    expect(screen.getByRole('button', { name: /L2.*Ausgeschaltet/ })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Zum Speicher' }).getAttribute('href')).toBe(
      '/dashboard/batteries?sn=1002',
    )
  })

  it('DSH-16 SHL-12 stands closer when a long sentence has a line below it', async () => {
    const silent = { lastOnline: null, online: false }
    const stops = { messages: [{ code: 'i2', since: null }], powers: powers(0, 0, 0) }
    const [first, second, third] = three(stops)
    await open(first ?? expect.fail(), second ?? expect.fail(), { ...(third ?? expect.fail()), ...silent })
    const below = screen.getByText(/Von L3 sind nicht alle Werte bekannt\.$/)
    expect(below.closest('[data-crowded]')).not.toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /^L1/ }))
    expect(document.querySelector('[data-crowded]')).toBeNull()
  })

  it('DSH-14 a unit that reports, but has measured nothing for three hours, is not well', async () => {
    const measuredAt = measuredAllAt(new Date(now.lastOnline.getTime() - 180 * MINUTE))
    await open(...three({ measuredAt }))
    expect(status()).toMatch(/^L2: Seit \d\d:\d\d Uhr keine Messwerte$/)
    fireEvent.click(screen.getByRole('radio', { name: /^L2/ }))
    expect([status(), plain(sentence())]).toEqual([
      expect.stringMatching(/^Seit \d\d:\d\d Uhr keine Messwerte$/),
      'L2 meldet gerade nicht alle Werte.',
    ])
  })

  it('PRD-06 DSH-09 says it in English', async () => {
    await setLanguage('en')
    await open(...[1, 2].map((phase) => liveSystem(phase, { ...now, ...rests, status: 'standby' })))
    expect([status(), plain(sentence())]).toEqual(['Standby', 'Your batteries are in standby.'])
  })
})

it.each([
  [27, 'Sonne27 Wh von 4,8 kWh'],
  [1300, 'Sonne1,3 von 4,8 kWh'],
])('DSH-06 DSH-12 of %d Wh, the unit is given unless it is that of the forecast', async (pv, texts) => {
  const today = { ...liveSystem(1).today, pv: wattHours(pv) }
  await open(liveSystem(1, { ...now, today, forecast: { energy: wattHours(4800), load: null } }))
  const [line] = screen.getByRole('region', { name: 'Heute' }).querySelectorAll('button')
  expect(plain(line?.textContent).replaceAll(/ +/g, ' ')).toBe(texts)
})

describe('the sentence', () => {
  it('DSH-03 V1 of one system of several is about that system, not about the house', async () => {
    await open(...three())
    expect(sentence()).toMatch(/^Die Sonne versorgt Ihr Haus/)
    fireEvent.click(screen.getByRole('radio', { name: 'L1' }))
    expect(sentence()).toMatch(/^Die Sonne versorgt L1/)
    expect(plain(document.querySelector('main, body')?.textContent)).not.toContain('Ihr Haus')
  })

  it('DSH-06 V8 stands still while a battery regulates the grid to zero', async () => {
    const night = (grid: number) => liveSystem(1, { ...lastSeen(0), powers: powers(grid, 0, 400 - grid) })
    const { push } = await open(night(4))
    const texts = new Set<string>()
    for (const [grid, shown] of [
      [12, '| 10 W'],
      [-12, '| −10 W'],
      [25, '| 30 W'],
      [-20, '| −20 W'],
    ] as const) {
      push([night(grid)])
      await waitFor(() => expect(cards()[0]).toContain(shown))
      texts.add(
        `${sentence()} ${plain(screen.queryByText('Der Speicher speist auch ins Netz ein.')?.textContent)}`,
      )
    }
    expect([...texts]).toEqual(['Der Speicher versorgt Ihr Haus. '])
  })

  it('DSH-09 of a system that was switched off and is silent stays that it is off', async () => {
    await open(liveSystem(1, { ...lastSeen(104 * MINUTE), status: 'off' }))
    expect(plain(sentence())).toBe('Ihr Speicher ist ausgeschaltet.')
    expect(status()).toMatch(/^Seit .*Uhr keine Daten$/)
  })

  it('SET-07 calls a system by its name, which is no part of the sentence, whatever it says', async () => {
    const name = '{{count}} <br>$t(sun)$&'
    const [first, ...others] = three()
    await open({ ...(first ?? expect.fail()), name }, ...others)
    fireEvent.click(screen.getByRole('radio', { name }))
    expect(plain(sentence())).toMatch(/^Die Sonne versorgt „\{\{count\}\} <br>\$t\(sun\)\$&“/)
  })
})
