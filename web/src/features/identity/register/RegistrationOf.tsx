import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { PendingRegistration } from '../api/accounts.ts'
import { EmailAddress } from '../fields/EmailAddress.tsx'
import styles from './RegistrationOf.module.css'

/**
 * Whose account a link makes, of which batteries. Somebody may have registered the numbers of another person's
 * batteries with their own address, and have sent that person the link: whoever followed it would hand them over.
 */
export function RegistrationOf({ id, of }: { id: string; of: PendingRegistration }) {
  const { t } = useTranslation('register')
  const { email, serial_numbers: numbers } = of
  return (
    <>
      <p id={id} className={styles.of}>
        {t('confirm.for')}{' '}
        <strong>
          <EmailAddress address={email} />
        </strong>
      </p>
      {numbers.length > 0 && (
        <p>{t('confirm.numbers', { count: numbers.length, numbers: numbers.join(', ') })}</p>
      )}
      <Notice kind="warn" text={t('confirm.notYours')} />
    </>
  )
}
