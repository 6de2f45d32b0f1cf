import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { useTexts, useTranslation } from '../../../../platform/i18n/i18n.ts'
import type { Faults } from './toForm.ts'
import type { Field } from './typed.ts'

type Texts = { readonly other: string; readonly [rule: string]: string }
/** The texts that a field's errors have. */
const groups = {
  sn: 'system',
  kind: null,
  counter: 'counter',
  fromDay: 'from',
  fromTime: 'time',
  untilDay: 'until',
  untilTime: 'time',
  atDay: 'at',
  atTime: 'time',
  replaced: null,
  value: 'energy',
  before: 'energy',
  after: 'energy',
} as const satisfies Record<Field, string | null>

/** Returns a function that gives the text for the rule that a field breaks; null if it breaks none. */
export function useFieldFault(faults: Faults) {
  const { t } = useTranslation('corrections')
  const { fault } = useTexts('corrections')
  function textOf(field: Field, rule: FieldRule): string | null {
    if ((field === 'before' || field === 'after') && rule === 'required') return t('fault.replaced.required')
    const group = groups[field]
    if (group === null) return null
    const texts: Texts = fault[group]
    return texts[rule] ?? texts.other
  }
  return (field: Field) => {
    const rule = faults[field]
    return rule === undefined ? null : textOf(field, rule)
  }
}
