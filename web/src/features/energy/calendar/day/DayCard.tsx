import type { CalendarDay } from '@kellersonne/contract/energy/month'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { IconChartAreaLine } from '@tabler/icons-react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Card } from '../../../../ui/layout/Card.tsx'
import { GlossaryLink } from '../../../glossary/GlossaryLink.tsx'
import styles from '../Cards.module.css'
import { kindOf } from '../days.ts'
import { isUnmodifiedClick } from '../isUnmodifiedClick.ts'
import { dayText, importedText, lengthText, measuredText, type Scene } from '../wording.ts'
import { Facts, Figure } from './Facts.tsx'
import { HalfSun } from './HalfSun.tsx'
import { Messages } from './Messages.tsx'
import { Updates } from './Updates.tsx'

type Props = {
  entry: CalendarDay
  scene: Scene
  /** The yield of the month's best day, Wh. */
  best: number
  nameOf: (of: { sn: SerialNumber }) => string | null
  href: string
  open: (day: Day) => void
}

/** Everything about a day, with a link to its chart. */
export function DayCard({ entry, scene, best, nameOf, href, open }: Props) {
  const { t } = useTranslation('calendar', 'flags')
  const f = useFormats()
  const { day, balance, messages, updates } = entry
  const { today, timeZone } = scene
  const kind = kindOf(entry, today)
  const remarks = [
    lengthText(day, timeZone, { t, f }),
    measuredText(balance, { t, f }),
    importedText(balance, { t, f }),
  ]
  const name = dayText(day, f)
  return (
    <Card title={day === today ? `${name}, ${t('today')}` : name}>
      <div className={styles.body}>
        {kind === 'measured' ? (
          <>
            <div className={styles.summary}>
              <HalfSun balance={balance} best={best} />
              <Figure balance={balance} />
            </div>
            <Facts balance={balance} />
          </>
        ) : (
          <p className={styles.remark}>{t(`about.${kind}`)}</p>
        )}
        {remarks.map(
          (remark) =>
            remark && (
              <p key={remark} className={styles.remark}>
                {remark}
              </p>
            ),
        )}
        {kind === 'measured' && <GlossaryLink group="energy" of={name} />}
        {messages.length > 0 && <Messages {...{ messages, timeZone, nameOf }} />}
        {updates.length > 0 && <Updates {...{ updates, timeZone, nameOf }} />}
        {kind !== 'future' && <ToChart {...{ day, href, open }} />}
      </div>
    </Card>
  )
}

function ToChart({ day, href, open }: Pick<Props, 'href' | 'open'> & { day: Day }) {
  const { t } = useTranslation('calendar')
  return (
    <a
      data-screen
      className={styles.open}
      href={href}
      onClick={(event) => {
        if (!isUnmodifiedClick(event)) return
        event.preventDefault()
        open(day)
      }}
    >
      <IconChartAreaLine size={18} stroke={1.5} aria-hidden />
      {t('openDay')}
    </a>
  )
}
