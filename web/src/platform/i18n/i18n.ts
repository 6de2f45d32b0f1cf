import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { inTime } from '../chunkFault.ts'
import type { account } from './de/account.ts'
import type { calendar } from './de/calendar.ts'
import type { charts } from './de/charts.ts'
import type { details } from './de/details.ts'
import type { glossary } from './de/glossary.ts'
import type { owner } from './de/owner.ts'
import type { update } from './de/update.ts'
import type { de } from './de.ts'

export type Words = typeof de &
  typeof owner &
  typeof account &
  typeof details &
  typeof update & { charts: typeof charts; calendar: typeof calendar; glossary: typeof glossary }
export type Language = 'de' | 'en'
export type Namespace = keyof Words

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Words
    returnNull: false
  }
}

/**
 * What is loaded together: the words of every day, those of pages about the account, those behind the overview, those
 * of charts and calendar, those of updates, and what the words mean.
 */
const bundles = {
  everyday: {
    de: async () => (await import('./de.ts')).de,
    en: async () => (await import('./en.ts')).en,
  },
  owner: {
    de: async () => (await import('./de/owner.ts')).owner,
    en: async () => (await import('./en/owner.ts')).owner,
  },
  account: {
    de: async () => (await import('./de/account.ts')).account,
    en: async () => (await import('./en/account.ts')).account,
  },
  details: {
    de: async () => (await import('./de/details.ts')).details,
    en: async () => (await import('./en/details.ts')).details,
  },
  glossary: {
    de: () => import('./de/glossary.ts'),
    en: () => import('./en/glossary.ts'),
  },
  charts: {
    de: async () => ({
      ...(await import('./de/charts.ts')),
      ...(await import('./de/calendar.ts')),
      ...(await import('./de/versions.ts')),
    }),
    en: async () => ({
      ...(await import('./en/charts.ts')),
      ...(await import('./en/calendar.ts')),
      ...(await import('./en/versions.ts')),
    }),
  },
  update: {
    de: async () => (await import('./de/update.ts')).update,
    en: async () => (await import('./en/update.ts')).update,
  },
} satisfies Record<string, Record<Language, () => Promise<object>>>
export type Bundle = keyof typeof bundles

const wanted = new Set<Bundle>(['everyday'])
let spoken: Language | null = null
/** The newest change of language, done or under way. */
let turn: Promise<void> = Promise.resolve()

async function load(bundle: Bundle, language: Language) {
  const words = await inTime<object>(bundles[bundle][language]())
  for (const [namespace, texts] of Object.entries(words))
    i18next.addResourceBundle(language, namespace, texts)
}

async function turnTo(language: Language) {
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'common',
      resources: {},
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  }
  await Promise.all([...wanted].map((bundle) => load(bundle, language)))
  spoken = language
  await i18next.changeLanguage(language)
}

/** Loads a language and switches to it. Rejects where its words cannot be loaded in time. */
export function speak(language: Language): Promise<void> {
  turn = turnTo(language)
  return turn
}

/**
 * Makes more words known, in whatever language is spoken from now on; before the first is, they come with it.
 * Rejects where they cannot be loaded in time.
 */
export async function learn(bundle: Bundle) {
  wanted.add(bundle)
  await turn.catch(() => null)
  if (spoken) await load(bundle, spoken)
}
