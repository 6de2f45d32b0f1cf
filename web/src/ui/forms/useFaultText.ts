import { useTranslation } from 'react-i18next'
import { isChunkFault } from '../../platform/chunkFault.ts'
import type { ApiError } from '../../platform/client/client.ts'

/** What to say of a call that failed; null where none did. */
export function useFaultText() {
  const { t } = useTranslation('errors')
  return (fault: ApiError | null): string | null =>
    fault && (isChunkFault(fault.cause) ? t('page.chunk') : t(fault.code))
}
