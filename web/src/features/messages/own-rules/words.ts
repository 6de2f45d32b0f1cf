import type { RulePreviewAnswer } from '@kellersonne/contract/messages/own-rules'
import { type OwnRule, unitOf } from '@kellersonne/core/messages/own-rules/own-rule'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'

type Words = { readonly t: TFunction<'alerts'>; readonly f: Formats }

/** "Ladezustand unter 20 %, 10 Minuten lang" */
export function ruleText({ quantity, comparison, threshold, minutes }: OwnRule, { t, f }: Words): string {
  const values = {
    quantity: t(`rules.quantities.${quantity}`),
    comparison: t(`rules.comparisons.${comparison}`),
    threshold: f.text({ value: f.number(threshold, 0), unit: unitOf(quantity) }),
  }
  return minutes === 0 ? t('rules.text', values) : t('rules.textLong', { ...values, count: minutes })
}

/** How a rule would have done: "Hätte Ihnen in den letzten 30 Tagen 4-mal geschrieben." */
export function previewText(
  { days, fulfilled, times, share, verdict }: RulePreviewAnswer,
  { t, f }: Words,
): string {
  if (verdict === null || share === null) return t('rules.preview.nothing')
  return t(`rules.preview.verdict.${verdict}`, {
    days: t('rules.preview.days', { count: Math.max(1, Math.round(days)) }),
    fulfilled: f.number(fulfilled, 0),
    times: t('rules.preview.times', { count: times }),
    share: f.text({ value: f.number(share, 0), unit: '%' }),
  })
}
