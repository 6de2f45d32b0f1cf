import type { ApiError } from '../../../../platform/client/client.ts'
import { serverNow } from '../../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../../ui/forms/useFaultText.ts'

type Props = {
  fault: ApiError | null
  /** When the values were current, if they come from a stored copy. */
  copiedAt: Date | null
  timeZone: string
}

/** Why the values shown are not current, and how old they are if that is known. */
export function OldValues({ fault, copiedAt, timeZone }: Props) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const why = useFaultText()(fault)
  const text = copiedAt
    ? t('copied', { why, at: f.moment(copiedAt, serverNow(), timeZone) })
    : why && t('old', { why })
  return <Notice kind="warn" text={text} />
}
