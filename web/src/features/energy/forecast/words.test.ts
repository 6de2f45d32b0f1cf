import { wattHours } from '@kellersonne/core/units/units'
import { beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { expectation, forecastWire, german, ZONE } from '../../../../test/energy/forecast.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { chargeTexts } from './charge.ts'
import { dayTexts } from './days.ts'
import { excludedText, placeAdvice, ruleText, weatherText } from './rule.ts'
import { bandText } from './words.ts'

beforeAll(() => loadNamespaces('forecast'))

const NOW = new Date('2026-06-18T09:42:00Z')
const scene = () => ({ ...german('forecast'), now: NOW, timeZone: ZONE })
const sum = (low: number, expected: number, high: number) => ({
  low: wattHours(low),
  expected: wattHours(expected),
  high: wattHours(high),
})

describe('a forecast in words', () => {
  it.each([
    [8000, 11_000, 13_000, '8 bis 13 kWh, am ehesten 11'],
    [800, 1100, 2340, '0,8 bis 2,3 kWh, am ehesten 1,1'],
    [0, 32, 64, '0 bis 60 Wh, am ehesten 30'],
    [10_900, 11_000, 11_100, 'rund 11 kWh'],
  ])(
    'FCT-50 from %i, most likely %i, to %i Wh: no finer than forecasts are',
    (low, expected, high, shown) => {
      expect(plain(bandText(sum(low, expected, high), german('forecast')))).toBe(shown)
    },
  )

  it('FCT-50 says today and tomorrow with their bands', () => {
    const shown = dayTexts(expectation().days, 'pv', scene())
    expect(plain(shown.today)).toBe('Heute 8 bis 13 kWh, am ehesten 11.')
    expect(plain(shown.tomorrow)).toBe('Morgen 8 bis 13 kWh, am ehesten 11.')
    expect(shown.hasBand).toBe(true)
  })

  it('FCT-50 a day without a band is shown as about as much, and a missing one as missing', () => {
    const [today] = forecastWire().days
    if (!today) throw new Error('no day')
    const bare = { ...today, sums: { pv: null, load: null } }
    const shown = dayTexts(expectation({ days: [bare] }).days, 'pv', scene())
    expect(plain(shown.today)).toBe('Heute rund 11 kWh.')
    expect(shown.tomorrow).toBe('Für morgen gibt es keine Prognose.')
    expect(shown.hasBand).toBe(false)
  })

  it('FCT-50 a forecast of yesterday is not shown as that of today', () => {
    const later = { ...scene(), now: new Date('2026-06-19T09:00:00Z') }
    const shown = dayTexts(expectation().days, 'pv', later)
    expect(plain(shown.today)).toMatch(/^Heute 8 bis 13/)
    expect(shown.tomorrow).toBe('Für morgen gibt es keine Prognose.')
  })
})

type Moment = NonNullable<NonNullable<ReturnType<typeof forecastWire>['charge']>['full']>
const at = (time: string | null) => time && `2026-06-18T${time}:00.000Z`
const moment = (...[earliest, likely, latest]: (string | null)[]): Moment => ({
  earliest: at(earliest ?? null),
  expected: at(likely ?? null),
  latest: at(latest ?? null),
})
function battery(more: { full?: Moment; lasts?: Moment; soc?: number }) {
  const { charge, outlook } = forecastWire()
  if (!charge || !outlook) throw new Error('no outlook')
  const { full = null, lasts = null, soc = 64 } = more
  return chargeTexts(
    expectation({ charge: { ...charge, full, lasts }, outlook: { ...outlook, soc } }),
    scene(),
  ).map(plain)
}

describe('the battery in words', () => {
  it.each([
    [moment('10:38', '11:20', '12:12'), 'Voll zwischen 12:40 Uhr und 14:10 Uhr.'],
    [moment('11:19', '11:20', '11:21'), 'Voll gegen 13:20 Uhr.'],
    [
      moment('10:38', '11:20', null),
      'Voll frühestens 12:40 Uhr, am ehesten gegen 13:20 Uhr; sicher ist es nicht.',
    ],
    [moment('10:38', null, null), 'Wird wohl nicht voll; mit viel Sonne ab etwa 12:40 Uhr.'],
  ])('FCT-50 says when it is full, never more certainly than is known: %o', (full, shown) => {
    expect(battery({ full })).toEqual([shown])
  })

  it.each([
    [
      moment('19:10', '20:00', '21:30'),
      /^Reicht bis etwa 22:00 Uhr, frühestens 21:10 Uhr, spätestens 23:30 Uhr\.$/,
    ],
    [
      moment('19:10', '22:30', null),
      /^Reicht bis etwa morgen, 00:30 Uhr, frühestens 21:10 Uhr; vielleicht auch länger\.$/,
    ],
    [moment('19:10', null, null), /^Reicht wohl durch; .* nur bis etwa 21:10 Uhr\.$/],
  ])('FCT-50 says until when it supplies the house: %o', (lasts, shown) => {
    expect(battery({ lasts })[0]).toMatch(shown)
  })

  it('FCT-50 says what is now instead of what is expected, and that neither is', () => {
    expect(battery({ soc: 100 })).toEqual(['Jetzt voll.'])
    expect(battery({ soc: 1 })).toEqual(['Jetzt bis auf die Reserve leer.'])
    expect(battery({})).toEqual(['Bis 12:00 Uhr voraussichtlich weder voll noch leer.'])
    expect(chargeTexts(expectation({ charge: null }), scene())).toEqual([])
  })
})

describe('the rule in force', () => {
  const { f } = german('forecast')
  const states = [
    ...[
      'off',
      'no_place',
      'waiting',
      'silent',
      'none',
      'used',
      'learning',
      'old',
      'implausible',
      'no_better',
    ],
  ] as const

  it('FCT-52 each state of weather has a sentence of its own', () => {
    const shown = states.map((state) =>
      weatherText({ state: state as 'off', issuedAt: null, source: null }, scene()),
    )
    expect(new Set(shown).size).toBe(states.length)
    expect(shown.every((text) => text.endsWith('.'))).toBe(true)
    const issuedAt = new Date('2026-06-18T03:00:00Z')
    expect(weatherText({ state: 'silent', issuedAt, source: null }, scene())).toContain(
      f.time(issuedAt, ZONE),
    )
  })

  it('FCT-52 says what an owner can do where that would help', () => {
    const advice = (state: 'off' | 'no_place' | 'implausible') =>
      placeAdvice({ state, issuedAt: null, source: null })
    expect([advice('off'), advice('no_place'), advice('implausible')]).toEqual([
      null,
      'setPlace',
      'checkPlace',
    ])
  })

  it('FCT-52 names the rule of thumb as one, and the days that were left out', () => {
    expect(ruleText('pv', { method: 'naive' }, scene())).toMatch(/^Eine Faustregel/)
    expect(ruleText('load', { method: 'none' }, scene())).toMatch(/^Noch keine Prognose/)
    const excluded = { curtailed: 0, snow: 1, faulty: 0, gap: 3 }
    expect(excludedText({ excluded }, scene())).toBe('Ausgelassen: 1 Tag mit Schnee und 3 Tage mit Lücken.')
    expect(excludedText({ excluded: { ...excluded, snow: 0, gap: 0 } }, scene())).toBeNull()
  })
})
