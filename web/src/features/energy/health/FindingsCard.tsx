import type { SystemFindings, WireFinding } from '@kellersonne/contract/energy/findings'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { StateMark } from '../../../ui/feedback/StateMark.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { FindingChart } from './FindingChart.tsx'
import styles from './Findings.module.css'
import { checkedTexts, nothingFoundKey, reasonText } from './findingWords.ts'
import health from './Health.module.css'

const FEWEST_POINTS = 2
const MINUTE_MS = 60_000

/** What a system does otherwise than it used to, what was judged, and what could not be (HLT-19). */
export function FindingsCard({ system, timeZone }: { system: SystemFindings; timeZone: string }) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const minute = useNow((at) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const { findings, judged_at } = system
  const time = judged_at && f.moment(new Date(judged_at), new Date(minute), timeZone)
  return (
    <Card title={t('findings.title')}>
      {findings.length === 0 && <p className={health.sentence}>{t(nothingFoundKey(system))}</p>}
      <ul className={styles.list}>
        {findings.toReversed().map((finding) => (
          <Finding key={finding.id} finding={finding} sn={system.sn} timeZone={timeZone} />
        ))}
      </ul>
      {checkedTexts(system, { t, f }).map((text) => (
        <p key={text} className={health.basis}>
          {text}
        </p>
      ))}
      {time && <p className={health.basis}>{t('findings.judgedAt', { time })}</p>}
    </Card>
  )
}

type Props = { finding: WireFinding; sn: string; timeZone: string }

function Finding({ finding, sn, timeZone }: Props) {
  const { t } = useTranslation('health')
  const f = useFormats()
  const { name, ended_at, points, fix } = finding
  return (
    <li className={styles.finding}>
      <h3 className={health.sentence}>
        <StateMark state={ended_at === null ? 'open' : 'resolved'} size={20} />
        <span>
          {t(`findings.sentence.${name}`)}
          {ended_at !== null && (
            <span className={styles.over}>
              {' '}
              {t('findings.over', { date: f.dayAndMonth(new Date(ended_at), timeZone) })}
            </span>
          )}
        </span>
      </h3>
      <p className={health.basis}>{reasonText(finding, timeZone, { t, f })}</p>
      {ended_at === null && <p className={health.basis}>{t(`findings.advice.${name}`)}</p>}
      {fix && (
        <p className={styles.fix}>
          {t('findings.fix', fix)} <TextLink to={`/update?sn=${sn}`}>{t('findings.toUpdate')}</TextLink>
        </p>
      )}
      {ended_at === null && name === 'counter' && (
        <p className={health.basis}>
          <TextLink to={`/corrections?sn=${sn}`}>{t('findings.correct')}</TextLink>
        </p>
      )}
      {points.length >= FEWEST_POINTS && name !== 'counter' && (
        <FindingChart finding={finding} timeZone={timeZone} />
      )}
    </li>
  )
}
