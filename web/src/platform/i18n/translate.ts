import type { Language, Namespace, Translations } from './bundles.ts'

/** `zero` is the form of no other number than 0. */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'other'
/** The key by which a text with plural forms is asked for. */
type WithoutForm<Key extends string> = Key extends `${infer Base}_ordinal_${PluralForm}`
  ? Base
  : Key extends `${infer Base}_${PluralForm}`
    ? Base
    : Key
/** Dotted paths of all texts in an object. */
type TextPath<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutForm<Key>
    : Texts[Key] extends readonly unknown[]
      ? never
      : `${Key}.${TextPath<Texts[Key]>}`
}[keyof Texts & string]

type Key<First extends Namespace, Others extends Namespace> =
  | TextPath<Translations[First]>
  | { [Each in Others]: `${Each}:${TextPath<Translations[Each]>}` }[Others]

export type Values = {
  /** Chooses the plural form; filled in like every value. */
  readonly count?: number
  /** Chooses the form of an ordinal number. */
  readonly ordinal?: true
  readonly [name: string]: string | number | true | null | undefined
}
/**
 * Returns the text of a key with its values filled in; the key itself if no such text has been loaded. Keys of other
 * namespaces than the first are prefixed with theirs.
 */
export type TFunction<First extends Namespace = 'common', Others extends Namespace = never> = (
  key: Key<First, Others>,
  values?: Values,
) => string

/** Texts by namespace and path, `namespace:dotted.path`. */
export type TextTable = Map<string, string>

/** Adds all texts of an object. */
export function addTexts(table: TextTable, texts: object, prefix: string) {
  const entries: [string, unknown][] = Object.entries(texts)
  for (const [key, value] of entries) {
    if (typeof value === 'string') table.set(`${prefix}${key}`, value)
    else if (typeof value === 'object' && value !== null) addTexts(table, value, `${prefix}${key}.`)
  }
}

/** Created when first needed, and once: creating them is slow. */
const rules = new Map<string, Intl.PluralRules>()
function formOf(language: Language, count: number, type: Intl.PluralRuleType): Intl.LDMLPluralRule {
  const key = `${language} ${type}`
  const rule = rules.get(key) ?? new Intl.PluralRules(language, { type })
  rules.set(key, rule)
  return rule.select(count)
}

function find(table: TextTable, language: Language, key: string, { count, ordinal }: Values) {
  if (count === undefined) return table.get(key)
  const none = count === 0 ? table.get(`${key}_zero`) : undefined
  const form = ordinal ? `ordinal_${formOf(language, count, 'ordinal')}` : formOf(language, count, 'cardinal')
  return none ?? table.get(`${key}_${form}`) ?? table.get(key)
}

/** Looks texts up in the table of a language; keys without a namespace are those of `namespace`. */
export const translator =
  (table: TextTable, language: Language, namespace: Namespace) =>
  (key: string, values: Values = {}): string => {
    const text = find(table, language, key.includes(':') ? key : `${namespace}:${key}`, values)
    return text?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) ?? key
  }
