import type { Receipt } from '@kellersonne/contract/firmware/updates'
import { useTranslation } from 'react-i18next'
import { useVersionTexts } from '../../versions.ts'
import { Hash } from './Hash.tsx'
import styles from './Receipt.module.css'

type Props = { turn: Receipt['parts'][number]; ended: boolean }

/** The result of one chip; if it was interrupted, why, and what to do. */
export function ChipResult({ turn, ended }: Props) {
  const { t } = useTranslation('receipts')
  const words = useVersionTexts()
  const { state, reason, details, sha256 } = turn
  return (
    <li className={styles.turn}>
      <div className={styles.head}>
        <strong>{words.change(turn)}</strong>
        <span>{t(`turn.${state ?? (ended ? 'missed' : 'ahead')}`)}</span>
      </div>
      {reason && (
        <>
          <p>{t(`reason.${reason}`)}</p>
          <p>{t(`next.${reason}`)}</p>
          {details.length > 0 && <p className={styles.said}>{t('said', { details: details.join(' · ') })}</p>}
        </>
      )}
      <Hash value={sha256} />
    </li>
  )
}
