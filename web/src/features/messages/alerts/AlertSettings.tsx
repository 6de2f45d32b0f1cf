import { channels } from '@kellersonne/contract/messages/alerts'
import { useId } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useUser } from '../../identity/api/user.ts'
import type { OwnedSystems } from '../../live/model/liveViewModel.ts'
import styles from './Alerts.module.css'
import { alertSettings, setQuiet } from './api.ts'
import { pushSettings } from './push/api.ts'
import { SettingsTable } from './SettingsTable.tsx'
import { Trouble } from './Trouble.tsx'

/** Why no mails arrive. */
const reasonOf = (user: { readonly email_confirmed: boolean } | null | undefined) =>
  user ? (user.email_confirmed ? 'server' : 'unconfirmed') : 'unknown'

/** Which topics are sent by e-mail and to browsers, for which systems, and when. */
export function AlertSettings({ owned }: { owned: OwnedSystems }) {
  const { t } = useTranslation('alerts')
  const id = useId()
  const { value, fault } = alertSettings.use()
  const { value: user, fault: noUser } = useUser()
  const { busy, fault: unsaved, run } = useMutation()
  const text = useFaultText()(unsaved)
  const hasBrowser = (pushSettings.use().value?.browsers.length ?? 0) > 0
  return (
    <Card title={t('settings.title')} text={t('settings.intro')}>
      {!value && !fault && (
        <p className={styles.loading} aria-busy="true">
          {t('loading')}
        </p>
      )}
      <Trouble fault={fault} retry={alertSettings.refresh} words={t('settings.failed')} />
      <Notice kind="danger" text={text && `${t('settings.unsaved')} ${text}`} />
      {value && (
        <div aria-busy={busy || undefined}>
          {!value.reachable && (user || noUser) && (
            <Notice kind="warn" text={t(`settings.noMails.${reasonOf(user)}`)} />
          )}
          <SettingsTable
            settings={value}
            ways={hasBrowser ? channels : ['email']}
            owned={owned}
            run={(work) => void run(work)}
          />
          {!hasBrowser && <p className={styles.hint}>{t('settings.noBrowser')}</p>}
          {owned.systems.length === 0 && <p className={styles.hint}>{t('settings.noSystem')}</p>}
          <div className={styles.quiet}>
            <label htmlFor={id}>
              {t('settings.quiet')}
              <span>{t('settings.quietText')}</span>
            </label>
            <Switch
              id={id}
              checked={value.quiet}
              onChange={({ target }) => void run(() => setQuiet(target.checked))}
            />
          </div>
        </div>
      )}
    </Card>
  )
}
