import type { LiveSystem } from '@kellersonne/core/live/live'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import styles from './Calibration.module.css'
import { CalibrationDialog } from './CalibrationDialog.tsx'
import { SCALE_DAYS, Scale } from './Scale.tsx'

const DAY = 24 * 60 * 60_000

type Props = {
  system: LiveSystem
  /** True if it is online; otherwise its last report is dated. */
  online: boolean
  now: Date
}

/** When the battery calibrates next, and what that means. */
export function Calibration({ system, online, now }: Props) {
  const { t } = useTranslation('batteries')
  const format = useFormats()
  const [explained, setExplained] = useState(false)
  const { calibrationDays: days, lastOnline, timeZone } = system
  const reportedAt = online || lastOnline === null ? now : lastOnline
  const date = days === null ? null : format.longDate(new Date(reportedAt.getTime() + days * DAY), timeZone)
  const aside = !online
    ? lastOnline && t('asOf', { time: format.moment(lastOnline, now, timeZone) })
    : date && days !== 0 && t('calibration.expected', { date })
  return (
    <Card title={t('calibration.title')} aside={aside}>
      <div className={styles.when} data-old={!online || undefined}>
        <When system={system} online={online} />
      </div>
      <p className={styles.more}>
        <TextButton onClick={() => setExplained(true)}>{t('calibration.explain')}</TextButton>
      </p>
      {explained && <CalibrationDialog close={() => setExplained(false)} />}
    </Card>
  )
}

function When({ system: { calibrationDays: days, batteryStatus, lastOnline }, online }: Omit<Props, 'now'>) {
  const { t } = useTranslation('batteries')
  if (online && batteryStatus === 'calibrating')
    return <Headline number={t('calibration.running')} text={t('calibration.runningText')} />
  if (days === null)
    return <Headline number="–" text={t(lastOnline ? 'calibration.unknown' : 'calibration.unknownNever')} />
  if (days === 0) return <Headline number={t('calibration.due')} text={t('calibration.dueText')} />
  return (
    <>
      <p className={styles.days}>
        <strong>
          {t('calibration.in')} {days}
        </strong>{' '}
        {t('calibration.days', { count: days })}
      </p>
      <Scale days={days} />
      <p className={styles.ends} aria-hidden>
        <span>{t('calibration.today')}</span>
        <span>{t('calibration.inDays', { count: SCALE_DAYS })}</span>
      </p>
    </>
  )
}

const Headline = ({ number, text }: { number: string; text: string }) => (
  <>
    <p className={styles.days}>
      <strong>{number}</strong>
    </p>
    <p className={styles.text}>{text}</p>
  </>
)
