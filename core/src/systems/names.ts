import type { SerialNumber, SystemEntry } from './systems.ts'

/** Maximum length of a system's name, in Unicode characters: a family emoji has seven. */
export const NAME_LENGTH = 40

/** Control characters, line separators, characters without a meaning, and halves of characters. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
/** Invisible characters, which could turn a text around; those that join emoji and letters are none of them. */
const INVISIBLE = /(?![\u200C-\u200D\u{E0020}-\u{E007F}])\p{Cf}/u
/** More marks on one letter than any script has would cover the lines above and below. */
const PILED_MARKS = /\p{M}{5}/u
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** too_long: over NAME_LENGTH. format: invisible, or with characters that are no part of a text. */
export type NameFault = 'too_long' | 'format'

/** Parses a name as typed: trimmed and composed (NFC); null if there is nothing. It is never shortened. */
export function readName(text: string): { readonly name: string | null } | { readonly fault: NameFault } {
  const name = text.trim().normalize('NFC')
  if (name === '') return { name: null }
  if ([...name].length > NAME_LENGTH) return { fault: 'too_long' }
  const isText = !CONTROL.test(name) && !INVISIBLE.test(name) && !PILED_MARKS.test(name) && VISIBLE.test(name)
  return isText ? { name } : { fault: 'format' }
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
