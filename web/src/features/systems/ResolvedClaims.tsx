import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './SerialNumbers.module.css'
import type { SettledClaim } from './useClaims.ts'

/** The outcome of claims resolved while the page was open. */
export function ResolvedClaims({ settled }: { settled: readonly SettledClaim[] }) {
  const { t } = useTranslation('settings')
  const of = (outcome: SettledClaim['outcome']) =>
    settled.filter((claim) => claim.outcome === outcome).map(({ sn }) => sn)
  const [confirmed, lapsed] = [of('confirmed'), of('lapsed')]
  return (
    <div className={styles.notices}>
      <Notice
        kind="ok"
        text={confirmed.length > 0 ? t('serials.confirmed', { numbers: confirmed.join(', ') }) : null}
      />
      <Notice
        kind="warn"
        text={lapsed.length > 0 ? t('serials.lapsed', { numbers: lapsed.join(', ') }) : null}
      />
    </div>
  )
}
