import type { ReactNode } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { StateMark } from '../../../ui/feedback/StateMark.tsx'
import { OwnShare, Sun } from './day/HalfSun.tsx'
import styles from './Legend.module.css'

const FULL = 0.9
const SAMPLE_PERCENT = 65

const Sign = ({ children }: { children: ReactNode }) => <span className={styles.sign}>{children}</span>

/** The legend of the cells' symbols. */
export function Legend() {
  const { t } = useTranslation('calendar')
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      <li>
        <Sign>
          <Sun radius={FULL} />
        </Sign>
        {t('yield')}
      </li>
      <li>
        <Sign>
          <Sun radius={FULL} partial />
        </Sign>
        {t('partly')}
      </li>
      <li>
        <Sign>
          <OwnShare share={SAMPLE_PERCENT} />
        </Sign>
        {t('selfSufficiency')}
      </li>
      <li>
        <StateMark state="open" />
        {t('state.open')}
      </li>
      <li>
        <StateMark state="resolved" />
        {t('state.resolved')}
      </li>
      <li>
        <StateMark state="update" />
        {t('update')}
      </li>
    </ul>
  )
}
