import type { User } from '@kellersonne/contract/identity/accounts'
import { useTranslation } from 'react-i18next'

/** What a change of the address has begun, as long as it is not over; null where nothing is under way. */
export function useMailed({ email, pending_email: pending }: User): string | null {
  const { t } = useTranslation('email')
  return pending && t('mailed', { email: pending, present: email })
}
