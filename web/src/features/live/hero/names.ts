import type { LiveSystem } from '@kellersonne/core/live/live'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { Localizer } from './localizer.ts'

/** As many characters of a name as leave room for the sentence. */
const MOST = 24
const POP_ISOLATE = '\u2069'
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a name into characters as people see them, so that no emoji falls apart. */
export const charactersOf = (name: string) => [...segmenter.segment(name)].map(({ segment }) => segment)

export function shortened(name: string): string {
  const each = charactersOf(name)
  if (each.length <= MOST) return name
  return `${each.slice(0, MOST - 1).join('')}…${name.endsWith(POP_ISOLATE) ? POP_ISOLATE : ''}`
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
