import type { PushBrowser, PushVerdict } from '@kellersonne/contract/messages/push'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../../../platform/client/useMutation.ts'
import { useNow } from '../../../../platform/clock/useNow.ts'
import { deviceOf } from '../../../../platform/device.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../../ui/forms/useFaultText.ts'
import { remove, test, thisEndpoint } from './api.ts'
import { nameOf } from './nameOf.ts'
import styles from './Push.module.css'

const MINUTE_MS = 60_000
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A browser that shows alerts: which, since when, a test, and its end. */
export function BrowserRow({ browser }: { browser: PushBrowser }) {
  const { t } = useTranslation('alerts')
  const format = useFormats()
  const minute = useNow((at) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const moment = (at: string) => format.moment(new Date(at), new Date(minute), zone)
  const { busy, fault, run } = useMutation()
  const faultText = useFaultText()(fault)
  const { value: here } = thisEndpoint.use()
  const [verdict, setVerdict] = useState<PushVerdict | null>(null)
  const Icon = deviceOf(browser.agent).kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop
  const name = nameOf(browser.agent, t)
  return (
    <li className={styles.browser}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <p className={styles.name}>
          {name}
          {browser.endpoint_sha256 === here?.sha256 && <span>{t('push.here')}</span>}
        </p>
        <p className={styles.meta}>
          {t('push.since', { time: moment(browser.made_at) })}
          {browser.sent_at && ` · ${t('push.lastSent', { time: moment(browser.sent_at) })}`}
        </p>
        <p className={styles.work}>
          <TextButton
            aria-label={t('push.testOf', { name })}
            disabled={busy}
            onClick={() => void run(async () => setVerdict(await test(browser.id)))}
          >
            {t('push.test')}
          </TextButton>
          <TextButton
            aria-label={t('push.removeOf', { name })}
            disabled={busy}
            onClick={() => void run(() => remove(browser))}
          >
            {t('push.remove')}
          </TextButton>
        </p>
        <Notice
          kind={verdict === 'sent' ? 'ok' : 'warn'}
          text={verdict && !fault ? t(`push.verdict.${verdict}`) : null}
        />
        <Notice kind="danger" text={faultText} />
      </div>
    </li>
  )
}
