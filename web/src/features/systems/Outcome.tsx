import type { Claim } from '@kellersonne/contract/systems/systems'
import {
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconInfoCircle,
  IconTransfer,
} from '@tabler/icons-react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useUser } from '../identity/api/user.ts'
import styles from './Outcome.module.css'

const icons = {
  claimed: IconCircleCheck,
  pending: IconHourglass,
  handover: IconTransfer,
  yours: IconInfoCircle,
  taken: IconCircleX,
  unknown: IconCircleX,
}

/** Results of the last submit, without claims that were pending then and have since been resolved. */
function useStanding(answered: readonly Claim[]) {
  const { value: user, fault } = useUser()
  const waits = ({ sn }: Claim) => fault !== null || user?.claims.some((claim) => claim.sn === sn)
  return answered.filter((claim) => claim.outcome !== 'pending' || waits(claim))
}

/** Which numbers were added, which failed and why, and which are pending (SET-02). */
export function Outcome({ answered }: { answered: readonly Claim[] }) {
  const { t } = useTranslation('settings')
  const claims = useStanding(answered)
  const changed = claims.some(({ outcome }) => outcome === 'claimed' || outcome === 'pending')
  return (
    <div role="status" className={styles.outcome}>
      {claims.length > 0 && (
        <ul>
          {claims.map(({ key, sn, outcome }) => {
            const Icon = icons[outcome]
            return (
              <li key={key} data-outcome={outcome}>
                <Icon size={18} stroke={1.5} aria-hidden />
                <span>
                  <strong>{sn ?? key}</strong> {t(`serials.outcome.${outcome}`)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {changed && <p>{t('serials.elsewhere')}</p>}
    </div>
  )
}
