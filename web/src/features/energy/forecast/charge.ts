import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { Moment } from '@kellersonne/core/energy/forecast/charge-range'
import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import type { Localizer } from './words.ts'

type Scene = Localizer & { readonly now: Date; readonly timeZone: string }

/** Forecasts are no more accurate. */
const ROUNDED_TO = 10 * 60_000
const rounded = (at: Date) => new Date(Math.round(at.getTime() / ROUNDED_TO) * ROUNDED_TO)

/** As core: a battery that charges ever more slowly counts as full. */
const FULL_PERCENT = 99.5
const EMPTY_MARGIN = 0.2

/** A time of day; of tomorrow with that word. */
function timeText(at: Date, { t, f, now, timeZone }: Scene): string {
  const isTomorrow = dayOf(at, timeZone) === dayAfter(dayOf(now, timeZone))
  return isTomorrow ? t('tomorrowAt', { time: f.time(at, timeZone) }) : f.moment(at, now, timeZone)
}

/** Says when something is expected, and how certain that is. */
function momentText(of: 'full' | 'lasts', { earliest, expected, latest }: Moment, scene: Scene) {
  const { t } = scene
  const write = (at: Date) => timeText(rounded(at), scene)
  const times = {
    earliest: write(earliest ?? expected ?? scene.now),
    expected: write(expected ?? scene.now),
    latest: write(latest ?? scene.now),
  }
  if (expected === null) return earliest === null ? null : t(`${of}.unlikely`, times)
  if (earliest === null || times.earliest === times.latest) return t(`${of}.at`, times)
  return t(latest === null ? `${of}.open` : `${of}.between`, times)
}

/** What is to be said of the battery: whether and when it will be full, and until when it supplies the house. */
export function chargeTexts(
  { charge, outlook }: Pick<Expectation, 'charge' | 'outlook'>,
  scene: Scene,
): string[] {
  if (!charge || !outlook) return []
  const { t } = scene
  const last = charge.steps.at(-1)
  const lines = [
    outlook.soc >= FULL_PERCENT ? t('full.now') : charge.full && momentText('full', charge.full, scene),
    outlook.soc <= outlook.reserve + EMPTY_MARGIN
      ? t('lasts.now')
      : charge.lasts && momentText('lasts', charge.lasts, scene),
  ].filter((text) => text !== null)
  if (lines.length > 0 || !last) return lines
  return [t('neither', { until: timeText(last.until, scene) })]
}
