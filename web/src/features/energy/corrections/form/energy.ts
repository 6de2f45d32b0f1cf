import type { FieldRule } from '@kellersonne/contract/shared/errors'
import type { Language } from '../../../../platform/i18n/bundles.ts'

const DIGITS = 3
const points: Record<Language, string> = { de: ',', en: '.' }

/**
 * Reads kWh with at most three decimals, as typed in a language; returns Wh as sent, or the rule that the text breaks.
 * The other language's point counts with one or two decimals only: with three it may be meant for thousands.
 */
export function readEnergy(typed: string, language: Language): { wh: string } | { rule: FieldRule } {
  const text = typed.replaceAll(/\s/g, '')
  if (text === '') return { rule: 'required' }
  const [, whole = '', point, decimals = ''] = /^(\d{1,10})(?:([.,])(\d{1,3}))?$/.exec(text) ?? []
  const isForeign = point !== undefined && point !== points[language]
  if (whole === '' || (isForeign && decimals.length === DIGITS)) return { rule: 'format' }
  return { wh: String(Number(whole + decimals.padEnd(DIGITS, '0'))) }
}
