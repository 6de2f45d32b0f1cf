import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import type { UpdateFacts } from '../../api/updates.ts'
import { Cabinet } from '../parts/Cabinet.tsx'
import { ReceiptView } from '../receipt/Receipt.tsx'
import styles from './StepLayout.module.css'

type Props = {
  name: string
  /** The update that has ended, or only waits for the unit to be switched on, once loaded. */
  receipt: UpdateFacts['last']
  /** The number of parts it had. */
  total: number
  /** True if the unit has reported the new versions. */
  complete: boolean
  /** True if the unit must still be switched on. */
  isOff: boolean
}

/** UPD-05: the storage is switched on again. */
export function EndStep({ name, receipt, total, complete, isOff }: Props) {
  const { t } = useTranslation('updates')
  const wait = complete ? t('end.runs', { name }) : t('end.waits', { name })
  const showsReceipt = complete && receipt?.outcome === 'finished'
  return (
    <>
      <div className={styles.end}>
        <Cabinet isOn label={t('choose.cabinetOn')} />
        <div>
          <p className={styles.complete} role="status">
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            {complete ? t('end.complete') : t('end.written')}
          </p>
          <h2>{isOff ? t('end.title', { name }) : t('end.isOn', { name })}</h2>
          <p>
            {total === 2 ? t('end.both') : t('end.allThere', { count: total })}{' '}
            {isOff ? wait : t('end.isOnText')}
          </p>
        </div>
      </div>
      {showsReceipt && receipt && (
        <div className={styles.receipt}>
          <ReceiptView receipt={receipt} name={name} />
        </div>
      )}
    </>
  )
}
