import type { Translations } from '../../../platform/i18n/bundles.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { CardName } from '../cards/names.ts'

/** Numbers of the day so far. */
export type DayTopic =
  | 'pvEnergy'
  | 'houseEnergy'
  | 'importEnergy'
  | 'feedInEnergy'
  | 'charged'
  | 'discharged'
  | 'selfConsumption'
  | 'selfSufficiency'

/** A number of the dashboard that can be explained (DSH-11). */
export type Topic = CardName | DayTopic

const dayTopics: readonly Topic[] = [
  'pvEnergy',
  'houseEnergy',
  'importEnergy',
  'feedInEnergy',
  'charged',
  'discharged',
  'selfConsumption',
  'selfSufficiency',
] satisfies readonly DayTopic[]
const isDayTopic = (topic: Topic): topic is DayTopic => dayTopics.includes(topic)

/** The name of a number. */
export function nameOf(topic: Topic, t: TFunction<'dashboard'>): string {
  return isDayTopic(topic) ? t(`day.${topic}`) : t(`card.${topic}`)
}

/** The glossary entry for a number. */
export function termOf(topic: Topic): string {
  const term: keyof Translations['glossary']['term'] = topic === 'houseEnergy' ? 'house' : topic
  return `/glossary#${term}`
}
