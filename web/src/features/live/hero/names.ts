import type { LiveSystem } from '@kellersonne/core/live/live'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { Localizer } from './localizer.ts'

/** As many characters of a name as leave room for the sentence. */
const MOST = 24
const POP_ISOLATE = '\u2069'
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Shortens a name between two characters as people see them, so that no emoji falls apart. */
export function shortened(name: string): string {
  const each = [...characters.segment(name)].map(({ segment }) => segment)
  if (each.length <= MOST) return name
  return `${each.slice(0, MOST - 1).join('')}…${name.endsWith(POP_ISOLATE) ? POP_ISOLATE : ''}`
}

/** What systems are called in a sentence: a name of the owner's in quotation marks, since it can be any words. */
export const spokenNames = (view: LiveViewModel, systems: readonly LiveSystem[], t: Localizer['t']) =>
  namesIn(view, systems).map((name, i) =>
    systems[i]?.name == null ? name : t('quoted', { name: shortened(name) }),
  )

/** As many systems as are named one by one in a line. */
const FEW = 3

/** "L1 und L3", "15 von 60". */
export function namesOrCount(
  view: LiveViewModel,
  systems: readonly LiveSystem[],
  { t, f }: Localizer,
): string {
  if (systems.length > FEW) return t('note.several', { count: systems.length, total: view.chosen.length })
  return f.list(namesIn(view, systems).map(shortened))
}
