import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useVersionTexts } from '../../firmware/versions.ts'
import styles from './EventDetails.module.css'
import { eventSentence, eventTimes } from './eventTexts.ts'
import { iconOf, idOf } from './marks.tsx'

type Props = {
  events: readonly ChartEvent[]
  timeZone: string
  /** Name of the event's system; empty if there is only one. */
  nameOf: (event: ChartEvent) => string
  /** True if there are more events than were returned. */
  more: boolean
  close: () => void
}

/** The events at one position of the chart, in sentences. */
export function EventDetails({ events, timeZone, nameOf, more, close }: Props) {
  const { t } = useTranslation('charts', 'flags', 'common')
  const f = useFormats()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is announced again
  useEffect(() => title.current?.focus(), [events])
  const versions = useVersionTexts()
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
        {events.map((event, i) => (
          <li key={idOf(event, i)} className={styles.row}>
            {iconOf(event)}
            <div>
              <p>{eventSentence(event, speech)}</p>
              <p className={styles.meta}>
                {[nameOf(event), eventTimes(event, speech)].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {more && <p className={styles.meta}>{t('more')}</p>}
    </section>
  )
}
