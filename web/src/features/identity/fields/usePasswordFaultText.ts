import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { useTranslation } from 'react-i18next'

/** Returns a function that gives the text for a broken password rule. */
export function usePasswordFaultText() {
  const { t } = useTranslation('password')
  return (broken: FieldRule | undefined): string | null => {
    if (broken === undefined) return null
    if (broken === 'required' || broken === 'common' || broken === 'too_long') return t(`fault.${broken}`)
    return t('fault.rules')
  }
}
