import type { FaultCode } from '../../platform/client/client.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Notice } from '../feedback/Notice.tsx'
import { minutesAndSeconds } from '../hooks/useCountdown.ts'
import type { Attempt } from './useRateLimitedSubmit.ts'

type Props = Pick<Attempt, 'fault' | 'retryAfterSeconds'> & {
  /** The page's own texts for some error codes. */
  own?: Partial<Record<FaultCode, string>>
}

/** Why an attempt failed, or how long until the next one is allowed. */
export function RateLimitNotice({ fault, retryAfterSeconds, own = {} }: Props) {
  const { t } = useTranslation('common', 'errors')
  const waitText =
    retryAfterSeconds === 0 ? t('again') : t('wait', { time: minutesAndSeconds(retryAfterSeconds ?? 0) })
  const faultText = fault && (own[fault.code] ?? t(`errors:${fault.code}`))
  return (
    <Notice
      kind={retryAfterSeconds === null ? 'danger' : 'warn'}
      text={retryAfterSeconds === null ? faultText : waitText}
    />
  )
}
