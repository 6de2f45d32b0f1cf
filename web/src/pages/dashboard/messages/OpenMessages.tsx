import { byGravity, displayOf, isFlag, isOpen, type Message, severityOf } from '@kellersonne/core/messages'
import type { SerialNumber } from '@kellersonne/core/systems'
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/useFormats.ts'
import type { Overview } from '../../../shell/live/overview.ts'
import styles from './OpenMessages.module.css'

type OpenMessage = Message & { readonly sn: SerialNumber }

/** What stands at the systems shown, gravest first. */
const openOf = ({ chosen }: Overview): OpenMessage[] =>
  chosen
    .flatMap(({ sn, messages }) =>
      messages.filter(({ code }) => isOpen(code)).map((message) => ({ ...message, sn })),
    )
    .toSorted(byGravity)

/** Open messages with what they mean and what to do. Nothing where there is none. */
export function OpenMessages({ view }: { view: Overview }) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const open = openOf(view)
  if (open.length === 0) return null
  const { timeZone } = view.values
  return (
    <section className={styles.card} aria-labelledby="open-messages">
      <div className={styles.head}>
        <h2 id="open-messages">{t('messages')}</h2>
        <span className={styles.count}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {t('openCount', { count: open.length })}
        </span>
      </div>
      <ul>
        {open.map(({ sn, code, since }) => (
          <MessageRow
            key={`${sn} ${code}`}
            code={code}
            name={view.names.get(sn) ?? sn}
            since={since && format.moment(since, view.now, timeZone)}
          />
        ))}
      </ul>
    </section>
  )
}

/** The catalogue's entry: a flag's own, or a general one for what it does not know. */
const entryOf = (code: string) => (isFlag(code) ? code : /^\d+$/.test(code) ? 'battery' : 'other')

const MessageRow = memo(function MessageRow({
  code,
  name,
  since,
}: {
  code: string
  name: string
  since: string | null
}) {
  const { t } = useTranslation(['flags', 'dashboard'])
  const severity = severityOf(code)
  const entry = entryOf(code)
  const Icon = severity === 'danger' ? IconAlertOctagon : IconAlertTriangle
  return (
    <li className={styles.row} data-severity={severity}>
      <Icon className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <div className={styles.what}>
        <p>
          <span className={styles.code}>{displayOf(code)}</span> {t(`${entry}.text`, { code })}
        </p>
        <p className={styles.meta}>
          {since === null
            ? t('dashboard:openSinceUnknown', { names: name })
            : t('dashboard:openSince', { names: name, time: since })}
        </p>
        <p className={styles.effect}>{t(`${entry}.effect`)}</p>
      </div>
      <div className={styles.advice}>
        <strong>{t('dashboard:whatNow')}</strong>
        <p>{t(`${entry}.advice`)}</p>
      </div>
    </li>
  )
})
