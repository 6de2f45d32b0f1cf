import type { SerialNumber, SystemEntry } from './systems.ts'

/** Maximum length of a system's name, in Unicode characters: a family emoji has seven. */
export const NAME_LENGTH = 40
/** A composed name is never longer than what was typed; this is enough for any that is not composed yet. */
const TYPED_LENGTH = 10 * NAME_LENGTH

/** Control characters, line separators, characters without a meaning, and halves of characters. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
/**
 * Invisible characters, which could turn a text around or carry a hidden one. Those that join emoji and letters,
 * choose a variant of a letter, or fill a Korean syllable are none of them.
 */
const INVISIBLE = /(?![\u200C-\u200D\p{M}\p{L}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
/** The flags of England, Scotland and Wales, the only emoji with invisible letters: gbeng, gbsct, gbwls. */
const FLAG =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu
/** What shows nothing by itself, so that the marks on both sides of it stand on one letter. */
const BETWEEN_MARKS = /(?!\p{M})\p{Default_Ignorable_Code_Point}/gu
/** More marks on one letter than any script has would cover the lines above and below. */
const PILED_MARKS = /\p{M}{5}/u
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** too_long: over NAME_LENGTH. format: invisible, or with characters that are no part of a text. */
export type NameFault = 'too_long' | 'format'

function isText(name: string): boolean {
  if (CONTROL.test(name) || INVISIBLE.test(name.replaceAll(FLAG, ''))) return false
  return VISIBLE.test(name) && !PILED_MARKS.test(name.replaceAll(BETWEEN_MARKS, ''))
}

/** Parses a name as typed: trimmed and composed (NFC); null if there is nothing. It is never shortened. */
export function readName(text: string): { readonly name: string | null } | { readonly fault: NameFault } {
  // Composing takes time with the square of the marks on a letter.
  if (text.length > TYPED_LENGTH) return { fault: 'too_long' }
  const name = text.trim().normalize('NFC')
  if (name === '') return { name: null }
  if ([...name].length > NAME_LENGTH) return { fault: 'too_long' }
  return isText(name) ? { name } : { fault: 'format' }
}

/** In Unicode isolates, so that such a name leaves the order of the text around it alone. */
const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)

/** How a system is called where its serial number is beside it. */
export const plainName = ({ name, phase }: SystemEntry) => (name == null ? `L${phase}` : isolated(name))

/** How each of an owner's systems is called: by name, else by phase; with the serial number where several are called the same. */
export function calledNames(systems: readonly SystemEntry[]): ReadonlyMap<SerialNumber, string> {
  const bearers = Map.groupBy(systems, plainName)
  return new Map(
    systems.map((system) => {
      const name = plainName(system)
      return [system.sn, bearers.get(name)?.length === 1 ? name : `${name} ${system.sn}`]
    }),
  )
}
