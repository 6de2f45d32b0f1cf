import { beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { german, noneExcluded, qualityWire, score } from '../../../../test/energy/forecast.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import type { Runway } from '../api/quality.ts'
import { columnsOf } from './OutcomeChart.tsx'
import { runwaySentence } from './runwayWords.ts'
import { excludedText, figures, reissuedText, verdict, whyText } from './words.ts'

beforeAll(() => loadNamespaces('quality'))

describe('the judgement', () => {
  it.each([
    [score(), 'Die Prognose war besser als beide Faustregeln.'],
    [score({ no_better: true }), /^Die Prognose war nicht besser als eine Faustregel\./],
    [score({ to_week: null }), /die eine Faustregel, die sich vergleichen lässt/],
    [score({ no_better: null, days: 5 }), 'Bisher zählen 5 Tage. Für ein Urteil sind 14 nötig.'],
    [null, 'In dieser Zeit zählt kein Tag.'],
  ])('FCT-53 is one honest sentence, and none where too little is known', (judged, shown) => {
    const sentence = verdict({ score: judged }, german('quality'))
    if (typeof shown === 'string') expect(sentence).toBe(shown)
    else expect(sentence).toMatch(shown)
  })

  it('FCT-53 says error, bias, share within the band, and the rules of thumb; – where it is not known', () => {
    const of = (more: Parameters<typeof score>[0]) =>
      figures(score(more), german('quality')).map(({ value }) => plain(value))
    expect(of({})).toEqual([
      '18 %',
      '3 % zu viel erwartet',
      '82 %',
      '24 % weniger Fehler',
      '8 % weniger Fehler',
    ])
    expect(of({ bias: -4, to_yesterday: 1.1, to_week: null, within_band: null, error: null })).toEqual([
      '–',
      '4 % zu wenig erwartet',
      '–',
      '10 % mehr Fehler',
      '–',
    ])
  })

  it('FCT-53 says why a day came out as it did, and claims no reason that is not known', () => {
    const { best, worst } = score()
    if (!best || !worst) throw new Error('no days')
    expect(whyText({ ...worst, why: 'gap' }, german('quality'))).toBe(
      'Ein Teil des Tages wurde nicht gemessen.',
    )
    expect(whyText({ ...worst, why: 'curtailed' }, german('quality'))).toBe(
      'PV war einen Teil des Tages gedrosselt.',
    )
    expect(whyText(worst, german('quality'))).toMatch(/^Es kam weniger, .*ein Grund ist nicht bekannt\.$/)
    expect(whyText(best, german('quality'))).toBe('Der Tag lag in der Spanne.')
    expect(whyText({ ...worst, low: null }, german('quality'))).toBe('')
  })

  it('FCT-53 counts the days that are left out by reason', () => {
    expect(excludedText({ excluded: { ...noneExcluded, gap: 2, not_forecast: 1 } }, german('quality'))).toBe(
      'Nicht gezählt: 2 Tage, von denen zu wenig gemessen wurde und 1 Tag ohne Prognose an seinem Beginn.',
    )
    expect(excludedText({ excluded: noneExcluded }, german('quality'))).toBeNull()
    const sunless = { ...noneExcluded, curtailed: 3, snow: 1, faulty: 1 }
    expect(excludedText({ excluded: sunless }, german('quality'))).toBe(
      'Nicht gezählt: 3 Tage mit gedrosselter Anlage, 1 Tag, an dem die Module wohl unter Schnee lagen und 1 Tag, an dem die Anlage stillstand oder Unmögliches meldete.',
    )
  })

  it('FCT-31 FCT-53 says of how many days the forecast was made later', () => {
    expect(reissuedText({ reissued: 0 }, german('quality'))).toBeNull()
    expect(reissuedText({ reissued: 12 }, german('quality'))).toBe(
      '12 dieser Tage sind nachgerechnet, mit dem, was an ihrem Beginn bekannt war; gezeigt wurden diese Prognosen nicht.',
    )
  })

  it('FCT-53 the picture keeps the place of days that do not count', () => {
    const columns = columnsOf(qualityWire().recent.pv)
    expect(columns.map(({ day, judged }) => `${day.slice(8)} ${judged ? 'ja' : 'nein'}`)).toEqual([
      '14 ja',
      '15 nein',
      '16 nein',
      '17 ja',
    ])
  })
})

const sum = { low: 1000, expected: 2000, high: 3000 }
function sentence(...[earliest, expected, latest]: (string | null)[]) {
  const runway: Runway = {
    basis: 'climate',
    days: ['2026-12-01', '2027-02-28'].map((day) => ({ day, pv: sum, load: 4000 })),
    ...{ earliest: earliest ?? null, expected: expected ?? null, latest: latest ?? null },
  }
  return runwaySentence(runway, '2026-12-01' as Parameters<typeof runwaySentence>[1], german('quality'))
}

describe('the runway', () => {
  it('FCT-54 says between which days, and no more than is known', () => {
    expect(sentence('2027-02-08', '2027-02-13', '2027-02-20')).toBe(
      'Zwischen dem 8. Februar und dem 20. Februar, am ehesten ab dem 13. Februar.',
    )
    expect(sentence('2027-02-08', '2027-02-13', null)).toMatch(
      /wie spät es werden kann, lässt sich noch nicht sagen/,
    )
    expect(sentence('2027-02-08', null, null)).toBe(
      'Mit viel Sonne ab dem 8. Februar; am ehesten erst nach dem 28. Februar.',
    )
    expect(sentence(null, null, null)).toBe('Bis zum 28. Februar voraussichtlich nicht.')
  })

  it('FCT-54 says that it already does only if that is so with little sun, too', () => {
    expect(sentence('2026-12-01', '2026-12-01', '2026-12-01')).toMatch(/^Sie lebt schon von der Sonne/)
    expect(sentence('2026-12-01', '2026-12-01', '2026-12-09')).toMatch(
      /mit wenig Sonne erst ab dem 9\. Dezember\.$/,
    )
    expect(sentence('2026-12-01', '2026-12-01', null)).toMatch(/mit wenig Sonne nicht\.$/)
  })

  it('FCT-54 says that nothing can be concluded', () => {
    expect(
      runwaySentence(null, '2026-12-01' as Parameters<typeof runwaySentence>[1], german('quality')),
    ).toMatch(/^Das lässt sich noch nicht sagen/)
  })
})
