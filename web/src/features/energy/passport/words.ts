import { type PassportValue, passportNames } from '@kellersonne/contract/energy/battery-passport'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { Figure } from '../parts/Figures.tsx'

type Words = { readonly t: TFunction<'health'>; readonly f: Formats }
const statuses = ['original', 'repurposed', 'reused', 'remanufactured', 'waste'] as const

/** Digits by unit; counts and energies are whole. */
const digits: Readonly<Record<string, 1 | 2>> = { Ah: 1, '%': 1, '%/month': 1, h: 1, '°C': 1, Ω: 2 }

function valueText({ value, plus_minus: by, unit }: PassportValue, { t, f }: Words): string {
  if (value === null) return '–'
  if (typeof value === 'string') {
    const status = statuses.find((one) => one === value)
    return status ? t(`statuses.${status}`) : value
  }
  const show = (one: number) => f.number(one, digits[unit ?? ''] ?? 0)
  const text = by === null ? show(value) : t('passport.plusMinus', { value: show(value), by: show(by) })
  return f.text({ value: text, unit: unit === '%/month' ? '%' : (unit ?? '') })
}

/** The values of a passport, each with its data point, and where it is from or who must add it. */
export const passportFigures = (values: readonly PassportValue[], words: Words): Figure[] =>
  values.map((value) => {
    const { t } = words
    const name = passportNames.find((one) => one === value.name)
    const from = value.source === null ? t('passportPage.maker') : t(`passport.sources.${value.source}`)
    return {
      name: name ? t(`passport.fields.${name}`) : value.name,
      value: valueText(value, words),
      note: t('passport.note', { point: value.point, from }),
    }
  })
