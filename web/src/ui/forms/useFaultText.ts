import { isChunkFault } from '../../platform/chunkFault.ts'
import type { ApiError } from '../../platform/client/client.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'

/** Returns a function that gives the text for a failed call; null if there is no error. */
export function useFaultText() {
  const { t } = useTranslation('errors')
  return (fault: ApiError | null): string | null =>
    fault && (isChunkFault(fault.cause) ? t('page.chunk') : t(fault.code))
}
