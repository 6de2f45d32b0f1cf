import type { User } from '@kellersonne/contract/identity/accounts'
import { IconMail } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { useListFocus } from '../../../ui/hooks/useListFocus.ts'
import { useRefetchWhenVisible } from '../../../ui/hooks/useRefetchWhenVisible.ts'
import { resendConfirmation } from '../api/email.ts'
import { refreshUser, saveUser } from '../api/user.ts'
import styles from './EmailState.module.css'

/** The address has been confirmed meanwhile: the page is out of date. */
const isOver = (cause: unknown) => ['not_found', 'input_invalid'].includes(toFault(cause).code)

const Note = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className={styles.note}>
    <IconMail size={18} stroke={1.5} aria-hidden />
    <div>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  </div>
)

/** What remains to be done until the owner's current or pending address is confirmed (AUT-16). */
export function EmailState({ user }: { user: User }) {
  const { t } = useTranslation('email')
  const { email, pending_email: pending, email_confirmed: isConfirmed } = user
  const isLost = email === ''
  const [done, setDone] = useState<'sent' | 'discarded' | null>(null)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const notes = useListFocus<HTMLDivElement>(pending === null ? 0 : 1)
  useRefetchWhenVisible(pending !== null || !isConfirmed, refreshUser)

  async function act(work: () => Promise<void>, how: 'sent' | 'discarded') {
    setDone(null)
    await attempt(async () => {
      try {
        await work()
      } catch (cause) {
        if (isOver(cause)) await refreshUser()
        throw cause
      }
      setDone(how)
    })
  }

  const again = (
    <TextButton aria-disabled={busy} onClick={() => void act(resendConfirmation, 'sent')}>
      {t('again')}
    </TextButton>
  )
  return (
    <div className={styles.state} ref={notes}>
      {pending !== null && (
        <Note
          text={
            isLost ? t('pendingAlone', { email: pending }) : t('pending', { email: pending, present: email })
          }
        >
          {again}
          {/* Saving the current address discards the pending one. */}
          {!isLost && (
            <TextButton aria-disabled={busy} onClick={() => void act(() => saveUser({ email }), 'discarded')}>
              {t('discard')}
            </TextButton>
          )}
        </Note>
      )}
      {isLost && <Note text={t('lost')} />}
      {!isConfirmed && !isLost && <Note text={t('unconfirmed')}>{pending === null && again}</Note>}
      <RateLimitNotice
        fault={fault}
        retryAfterSeconds={retryAfterSeconds}
        own={{ not_found: t('over'), input_invalid: t('over') }}
      />
      <Notice kind="ok" text={done && t(done, { email: pending ?? email })} />
    </div>
  )
}
