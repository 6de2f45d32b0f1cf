import type { ForecastQuality, ForecastScore } from '@kellersonne/contract/energy/forecast-record'
import { type WattHours, wattHours } from '@kellersonne/core/units/units'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { Figure } from '../parts/Figures.tsx'

export type Localizer = { readonly t: TFunction<'quality'>; readonly f: Formats }
export type JudgedDay = NonNullable<ForecastScore['best']>
type Period = ForecastQuality['periods'][number]
type KindQuality = Period['pv']

/** Fewer days say nothing: a single one decides. */
const FEWEST_DAYS = 14

/** One honest sentence about a period; it claims nothing where too little can be compared. */
export function verdict({ score }: Pick<KindQuality, 'score'>, { t }: Pick<Localizer, 't'>): string {
  if (!score) return t('noDays')
  if (score.no_better === null || score.days < FEWEST_DAYS) return t('tooFew', { count: score.days })
  if (score.no_better) return t('noBetter')
  return t(score.to_yesterday === null || score.to_week === null ? 'betterThanOne' : 'better')
}

const share = (percent: number, f: Formats) => f.text({ value: f.number(Math.abs(percent), 0), unit: '%' })
const isNothing = (percent: number) => Math.round(percent) === 0

/** "3 % zu viel erwartet" */
function biasText(bias: number, { t, f }: Localizer): string {
  if (isNothing(bias)) return t('biasNone')
  return t(bias > 0 ? 'biasHigh' : 'biasLow', { share: share(bias, f) })
}

/** "12 % weniger Fehler", from a ratio of errors. */
function ratioText(ratio: number, { t, f }: Localizer): string {
  const percent = 100 * (ratio - 1)
  if (isNothing(percent)) return t('sameError')
  return t(percent < 0 ? 'lessError' : 'moreError', { share: share(percent, f) })
}

/** The numbers of a period; those that are not known are "–". */
export function figures(score: ForecastScore, { t, f }: Localizer): Figure[] {
  const percent = (value: number | null) => (value === null ? '–' : share(value, f))
  const words = (value: number | null, write: (known: number, localizer: Localizer) => string) =>
    value === null ? '–' : write(value, { t, f })
  return [
    { name: t('error'), value: percent(score.error), note: '' },
    { name: t('bias'), value: words(score.bias, biasText), note: '' },
    { name: t('within'), value: percent(score.within_band), note: t('withinGoal') },
    { name: t('yesterday'), value: words(score.to_yesterday, ratioText), note: '' },
    { name: t('week'), value: words(score.to_week, ratioText), note: '' },
  ]
}

export const isWithin = ({ low, high, outcome }: JudgedDay) =>
  low !== null && high !== null && outcome >= low && outcome <= high

/** What was expected of a day and what came. */
export function dayText({ low, high, expected, outcome }: JudgedDay, { t, f }: Localizer): string {
  const write = (energy: number): string => f.text(f.energy(wattHours(energy)))
  if (low === null || high === null) return t('came', { expected: write(expected), outcome: write(outcome) })
  return t('cameBand', { low: write(low), high: write(high), outcome: write(outcome) })
}

/** Why a day came out as it did, as far as that is known; empty without a reason or a band. */
export function whyText(day: JudgedDay, { t }: Pick<Localizer, 't'>): string {
  if (day.why) return t(`why.${day.why}`)
  if (day.low === null || day.high === null) return ''
  if (isWithin(day)) return t('why.within')
  return t(day.outcome > day.high ? 'why.above' : 'why.below')
}

const reasons = ['gap', 'not_forecast', 'curtailed', 'snow', 'faulty'] as const

/** Which days do not count, and why; null if all do. */
export function excludedText(
  { excluded }: Pick<KindQuality, 'excluded'>,
  { t, f }: Localizer,
): string | null {
  const list = reasons.flatMap((why) =>
    excluded[why] > 0 ? [t(`out.${why}`, { count: excluded[why] })] : [],
  )
  return list.length === 0 ? null : t('excluded', { list: f.list(list) })
}

/** Of how many days the forecast was made later; null if of none. */
export const reissuedText = ({ reissued }: Pick<Period, 'reissued'>, { t }: Pick<Localizer, 't'>) =>
  reissued > 0 ? t('reissued', { count: reissued }) : null

export const energyText = (energy: number | null, f: Formats): string =>
  f.text(f.energy(energy === null ? null : (wattHours(energy) satisfies WattHours)))
