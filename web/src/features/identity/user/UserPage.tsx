import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { refreshUser, useUser } from '../api/user.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { OwnData } from './OwnData.tsx'
import { Profile } from './Profile.tsx'
import styles from './UserPage.module.css'

/** The owner's picture, contact data and password, and a download of all their data. */
export function Component() {
  const { t } = useTranslation('user')
  const { value: user, fault } = useUser()
  return (
    <div className={styles.page}>
      {user ? (
        <>
          <PartBoundary>
            <Profile user={user} />
          </PartBoundary>
          <PartBoundary>
            <OwnData user={user} />
          </PartBoundary>
        </>
      ) : (
        <div className={styles.wide}>
          <Card title={t('title')}>
            <Pending known={false} fault={fault} retry={refreshUser} />
          </Card>
        </div>
      )}
      <div className={styles.export}>
        <Card title={t('export.title')} text={t('export.text')}>
          <ExportButton />
        </Card>
      </div>
    </div>
  )
}
