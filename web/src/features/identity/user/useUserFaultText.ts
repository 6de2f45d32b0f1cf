import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { useTexts, useTranslation } from '../../../platform/i18n/i18n.ts'
import type { UserField } from '../api/userChange.ts'
import { usePasswordFaultText } from '../fields/usePasswordFaultText.ts'

type Texts = { readonly other: string; readonly [rule: string]: string }

/** Returns a function that gives the text for a rule a profile field breaks; null if it breaks none. */
export function useUserFaultText() {
  const { t } = useTranslation('password')
  const { fault } = useTexts('user')
  const passwordFault = usePasswordFaultText()
  return (field: UserField, rule: FieldRule | undefined): string | null => {
    if (rule === undefined) return null
    if (field === 'password') return passwordFault(rule)
    if (field === 'repeat') return t('fault.repeat')
    const texts: Texts = fault[field]
    return texts[rule] ?? texts.other
  }
}
