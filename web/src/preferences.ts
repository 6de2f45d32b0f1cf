import { create } from 'zustand'
import { type Language, speak } from './i18n/i18n.ts'
import { onStoredElsewhere, stored } from './stored.ts'

export type Preferences = { readonly dark: boolean; readonly language: Language }

/** SHL-09: dark unless switched off; German unless English was chosen. */
const kept = (): Preferences => ({
  dark: stored.darkMode.get() ?? true,
  language: (stored.german.get() ?? true) ? 'de' : 'en',
})

/** What the owner prefers on this device. */
export const usePreferences = create<Preferences>(kept)

/** On the page, and on what the browser draws around it. */
function showDark(dark: boolean) {
  const scheme = dark ? 'dark' : 'light'
  document.documentElement.dataset.colorScheme = scheme
  const around = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (around) around.content = around.dataset[scheme] ?? ''
  usePreferences.setState({ dark })
}

async function showLanguage(language: Language) {
  await speak(language)
  document.documentElement.lang = language
  usePreferences.setState({ language })
}

export function chooseDark(dark: boolean) {
  stored.darkMode.set(dark)
  showDark(dark)
}

/** Rejects where the language's words cannot be loaded; the one before stays then. */
export async function chooseLanguage(language: Language) {
  await showLanguage(language)
  stored.german.set(language === 'de')
}

/** Shows what is kept, and follows what another tab chooses. Rejects where the words cannot be loaded. */
export async function startPreferences() {
  onStoredElsewhere(() => {
    const { dark, language } = kept()
    showDark(dark)
    if (language !== usePreferences.getState().language) void showLanguage(language)
  })
  showDark(kept().dark)
  await showLanguage(kept().language)
}
