import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { Moment } from '@kellersonne/core/energy/forecast/charge-range'
import type { Localizer } from './words.ts'

type Scene = Localizer & { readonly now: Date; readonly timeZone: string }

/** Forecasts are no more accurate. */
const ROUNDED_TO = 10 * 60_000
const rounded = (at: Date) => new Date(Math.round(at.getTime() / ROUNDED_TO) * ROUNDED_TO)

/** As core: a battery that charges ever more slowly counts as full. */
const FULL_PERCENT = 99.5
const EMPTY_MARGIN = 0.2

/** Says when something is expected, and how certain that is. */
function momentText(of: 'full' | 'lasts', { earliest, expected, latest }: Moment, { t, ...scene }: Scene) {
  const write = (at: Date) => scene.f.moment(rounded(at), scene.now, scene.timeZone)
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
  const { t, f, now, timeZone } = scene
  const last = charge.steps.at(-1)
  const said = [
    outlook.soc >= FULL_PERCENT ? t('full.now') : charge.full && momentText('full', charge.full, scene),
    outlook.soc <= outlook.reserve + EMPTY_MARGIN
      ? t('lasts.now')
      : charge.lasts && momentText('lasts', charge.lasts, scene),
  ].filter((text) => text !== null)
  if (said.length > 0 || !last) return said
  return [t('neither', { until: f.moment(last.until, now, timeZone) })]
}
