import type { User } from '@kellersonne/contract/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { OwnDataForm } from './OwnDataForm.tsx'
import styles from './UserPage.module.css'

/** Contact data and password; the form is a fresh one after each time it was saved or its changes discarded. */
export function OwnData({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState(false)
  const startOver = (isSaved: boolean) => {
    setRound(round + 1)
    setSaved(isSaved)
  }
  return (
    <div className={styles.own}>
      <OwnDataForm key={round} user={user} changed={() => setSaved(false)} startOver={startOver} />
      <Notice kind="ok" text={saved ? t('saved') : null} />
    </div>
  )
}
