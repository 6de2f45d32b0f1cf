import type { listSessions } from '@kellersonne/contract/identity/sessions'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useNow } from '../../../platform/clock/useNow.ts'
import { deviceOf } from '../../../platform/device.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { signOutDevice } from '../api/sessions.ts'
import styles from './Devices.module.css'

type Session = Answer<typeof listSessions>[number]
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

function LastUsed({ at }: { at: Date }) {
  const { t } = useTranslation('settings')
  const format = useFormats()
  return useNow((now) => t('devices.used', { age: format.age(at, now, zone) }))
}

/** One of the owner's sessions. */
export function DeviceRow({ session }: { session: Session }) {
  const { t } = useTranslation('settings')
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const { kind, browser, system } = deviceOf(session.agent)
  const Icon = kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop
  const known = browser && system ? t('devices.on', { browser, system }) : (browser ?? system)
  const name = known ?? t('devices.unknown')
  return (
    <li className={styles.device}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <p className={styles.name}>
          {name}
          {session.current && <span className={styles.here}>{t('devices.here')}</span>}
        </p>
        <p className={styles.meta}>
          <LastUsed at={new Date(session.used_at)} />
          {session.stay_logged_in && ` · ${t('devices.stays')}`}
        </p>
        <Notice kind="danger" text={faultText(fault)} />
      </div>
      {!session.current && (
        <TextButton
          aria-label={t('devices.endOf', { name })}
          disabled={busy}
          onClick={() => void run(() => signOutDevice(session.id))}
        >
          {t('devices.end')}
        </TextButton>
      )}
    </li>
  )
}
