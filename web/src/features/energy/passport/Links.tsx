import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { linksOf, revokeLink } from '../api/passport.ts'
import { Loaded } from '../parts/Loaded.tsx'
import styles from './Passport.module.css'

const MINUTE_MS = 60_000
const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The links to a battery's passport that work, to be revoked. */
export function Links({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const { busy, fault, run } = useMutation()
  const minute = useNow((at) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const text = useFaultText()(fault)
  return (
    <div className={styles.part}>
      <Notice kind="danger" text={text} />
      <Loaded resource={linksOf(sn)} loading={t('passport.loading')} failed={t('passport.failed')}>
        {({ links }) =>
          links.length === 0 ? (
            <p className={styles.text}>{t('passport.none')}</p>
          ) : (
            <ul>
              {links.map((link) => {
                const time = f.moment(new Date(link.expires_at), new Date(minute), here)
                const shown = t(link.with_serial ? 'passport.serialShown' : 'passport.serialHidden')
                const what = `${t('passport.until', { time })} · ${shown}`
                return (
                  <li key={link.id} className={styles.row}>
                    <span>{what}</span>
                    <TextButton
                      disabled={busy}
                      aria-label={`${t('passport.revoke')}: ${what}`}
                      onClick={() => void run(() => revokeLink(sn, link))}
                    >
                      {t('passport.revoke')}
                    </TextButton>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
