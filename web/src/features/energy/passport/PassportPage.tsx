import type { SignedPassport } from '@kellersonne/contract/energy/battery-passport'
import { useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { saveFile } from '../../../platform/saveFile.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { passportBy } from '../api/passport.ts'
import { Figures } from '../parts/Figures.tsx'
import styles from './Passport.module.css'
import { passportFile } from './passportFile.ts'
import { passportFigures } from './words.ts'

const KEYS = '/.well-known/battery-passport-keys.json'
const here = Intl.DateTimeFormat().resolvedOptions().timeZone

function Shown({ signed }: { signed: SignedPassport }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const {
    issued_at,
    measured_since: since,
    measured_until: until,
    serial_number: sn,
    own_system: isOwn,
    values,
  } = signed.passport
  const dateOf = (day: string) => f.date(new Date(`${day}T12:00:00Z`), 'UTC')
  return (
    <>
      <p className={styles.text}>
        {sn !== null && `${t('passportPage.serial', { sn })} `}
        {t('passportPage.issued', { time: f.date(new Date(issued_at), here) })}{' '}
        {since === null || until === null
          ? t('passportPage.never')
          : t('passportPage.measured', { since: dateOf(since), until: dateOf(until) })}
      </p>
      {isOwn && <p className={styles.text}>{t('passportPage.ownSystem')}</p>}
      <Figures figures={passportFigures(values, { t, f })} />
      <p className={styles.text}>{t('passportPage.disclaimer')}</p>
      <p className={styles.text}>
        {t('passportPage.verify', { address: `${window.location.origin}${KEYS}` })}
      </p>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => saveFile(passportFile(signed), 'battery.json')}>
          {t('passport.file')}
        </Button>
        <Button kind="secondary" onClick={() => window.print()}>
          {t('passportPage.print')}
        </Button>
      </div>
    </>
  )
}

/** Asks before it shows anything: a mail program may follow a link, but does not press buttons. */
function Asked({ token }: { token: string }) {
  const { t } = useTranslation('health')
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [signed, setSigned] = useState<SignedPassport | null>(null)
  const [isInvalid, setInvalid] = useState(false)
  const show = () =>
    attempt(async () => {
      try {
        setSigned(await passportBy(token))
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        setInvalid(true)
      }
    })
  if (signed) return <Shown signed={signed} />
  if (isInvalid) return <Notice kind="danger" text={t('passportPage.invalid')} />
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('passportPage.intro')}</p>
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
      <Button busy={busy} onClick={() => void show()}>
        {t(busy ? 'passportPage.showing' : 'passportPage.show')}
      </Button>
    </div>
  )
}

/** The values of a battery that a link shows, without signing in (HLT-26). Another link in the same tab begins anew. */
export function Component() {
  const { t } = useTranslation('health')
  const token = useLinkToken()
  return (
    <AuthLayout plain>
      <Panel title={t('passportPage.title')} wide>
        {token === null ? (
          <Notice kind="danger" text={t('passportPage.invalid')} />
        ) : (
          <Asked key={token} token={token} />
        )}
      </Panel>
    </AuthLayout>
  )
}
