import { TOTAL } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { useNow } from '../../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { forecastNotes } from '../model/forecastNotes.ts'
import type { System } from '../model/selection.ts'
import type { Shown } from '../model/useGraph.ts'

/** What was or is expected of the day shown as a whole, with its band, and what came. */
export function useForecastNotes(shown: Shown | null, system: System): string[] {
  const { t } = useTranslation('charts')
  const { t: w } = useTranslation('forecast')
  const f = useFormats()
  const timeZone = shown?.data.timeZone ?? 'UTC'
  const today = useNow((now) => dayOf(now, timeZone))
  return shown ? forecastNotes(shown, { t, w, f, today, isTotal: system === TOTAL }) : []
}
