import { useEffect } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { RegisteredBy } from './fields.ts'

/** A link to complete the registration was sent; `again` returns to the form. */
export function MailSentNotice({ by, again }: { by: RegisteredBy; again: () => void }) {
  const { t } = useTranslation('register')
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return (
    <Panel title={t('mailed.title')}>
      <div className={styles.form}>
        <Notice kind="ok" text={t('mailed.text')} />
        <p>{t(by === 'own' ? 'mailed.nextOwn' : 'mailed.next')}</p>
        {by === 'number' && <p>{t('mailed.code')}</p>}
        {by === 'code' && <p>{t('mailed.keepCode')}</p>}
      </div>
      <p className={styles.foot}>
        <TextLink to="/register" onClick={again}>
          {t('mailed.again')}
        </TextLink>
      </p>
    </Panel>
  )
}
