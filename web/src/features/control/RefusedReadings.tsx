import type { LiveSystem } from '@kellersonne/core/live/live'
import { dayOf } from '@kellersonne/core/time/days'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

type Props = { system: LiveSystem; now: Date }

/** Says that readings of today are not counted because they cannot be right; nothing of those of another day. */
export function RefusedReadings({ system: { refusedToday, timeZone }, now }: Props) {
  const { t } = useTranslation('batteries')
  const f = useFormats()
  if (!refusedToday || dayOf(refusedToday.from, timeZone) !== dayOf(now, timeZone)) return null
  const { share } = refusedToday
  const text = f.text({ value: f.number(share, share < 10 ? 1 : 0), unit: '%' })
  return <Notice kind="warn" text={t('messages.refused', { share: text })} />
}
