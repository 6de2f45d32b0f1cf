import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ContactLink } from './ContactLink.tsx'
import styles from './Deletion.module.css'
import { DeletionDialog } from './DeletionDialog.tsx'

/** Explains the consequences of deleting the account, with a button to do so (SET-04). */
export function Deletion() {
  const { t } = useTranslation('settings')
  const [open, setOpen] = useState(false)
  return (
    <Card title={t('deletion.title')} text={t('deletion.irreversible')} tone="danger">
      <p className={styles.text}>
        {t('deletion.text')} <ContactLink />
      </p>
      <div className={styles.action}>
        <Button kind="danger" onClick={() => setOpen(true)}>
          <IconTrash size={20} stroke={1.5} aria-hidden />
          {t('deletion.open')}
        </Button>
      </div>
      {open && <DeletionDialog close={() => setOpen(false)} />}
    </Card>
  )
}
