import type { PushSettings } from '@kellersonne/contract/messages/push'
import { useEffect, useId, useState } from 'react'
import { useMutation } from '../../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { NotSubscribed, pushAbility } from '../../../../platform/program/pushBrowser.ts'
import { staysSignedIn } from '../../../../platform/session.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { TextLink } from '../../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../../ui/forms/useFaultText.ts'
import { Card } from '../../../../ui/layout/Card.tsx'
import alertStyles from '../Alerts.module.css'
import { Trouble } from '../Trouble.tsx'
import { enable, forgetPush, pushSettings, reveal, thisEndpoint } from './api.ts'
import { BrowserRow } from './BrowserRow.tsx'
import { HomeScreenSteps } from './HomeScreenSteps.tsx'
import styles from './Push.module.css'

/** A notification opens a tab of its own, which would end the session of an owner who does not stay signed in (AUT-08). */
function StayFirst() {
  const { t } = useTranslation('alerts')
  return (
    <div className={styles.enable}>
      <Notice kind="warn" text={t('push.stay')} />
      <p>
        <TextLink to="/logout">{t('push.signOut')}</TextLink>
      </p>
    </div>
  )
}

/** What it takes to have this browser show alerts, explained before it asks for permission. */
function Enable({ settings }: { settings: PushSettings }) {
  const { t } = useTranslation('alerts')
  const { busy, fault, run } = useMutation()
  const [reason, setReason] = useState<NotSubscribed['reason'] | null>(null)
  const faultText = useFaultText()(fault)
  const ability = pushAbility()
  if (ability === 'install') return <HomeScreenSteps />
  if (ability === 'unable') return <Notice kind="info" text={t('push.unsupported')} />
  if (ability === 'denied') return <Notice kind="warn" text={t('push.denied')} />
  if (!staysSignedIn()) return <StayFirst />

  async function ask() {
    setReason(null)
    try {
      await enable(settings)
    } catch (cause) {
      if (!(cause instanceof NotSubscribed)) throw cause
      setReason(cause.reason)
    }
  }
  return (
    <div className={styles.enable}>
      <p className={styles.text}>{t('push.services')}</p>
      <Button busy={busy} onClick={() => void run(ask)}>
        {t(busy ? 'push.enabling' : 'push.enable')}
      </Button>
      <p className={styles.meta}>{t('push.asks')}</p>
      <Notice kind="warn" text={reason && t(`push.${reason}`)} />
      <Notice kind="danger" text={faultText} />
    </div>
  )
}

function Discreet({ discreet }: { discreet: boolean }) {
  const { t } = useTranslation('alerts')
  const id = useId()
  const { busy, fault, run } = useMutation()
  const text = useFaultText()(fault)
  return (
    <>
      <div className={alertStyles.quiet} aria-busy={busy || undefined}>
        <label htmlFor={id}>
          {t('push.discreet')}
          <span>{t('push.discreetText')}</span>
        </label>
        <Switch
          id={id}
          checked={discreet}
          onChange={({ target }) => void run(() => reveal(target.checked))}
        />
      </div>
      <Notice kind="danger" text={text && `${t('push.unsaved')} ${text}`} />
    </>
  )
}

/** Whether this browser shows alerts, and which others do. */
export function PushCard() {
  const { t } = useTranslation('alerts')
  const { value, fault } = pushSettings.use()
  const { value: here } = thisEndpoint.use()
  const isShownHere = value?.browsers.some(({ endpoint_sha256: endpoint }) => endpoint === here?.sha256)
  useEffect(() => forgetPush, [])
  return (
    <Card title={t('push.title')} text={t('push.intro')}>
      <Trouble fault={fault} retry={pushSettings.refresh} words={t('push.loadFailed')} />
      {value && here && !isShownHere && <Enable settings={value} />}
      {isShownHere && !staysSignedIn() && <StayFirst />}
      {value && value.browsers.length > 0 && (
        <>
          <h3 className={styles.head}>{t('push.list')}</h3>
          <ul className={styles.list}>
            {value.browsers.map((browser) => (
              <BrowserRow key={browser.id} browser={browser} />
            ))}
          </ul>
          <Discreet discreet={value.discreet} />
        </>
      )}
    </Card>
  )
}
