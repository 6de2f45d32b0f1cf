import type { LiveSystem } from '@kellersonne/core/live/live'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { Localizer } from './localizer.ts'

/** As many characters of a name as leave room for the sentence. */
const MOST = 24
const POP_ISOLATE = '\u2069'
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a name into characters as people see them, so that no emoji falls apart. */
const charactersOf = (name: string) => [...segmenter.segment(name)].map(({ segment }) => segment)

/** `most`: the characters that there is room for, the ellipsis among them. */
export function cutTo(most: number, name: string): string {
  const each = charactersOf(name)
  if (each.length <= most) return name
  return `${each.slice(0, Math.max(0, most - 1)).join('')}…${name.endsWith(POP_ISOLATE) ? POP_ISOLATE : ''}`
}

/** Cuts a name to what leaves room for the sentence. */
export const shortened = (name: string): string => cutTo(MOST, name)

/** Names that have so many first characters in common look the same where there is little room. */
const ALIKE = 6
/** As much of a name as is shown of its end. */
const LONGEST_END = 7

/** True if some of the names can be distinguished only by what follows their first characters. */
export const areAlike = (names: readonly string[]) =>
  new Set(names.map((name) => charactersOf(name).slice(0, ALIKE).join(''))).size < names.length

/** Splits a name before its last word, or before its last characters if that is long. Short ones, and those from right to left, stay whole. */
export function withEnd(name: string): { start: string; end: string } {
  const all = charactersOf(name)
  if (all.length <= LONGEST_END || name.endsWith(POP_ISOLATE)) return { start: name, end: '' }
  const word = all.lastIndexOf(' ')
  const at =
    word > 0 && all.length - word <= LONGEST_END + 1 ? word + 1 : Math.max(0, all.length - LONGEST_END)
  return { start: all.slice(0, at).join(''), end: all.slice(at).join('') }
}

/** What systems are called in a sentence: a name of the owner's in quotation marks, since it can be any words. */
export const spokenNames = (view: LiveViewModel, systems: readonly LiveSystem[], t: Localizer['t']) =>
  namesIn(view, systems).map((name, i) =>
    systems[i]?.name == null ? name : t('quoted', { name: shortened(name) }),
  )

/** More systems are counted, not named one by one. */
export const MOST_NAMED = 3

/** "L1 und L3", "15 von 60". */
export function namesOrCount(
  view: LiveViewModel,
  systems: readonly LiveSystem[],
  { t, f }: Localizer,
): string {
  if (systems.length > MOST_NAMED)
    return t('note.several', { count: systems.length, total: view.chosen.length })
  return f.list(namesIn(view, systems).map(shortened))
}
