import type { LiveSystem } from '@kellersonne/core/live/live'
import { steadySystems } from '@kellersonne/core/live/steady'
import { liveSystem, now } from '@kellersonne/core/live/test/live-system'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { beforeEach, expect, it } from 'vitest'
import type { Language } from '../../../platform/i18n/bundles.ts'
import { formats } from '../../../platform/i18n/format.ts'
import { setLanguage, textsOf } from '../../../platform/i18n/i18n.ts'
import { createLiveViewModel, type LiveViewModel } from '../model/liveViewModel.ts'
import { statusText } from './statusText.ts'

beforeEach(() => setLanguage('de'))

function statusIn(language: Language, isContradictory: boolean, ...systems: LiveSystem[]) {
  return statusOfChosen(TOTAL, language, isContradictory, ...systems)
}
function statusOfChosen(
  active: LiveViewModel['active'],
  language: Language,
  isContradictory: boolean,
  ...systems: LiveSystem[]
) {
  const steady = steadySystems(null, systems, now)
  const view = createLiveViewModel({ systems, steady, receivedAt: now, cut: false }, active, now)
  const t = textsOf(language, 'dashboard')
  return statusText(view, isContradictory, { t, f: formats(language, textsOf(language, 'units')) }).status
}
const statusOf = (isContradictory: boolean, ...systems: LiveSystem[]) =>
  statusIn('de', isContradictory, ...systems)
const meter = liveSystem(2, {
  messagesKnown: false,
  capabilities: {
    ...{ measures: ['grid_w', 'pv_w', 'battery_w', 'soc'], integrated: [], unverified: [], signs: null },
    ...{ commands: [], messages: false, updates: false },
  },
})

it.each([
  [[liveSystem(1)], 'Alles in Ordnung', 'Zähler widersprechen sich'],
  [[liveSystem(1), meter], 'L2: Misst; Störungen meldet die Anlage nicht', 'Zähler widersprechen sich'],
  [[liveSystem(1, { messagesKnown: false })], 'Meldungen noch nicht bekannt', 'Meldungen noch nicht bekannt'],
  [
    [liveSystem(1, { messages: [{ code: 'u', since: null }] })],
    '1 offene Meldung an L1',
    '1 offene Meldung an L1',
  ],
])(
  'DSH-08 DSH-09 R5 says that counters contradict each other unless another thing comes first',
  (systems, usual, contradictory) => {
    expect(statusOf(false, ...systems)).toBe(usual)
    expect(statusOf(true, ...systems)).toBe(contradictory)
  },
)

it('DSH-09 says of which system all is well where another one may not be', async () => {
  const [one, other] = [liveSystem(1), liveSystem(2, { messages: [{ code: 'i2', since: null }] })]
  expect(statusOfChosen(one.sn, 'de', false, one, other)).toBe('L1: Alles in Ordnung')
  expect(statusOfChosen(one.sn, 'de', false, one)).toBe('Alles in Ordnung')
  await setLanguage('en')
  expect(statusOfChosen(one.sn, 'en', false, { ...one, name: 'Garage' }, other)).toBe('Garage: All is well')
})

it('DSH-09 GWY-31 says that signs are wrong, as the banner does', () => {
  const signs = { verdict: 'wrong', invert: [] } as const
  const wrong = liveSystem(1, { capabilities: meter.capabilities && { ...meter.capabilities, signs } })
  expect(statusOf(false, wrong)).toBe('Vorzeichen passen nicht zusammen')
  expect(statusOf(false, wrong, liveSystem(2))).toBe('L1: Vorzeichen passen nicht zusammen')
})

it('DSH-09 GWY-30 says in both languages that faults are not reported, not that there are none', async () => {
  expect(statusOf(false, meter)).toBe('Misst; Störungen meldet die Anlage nicht')
  await setLanguage('en')
  expect(statusIn('en', false, meter)).toBe('Measuring; the system does not report faults')
})

it('DSH-09 dates an unknown state if its beginning is known and the same for all units', () => {
  const dozing = (phase: number, hour: number | null) =>
    liveSystem(phase, {
      batteryStatus: 'dozing',
      statusSince: hour === null ? null : new Date(`2026-06-18T0${hour}:05:00Z`),
    })
  expect(statusOf(false, dozing(1, 7))).toBe('Unbekannter Zustand: „dozing“, seit 09:05\u00a0Uhr')
  expect(statusOf(false, dozing(1, null))).toBe('Unbekannter Zustand: „dozing“')
  expect(statusOf(false, dozing(1, 7), dozing(2, 6))).toBe('Unbekannter Zustand: „dozing“')
  const standby = liveSystem(1, { status: 'standby', statusSince: new Date('2026-06-17T20:05:00Z') })
  expect(statusOf(false, standby)).toBe('Meldet „Standby“, lädt aber, seit gestern, 22:05\u00a0Uhr')
})

it('DSH-13 names three systems in the line at most, and counts more', () => {
  const silent = { lastOnline: null, online: null }
  const named = liveSystem(2, { ...silent, name: 'Garagenspeicher hinten links am Gartentor' })
  expect(statusOf(false, liveSystem(1), named)).toBe('Garagenspeicher hinten …: noch keine Daten')
  const many = [2, 3, 4, 5].map((phase) => liveSystem(phase, silent))
  expect(statusOf(false, liveSystem(1), ...many)).toBe('4 von 5: noch keine Daten')
})
