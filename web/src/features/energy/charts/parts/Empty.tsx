import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { IconChartLine } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../../ui/controls/TextLink.tsx'
import styles from '../ChartsPage.module.css'

/** Replaces a chart that has nothing to draw. */
export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className={styles.main}>
    <div className={styles.empty}>
      <IconChartLine size={32} stroke={1.5} aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  </div>
)

/** A time without values, which another portal may know. */
export function NoValues({ system }: { system: SerialNumber | typeof TOTAL }) {
  const { t } = useTranslation('charts')
  return (
    <Empty text={t('noValues')}>
      <TextLink to={system === TOTAL ? '/import' : `/import?sn=${system}`}>{t('bringHistory')}</TextLink>
    </Empty>
  )
}
