import type { User } from '@kellersonne/contract/identity/accounts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'

/** Text about a pending change of address; null if there is none. */
export function useMailed({ email, pending_email: pending }: User): string | null {
  const { t } = useTranslation('email')
  return pending && t('mailed', { email: pending, present: email })
}
