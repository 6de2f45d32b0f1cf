import { useMemo } from 'react'
import { formats } from './format.ts'
import { useTranslation } from './i18n.ts'

/** Formats of the current language; the same object until the language changes. */
export function useFormats() {
  const { t, language } = useTranslation('units')
  return useMemo(() => formats(language, t), [language, t])
}
