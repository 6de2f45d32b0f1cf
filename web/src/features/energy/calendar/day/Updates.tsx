import type { DayUpdate } from '@kellersonne/contract/energy/month'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { StateMark } from '../../../../ui/feedback/StateMark.tsx'
import { useVersionTexts } from '../../../firmware/versions.ts'
import styles from './Messages.module.css'

type Props = {
  updates: readonly DayUpdate[]
  timeZone: string
  /** Name of the update's system; null if there is no need for it. */
  nameOf: (of: { sn: SerialNumber }) => string | null
}

/** The updates that ended on a day, in sentences. */
export function Updates({ updates, timeZone, nameOf }: Props) {
  const { t } = useTranslation('calendar')
  const f = useFormats()
  const versions = useVersionTexts()
  return (
    <section>
      <h3 className={styles.title}>{t('updates')}</h3>
      <ul>
        {updates.map(({ sn, endedAt, parts }) => (
          <li key={`${sn} ${endedAt.getTime()}`} className={styles.row}>
            <StateMark state="update" size={20} />
            <div>
              <p>{versions.updated(parts)}</p>
              <p className={styles.meta}>
                {[nameOf({ sn }), f.time(endedAt, timeZone)].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
