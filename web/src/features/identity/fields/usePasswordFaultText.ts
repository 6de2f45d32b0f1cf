import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { useTranslation } from '../../../platform/i18n/i18n.ts'

/** Returns a function that gives the text for a broken password rule. */
export function usePasswordFaultText() {
  const { t } = useTranslation('password')
  return (broken: FieldRule | undefined): string | null => {
    if (broken === undefined) return null
    if (broken === 'required' || broken === 'common' || broken === 'too_long') return t(`fault.${broken}`)
    return t('fault.rules')
  }
}
