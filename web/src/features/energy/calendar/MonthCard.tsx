import type { Month } from '@kellersonne/contract/energy/month'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { GlossaryLink } from '../../glossary/GlossaryLink.tsx'
import styles from './Cards.module.css'
import { Facts, Figure } from './day/Facts.tsx'
import { importedText, measuredText, type Scene } from './wording.ts'

/** Beyond these, the list would hide the totals. */
const MOST_GAPS = 3

/** Totals of a month, or of the current one so far. */
export function MonthCard({ data, scene }: { data: Month; scene: Scene }) {
  const { t } = useTranslation('calendar', 'flags')
  const f = useFormats()
  const { month, total, energyGaps } = data
  const underWay = scene.today.startsWith(month.slice(0, 7))
  const title = underWay ? t('soFar', { month: f.month(month, 'long') }) : f.month(month, 'long', 'numeric')
  const measured = measuredText(total, { t, f })
  const imported = importedText(total, { t, f })
  return (
    <Card title={title}>
      <div className={styles.body}>
        {total.measured === null ? (
          <p className={styles.remark}>{t('noMonth')}</p>
        ) : (
          <>
            <Figure balance={total} wide />
            <Facts balance={total} />
          </>
        )}
        {measured && <p className={styles.remark}>{measured}</p>}
        {imported && <p className={styles.remark}>{imported}</p>}
        {energyGaps.slice(0, MOST_GAPS).map(
          ({ sn, from, until, pv }) =>
            pv !== null && (
              <p key={`${sn} ${from}`} className={styles.remark}>
                {t('overGap', {
                  energy: t('yieldOf', { energy: f.text(f.energy(pv)) }),
                  from: f.date(new Date(from), scene.timeZone),
                  until: f.date(new Date(until), scene.timeZone),
                })}
              </p>
            ),
        )}
        {total.measured !== null && <GlossaryLink group="energy" of={title} />}
      </div>
    </Card>
  )
}
