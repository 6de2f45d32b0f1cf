import { type Condition, conditions } from '@kellersonne/core/live/conditions'
import type { Sentence } from '@kellersonne/core/live/sentence'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import type { Localizer } from './localizer.ts'
import { spokenNames } from './names.ts'

type Statement = Sentence | Condition
/** Said of the batteries themselves, not of the house that they supply. */
export type OfBatteries = Condition | 'unknown'

export const isOfBatteries = (statement: Statement): statement is OfBatteries =>
  statement === 'unknown' || conditions.some((condition) => condition === statement)

/** The selected system's name if it is one of several: its share is not all of "your home". */
const nameOf = (view: LiveViewModel, t: Localizer['t']): string | undefined =>
  view.chosen.length < view.systems.length ? spokenNames(view, view.chosen, t)[0] : undefined

/** Returns the sentence on what happens now; its lines break at line feeds. */
export function sentenceOf(view: LiveViewModel, localizer: Localizer): string {
  const { sentence, missing } = view.summary
  const text = statementOf(view, localizer)
  return missing.length === 0 || isOfBatteries(sentence) ? text : `${localizer.t('asKnown')}\n${text}`
}

function statementOf(view: LiveViewModel, localizer: Localizer): string {
  const { t, f } = localizer
  const { sentence, stopped, battery } = view.summary
  if (stopped.length === 0) return whole(sentence, view, localizer)
  const names = view.systems.length === 1 ? t('battery') : f.list(spokenNames(view, stopped, t))
  const values = { count: stopped.length, names }
  const what = battery === 'discharges' ? t('stopped.deliver', values) : t('stopped.charge', values)
  return `${clause(sentence, view, localizer)}\n${what}`
}

function whole(statement: Statement, view: LiveViewModel, { t }: Localizer): string {
  const name = nameOf(view, t)
  if (name !== undefined && (isOfBatteries(statement) || statement === 'sunAndGrid' || statement === 'quiet'))
    return t(`conditions.named.${statement}`, { name })
  return isOfBatteries(statement)
    ? t(`conditions.sentence.${statement}`, { count: view.chosen.length })
    : t(`sentence.${statement}`, houseOf(name, t))
}

/** The same, as the first of two sentences. */
function clause(statement: Statement, view: LiveViewModel, localizer: Localizer): string {
  return isOfBatteries(statement)
    ? whole(statement, view, localizer).replaceAll('\n', ' ')
    : localizer.t(`clause.${statement}`, houseOf(nameOf(view, localizer.t), localizer.t))
}

const houseOf = (name: string | undefined, t: Localizer['t']) => ({
  house: name ?? t('house'),
  House: name ?? t('House'),
})
