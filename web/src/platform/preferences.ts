import { create } from 'zustand'
import { type Language, speak } from './i18n/i18n.ts'
import { grounds, onStoredElsewhere, type SidebarLook, sidebarTitles, stored } from './stored.ts'

export type Preferences = {
  readonly dark: boolean
  readonly language: Language
  readonly sidebar: SidebarLook
}

/** What the sidebar's background and its title can be coloured with (SHL-05). */
export const sidebarColours = { ground: grounds, title: sidebarTitles }
export type SidebarColour = SidebarLook['ground' | 'title']

const plainSidebar: SidebarLook = { mini: false, ground: 'primary', title: 'primary' }

/** SHL-09: dark unless switched off; German unless English was chosen. SHL-05: the sidebar as it comes. */
const kept = (): Preferences => ({
  dark: stored.darkMode.get() ?? true,
  language: (stored.german.get() ?? true) ? 'de' : 'en',
  sidebar: stored.sidebar.get() ?? plainSidebar,
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

/** Changes how the sidebar looks here. */
export function chooseSidebar(change: Partial<SidebarLook>) {
  const sidebar = { ...usePreferences.getState().sidebar, ...change }
  stored.sidebar.set(sidebar)
  usePreferences.setState({ sidebar })
}

/** Whether something that a choice of language needs could not be loaded, which a reload would mend. */
export const useUnspoken = create<boolean>(() => false)

/** Whether it could be done; else the language before stays, and a reload is offered. */
async function tryLanguage(language: Language): Promise<boolean> {
  try {
    await showLanguage(language)
    return true
  } catch {
    useUnspoken.setState(true)
    return false
  }
}

/** Speaks another language here. Says whether its words could be loaded. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const done = await tryLanguage(language)
  if (done) stored.german.set(language === 'de')
  return done
}

/** Shows what is kept, and follows what another tab chooses. Rejects where the words cannot be loaded. */
export async function startPreferences() {
  onStoredElsewhere(() => {
    const { dark, language, sidebar } = kept()
    showDark(dark)
    usePreferences.setState({ sidebar })
    if (language !== usePreferences.getState().language) void tryLanguage(language)
  })
  showDark(kept().dark)
  usePreferences.setState({ sidebar: kept().sidebar })
  await showLanguage(kept().language)
}
