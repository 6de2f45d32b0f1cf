import type { LiveSystem, LiveValues } from '@kellersonne/core/live/live'
import { ruleOf, totals } from '@kellersonne/core/live/totals'
import { houseLoad } from '@kellersonne/core/units/power'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { CardName } from './names.ts'

type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }

/** How a number is read, and whether it is live or of the day. */
export type Reading = { readonly of: (values: LiveValues) => number | null; readonly daily: boolean }
export const readingOf = (name: CardName): Reading =>
  name === 'house' ? { of: ({ powers }) => houseLoad(powers), daily: false } : totals[name]

/** The selected systems that do not count towards a number: outdated, or without a value. */
export const excludedFrom = (view: LiveViewModel, { of, daily }: Reading): readonly LiveSystem[] =>
  view.chosen.filter((system) => of(system) === null || (!daily && view.excluded.includes(system)))

const FEW_NAMES = 2
/** As many characters as names may have together below a number. */
const ROOM = 24

/** "L2", "L1 und L3", "4 von 10". */
function few(view: LiveViewModel, systems: readonly LiveSystem[], { t, f }: Localizer) {
  const names = f.list(namesIn(view, systems))
  if (systems.length <= FEW_NAMES && names.length <= ROOM) return names
  return t('note.several', { count: systems.length, total: view.chosen.length })
}

/** "L1 und L2", "L1–L3", "von 10" if several systems share a phase. */
function range(view: LiveViewModel, { t, f }: Localizer) {
  const names = namesIn(view, view.chosen)
  if (names.length <= FEW_NAMES) return f.list(names)
  const phases = new Set(view.chosen.map(({ phase }) => phase))
  if (phases.size < names.length) return t('note.of', { count: names.length })
  return t('note.range', { first: names[0] ?? '', last: names.at(-1) ?? '' })
}

/** "ohne L2"; null if all are included. */
export function excludedNote(
  view: LiveViewModel,
  systems: readonly LiveSystem[],
  localizer: Localizer,
): string | null {
  return systems.length === 0 ? null : localizer.t('note.without', { names: few(view, systems, localizer) })
}

/** How the total of several systems was derived: which are excluded, until when one counts, or by which rule. */
export function totalNote(view: LiveViewModel, name: CardName, localizer: Localizer): string {
  const { t, f } = localizer
  const note = excludedNote(view, excludedFrom(view, readingOf(name)), localizer)
  if (note !== null) return note
  const [old] = view.excluded
  if (old?.lastOnline && (name === 'charged' || name === 'discharged')) {
    const clock = f.clock(old.lastOnline, old.timeZone)
    return t('note.upTo', { names: few(view, view.excluded, localizer), clock })
  }
  const rule = name === 'house' ? 'sum' : ruleOf(name, view.counted)
  return readingOf(name).daily ? t('note.sumOnly') : t(`note.${rule}`, { names: range(view, localizer) })
}
