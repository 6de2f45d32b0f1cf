import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from './format.ts'

/** Formats of the current language; the same object until the language changes. */
export function useFormats() {
  const { t, i18n } = useTranslation('units')
  return useMemo(() => formats(i18n.language === 'en' ? 'en' : 'de', t), [i18n.language, t])
}
