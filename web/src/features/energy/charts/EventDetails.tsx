import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useVersionWords } from '../../firmware/versions.ts'
import styles from './EventDetails.module.css'
import { sentenceOf, whenOf } from './happenings.ts'
import { iconOf } from './marks.tsx'

type Props = {
  events: readonly ChartEvent[]
  timeZone: string
  /** What a system is called; empty where there is only one. */
  nameOf: (event: ChartEvent) => string
  /** Whether there are events that nobody told of. */
  more: boolean
  close: () => void
}

/** What happened at one place of the chart, in sentences. */
export function EventDetails({ events, timeZone, nameOf, more, close }: Props) {
  const { t } = useTranslation(['charts', 'flags', 'common'])
  const f = useFormats()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown anew is read anew
  useEffect(() => title.current?.focus(), [events])
  const versions = useVersionWords()
  const speech = { t, f, versions, timeZone, now: serverNow() }
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={title} tabIndex={-1}>
          {t('happened')}
        </h2>
        <IconButton label={t('common:close')} onClick={close}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <ul>
        {events.map((event) => (
          <li key={`${event.kind} ${event.sn} ${event.from} ${event.until}`} className={styles.row}>
            {iconOf(event)}
            <div>
              <p>{sentenceOf(event, speech)}</p>
              <p className={styles.meta}>
                {[nameOf(event), whenOf(event, speech)].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {more && <p className={styles.meta}>{t('more')}</p>}
    </section>
  )
}
