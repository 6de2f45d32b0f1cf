import type { Expectation } from '@kellersonne/contract/energy/forecast'
import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { aboutText, bandText, energyOf, type Localizer } from './words.ts'

export type Kind = 'pv' | 'load'
type Days = Expectation['days']
type Known = { readonly text: string; readonly hasBand: boolean }

/** What is expected of a whole day, with its band where that is known; null without a forecast. */
function dayText(day: Days[number] | undefined, kind: Kind, localizer: Localizer): Known | null {
  const sum = day?.sums[kind]
  if (sum) return { text: bandText(sum, localizer), hasBand: true }
  const energy = day ? energyOf(day[kind]) : null
  return energy === null ? null : { text: aboutText(energy, localizer), hasBand: false }
}

/** Sentences about today and tomorrow, by the day's name: a forecast that was made yesterday has another today. */
export function dayTexts(days: Days, kind: Kind, scene: Localizer & { now: Date; timeZone: string }) {
  const { t, now, timeZone } = scene
  const today = dayOf(now, timeZone)
  const of = (wanted: string) =>
    dayText(
      days.find(({ day }) => day === wanted),
      kind,
      scene,
    )
  const [first, second] = [of(today), of(dayAfter(today))]
  return {
    today: first ? t('today', { band: first.text }) : t('noToday'),
    tomorrow: second ? t('tomorrow', { band: second.text }) : t('noTomorrow'),
    /** True if one of them is told with its band, false if one is told without; null if none is told. */
    hasBand: first || second ? [first, second].some((one) => one?.hasBand) : null,
  }
}
