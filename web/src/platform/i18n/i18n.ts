import { useSyncExternalStore } from 'react'
import { withChunkTimeout } from '../chunkFault.ts'
import { type Bundle, bundles, type Language, type Namespace, type Translations } from './bundles.ts'
import { addTexts, type TextTable, type TFunction, translator } from './translate.ts'

type Translator = ReturnType<typeof translator>

const loaded: Record<Language, Partial<Translations>> = { de: {}, en: {} }
const tables: Record<Language, TextTable> = { de: new Map(), en: new Map() }
const translators = new Map<string, Translator>()

const wanted = new Set<Bundle>(['everyday'])
let current: Language | null = null
/** The latest language change, done or pending. */
let turn: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

async function load(bundle: Bundle, language: Language) {
  const read: () => Promise<Partial<Translations>> = bundles[bundle][language]
  const texts = await withChunkTimeout(read())
  Object.assign(loaded[language], texts)
  for (const [namespace, words] of Object.entries(texts)) addTexts(tables[language], words, `${namespace}:`)
}

async function turnTo(language: Language) {
  await Promise.all([...wanted].map((bundle) => load(bundle, language)))
  current = language
  for (const listener of listeners) listener()
}

/** Loads a language and switches to it. Rejects if its texts fail to load in time. */
export function setLanguage(language: Language): Promise<void> {
  turn = turnTo(language)
  return turn
}

/**
 * Loads one more bundle, for the current language and every later one; before the first language is set, it is loaded
 * along with it. Rejects if it fails to load in time.
 */
export async function loadNamespaces(bundle: Bundle) {
  wanted.add(bundle)
  await turn.catch(() => null)
  if (current) await load(bundle, current)
}

/** The current language; German until one has been loaded. */
const currentLanguage = (): Language => current ?? 'de'
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Texts of a language by keys of a namespace, or of others with a prefix; the same function at each call. */
export function textsOf<First extends Namespace, Others extends Namespace = never>(
  language: Language,
  namespace: First,
): TFunction<First, Others> {
  const key = `${language} ${namespace}`
  const found = translators.get(key) ?? translator(tables[language], language, namespace)
  translators.set(key, found)
  return found
}

const useLanguage = () => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/**
 * The current language and its texts, by keys of the first namespace, or of the others with a prefix. `t` is the same
 * function until the language changes.
 */
export function useTranslation<First extends Namespace, Others extends Namespace = never>(
  namespace: First,
  ..._others: Others[]
) {
  const language = useLanguage()
  const t: TFunction<First, Others> = textsOf(language, namespace)
  return { t, language }
}

/** All texts of a namespace in the current language, for keys that are known at run time only. Throws if it has not been loaded. */
export function useTexts<Of extends Namespace>(namespace: Of) {
  const texts = loaded[useLanguage()][namespace]
  if (texts === undefined) throw new Error(`no texts of ${namespace} have been loaded`)
  return texts
}
