import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { de } from './de.ts'

export type Words = typeof de
export type Language = 'de' | 'en'
export type Namespace = keyof Words

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Words
    returnNull: false
  }
}

const load: Record<Language, () => Promise<Words>> = {
  de: async () => (await import('./de.ts')).de,
  en: async () => (await import('./en.ts')).en,
}

/** Loads a language and switches to it. Rejects where its words cannot be loaded. */
export async function speak(language: Language) {
  const words = await load[language]()
  if (i18next.isInitialized) {
    for (const [namespace, bundle] of Object.entries(words))
      i18next.addResourceBundle(language, namespace, bundle)
    await i18next.changeLanguage(language)
  } else {
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      ns: Object.keys(words),
      defaultNS: 'common',
      resources: { [language]: words },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  }
}
