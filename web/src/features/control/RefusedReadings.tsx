import type { LiveSystem } from '@kellersonne/core/live/live'
import { refusedShare } from '@kellersonne/core/live/refused'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

type Props = { system: LiveSystem; now: Date }

/** Says that readings of today are not counted because they cannot be right; nothing of those of another day. */
export function RefusedReadings({ system, now }: Props) {
  const { t } = useTranslation('batteries')
  const f = useFormats()
  const share = refusedShare(system, now)
  if (share === null) return null
  const text = f.text({ value: f.number(share, share < 10 ? 1 : 0), unit: '%' })
  return <Notice kind="warn" text={t('messages.refused', { share: text })} />
}
