import type { User } from '@kellersonne/contract/identity/accounts'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { Typed } from '../api/userChange.ts'
import { useMailed } from '../email/useMailed.ts'
import { OwnDataForm } from './OwnDataForm.tsx'
import styles from './UserPage.module.css'

/** Contact data and password; the form is remounted each time it is saved or reset. */
export function OwnData({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const mailed = useMailed(user)
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState<Typed>({})
  const startOver = (change: Typed) => {
    setRound(round + 1)
    setSaved(change)
  }
  const { email, ...rest } = saved
  const notices = [
    Object.keys(rest).length > 0 ? t('saved') : null,
    email === undefined ? null : mailed,
  ].filter((text) => text !== null)
  return (
    <div className={styles.own}>
      <OwnDataForm key={round} user={user} changed={() => setSaved({})} startOver={startOver} />
      <Notice kind="ok" text={notices.join(' ') || null} />
    </div>
  )
}
