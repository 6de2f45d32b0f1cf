import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'

/** The account that has the address already, or one of its own. */
export type Account = 'existing' | 'new'

/**
 * Asks whose the unconfirmed account is that has the address. Neither answer is given in advance: the one would displace the
 * owner's own account, the other enter one that somebody else may have prepared. `date`: since when there is that account.
 */
export function AccountChoice({ date, choose }: { date: string; choose: (account: Account) => void }) {
  const { t } = useTranslation('register')
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <p id={id}>{t('confirm.account.since', { date })}</p>
      <p>{t('confirm.account.loses')}</p>
      <Button ref={first} kind="secondary" aria-describedby={id} onClick={() => choose('existing')}>
        {t('confirm.account.existing')}
      </Button>
      <Button kind="secondary" aria-describedby={id} onClick={() => choose('new')}>
        {t('confirm.account.new')}
      </Button>
    </>
  )
}
