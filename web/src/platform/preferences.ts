import { create } from 'zustand'
import type { Language } from './i18n/bundles.ts'
import { setLanguage } from './i18n/i18n.ts'
import { onStorageChange, type SidebarLook, sidebarBackgrounds, sidebarTitles, stored } from './stored.ts'

export type Preferences = {
  readonly dark: boolean
  readonly language: Language
  readonly sidebar: SidebarLook
}

/** Colours the sidebar's background and title can have (SHL-05). */
export const sidebarColours = { ground: sidebarBackgrounds, title: sidebarTitles }
export type SidebarColour = SidebarLook['ground' | 'title']

const plainSidebar: SidebarLook = { mini: false, ground: 'primary', title: 'primary' }

/** SHL-09: dark unless switched off, German unless English was chosen. SHL-05: the sidebar's default. */
const storedPreferences = (): Preferences => ({
  dark: stored.darkMode.get() ?? true,
  language: (stored.isGerman.get() ?? true) ? 'de' : 'en',
  sidebar: stored.sidebar.get() ?? plainSidebar,
})

/** The owner's preferences on this device. */
export const usePreferences = create<Preferences>(storedPreferences)

/** Applies the colour scheme to the page and to the browser's own frame. */
function showDark(dark: boolean) {
  const scheme = dark ? 'dark' : 'light'
  document.documentElement.dataset.colorScheme = scheme
  const around = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (around) around.content = around.dataset[scheme] ?? ''
  usePreferences.setState({ dark })
}

async function showLanguage(language: Language) {
  await setLanguage(language)
  document.documentElement.lang = language
  usePreferences.setState({ language })
}

export function chooseDark(dark: boolean) {
  stored.darkMode.set(dark)
  showDark(dark)
}

/** Changes the look of the sidebar on this device. */
export function chooseSidebar(change: Partial<SidebarLook>) {
  const sidebar = { ...usePreferences.getState().sidebar, ...change }
  stored.sidebar.set(sidebar)
  usePreferences.setState({ sidebar })
}

/** True if texts for a chosen language failed to load; a reload would help. */
export const useLanguageFailed = create<boolean>(() => false)

/** Resolves to true on success; otherwise keeps the previous language and offers a reload. */
async function tryLanguage(language: Language): Promise<boolean> {
  try {
    await showLanguage(language)
    return true
  } catch {
    useLanguageFailed.setState(true)
    return false
  }
}

/** Switches this device to another language. Resolves to whether its texts could be loaded. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const done = await tryLanguage(language)
  if (done) stored.isGerman.set(language === 'de')
  return done
}

/** Applies the stored preferences and follows changes made in other tabs. Rejects if the texts fail to load. */
export async function startPreferences() {
  onStorageChange(() => {
    const { dark, language, sidebar } = storedPreferences()
    showDark(dark)
    usePreferences.setState({ sidebar })
    if (language !== usePreferences.getState().language) void tryLanguage(language)
  })
  showDark(storedPreferences().dark)
  usePreferences.setState({ sidebar: storedPreferences().sidebar })
  await showLanguage(storedPreferences().language)
}
