import type { ForecastRecord } from '@kellersonne/contract/energy/forecast-record'
import type { Day } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import type { TFunction } from '../../../../platform/i18n/translate.ts'
import { dayTexts } from '../../forecast/days.ts'
import { aboutText, bandText } from '../../forecast/words.ts'
import type { Localizer } from './layers.ts'
import { lacksForecasts } from './readOut.ts'
import { isForecast } from './series.ts'
import type { Shown } from './useGraph.ts'

type Scene = Localizer & {
  /** Translates what forecasts say. */
  readonly w: TFunction<'forecast'>
  readonly today: Day
  readonly isTotal: boolean
}
type Part = 'pv' | 'load'
const parts = { energyForecast: 'pv', loadForecast: 'load' } as const

/** "Sonne: am Beginn des Tages 8 bis 13 kWh, am ehesten 11 erwartet; geworden sind es 9,4 kWh." */
function recordNote({ sums, outcome }: ForecastRecord, part: Part, { t, w, f }: Scene): string | null {
  const sum = sums[part]
  if (!sum) return null
  const { low, high } = sum
  const expected = wattHours(sum.expected)
  const band =
    low === null || high === null
      ? aboutText(expected, { t: w, f })
      : bandText({ low: wattHours(low), expected, high: wattHours(high) }, { t: w, f })
  const came = outcome?.[part] ?? null
  const words = { of: w(part === 'pv' ? 'sun' : 'house'), band }
  if (came === null) return t('expectedThen', words)
  return t('expectedAndCame', { ...words, outcome: f.text(f.energy(wattHours(came))) })
}

/** Sentences about the forecasts shown: of days that are over beside the outcome, or why there are none. */
export function forecastNotes({ data, shown, selection, forecasts }: Shown, scene: Scene): string[] {
  const { t, w, f, today, isTotal } = scene
  const wanted = (['energyForecast', 'loadForecast'] as const).filter((one) => shown.includes(one))
  if (!shown.some(isForecast)) return []
  if (lacksForecasts(data, shown, today)) return [t('noRecord')]
  const { expectation, record } = forecasts
  if (selection.period === 'day' && isTotal && !expectation) return [w('noTotalBand')]
  if (record) {
    const notes = wanted.flatMap((one) => recordNote(record, parts[one], scene) ?? [])
    return record.reissued && notes.length > 0 ? [...notes, w('reissued')] : notes
  }
  if (!expectation) return []
  const which = selection.date === today ? 'today' : 'tomorrow'
  const noon = new Date(`${today}T12:00:00Z`)
  const local = { t: w, f, now: noon, timeZone: 'UTC' }
  const texts = wanted.map((one) => ({ one, wording: dayTexts(expectation.days, parts[one], local) }))
  const notes = texts.map(({ one, wording }) =>
    t('expectedOf', { of: w(parts[one] === 'pv' ? 'sun' : 'house'), wording: wording[which] }),
  )
  return isTotal && texts.some(({ wording }) => wording.hasBand) ? [...notes, w('totalBandMeaning')] : notes
}
