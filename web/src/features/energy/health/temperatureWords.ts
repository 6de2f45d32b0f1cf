import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import type { Level } from './Levels.tsx'
import type { Localizer } from './words.ts'

export type Temperature = NonNullable<BatteryHealth['temperature']>

const warmths = ['freezing', 'cold', 'mild', 'warm', 'hot'] as const
/** Shares of less time say nothing. */
const LEAST_HOURS = 1 / 4

const allHours = ({ hours }: Temperature) => hours.reduce((sum, one) => sum + one, 0)
/** Whether there is enough time to say how it was spent. */
export const isLongEnough = (temperature: Temperature): boolean => allHours(temperature) >= LEAST_HOURS

const hoursText = (hours: number, { f }: Localizer) =>
  f.text({ value: f.number(hours, hours < 10 ? 1 : 0), unit: 'h' })

/** The time at each level, and its share. */
export function warmthLevels(temperature: Temperature, localizer: Localizer): Level[] {
  const { hours } = temperature
  const all = allHours(temperature)
  return warmths.map((warmth, i) => ({
    name: localizer.t(`warmths.${warmth}`),
    share: (100 * (hours[i] ?? 0)) / all,
    value: hoursText(hours[i] ?? 0, localizer),
  }))
}

/** How warm the battery was, in two sentences. */
export function warmthText(temperature: Temperature, localizer: Localizer): string {
  const { t, f } = localizer
  const { lowest, highest, hours } = temperature
  if (!isLongEnough(temperature)) return t('warmthEarly')
  const celsius = (value: number) => f.text({ value: f.number(value, 0), unit: '°C' })
  const most = warmths[hours.indexOf(Math.max(...hours))] ?? 'mild'
  const extreme = (hours[0] ?? 0) + (hours.at(-1) ?? 0)
  const isNever = lowest >= 0 && highest < 45
  return [
    t('warmth', { level: t(`warmths.${most}`), lowest: celsius(lowest), highest: celsius(highest) }),
    t(isNever ? 'warmthNever' : 'warmthExtreme', {
      ...{ hours: hoursText(extreme, localizer), all: hoursText(allHours(temperature), localizer) },
    }),
  ].join(' ')
}
