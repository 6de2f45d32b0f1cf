import { type PassportValue, passportNames } from '@kellersonne/contract/energy/battery-passport'
import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { Figure } from '../parts/Figures.tsx'

type Words = { readonly t: TFunction<'health'>; readonly f: Formats }
const statuses = ['original', 'repurposed', 'reused', 'remanufactured', 'waste'] as const

const digitsOf = (value: number) => (Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1)

function valueText({ value, plus_minus: by, unit }: PassportValue, { t, f }: Words): string {
  if (value === null) return '–'
  if (typeof value === 'string') {
    const status = statuses.find((one) => one === value)
    return status ? t(`statuses.${status}`) : value
  }
  const number = f.number(value, digitsOf(value))
  const text =
    by === null ? number : t('passport.plusMinus', { value: number, by: f.number(by, digitsOf(by)) })
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
      note: `${value.point} · ${from}`,
    }
  })
