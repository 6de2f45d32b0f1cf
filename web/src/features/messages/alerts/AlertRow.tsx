import type { WireAlert } from '@kellersonne/contract/messages/alerts'
import { helpOf } from '@kellersonne/core/messages/alerts/help'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { type Marked, StateMark } from '../../../ui/feedback/StateMark.tsx'
import styles from './Alerts.module.css'
import { MuteControl } from './MuteControl.tsx'
import { mutedText, noticeTexts, stateOf, stormTexts, titleOf, whenOf } from './words.ts'

const MINUTE_MS = 60_000
const marked: Record<ReturnType<typeof stateOf>, Marked> = {
  open: 'open',
  wavering: 'open',
  calming: 'open',
  over: 'resolved',
  event: 'note',
}

type Props = {
  alert: WireAlert
  /** What the owner calls the system, or the account. */
  name: string
  timeZone: string
}

/** An alert: what, where, when, what was sent, and what can be done. */
export function AlertRow({ alert, name, timeZone }: Props) {
  const { t } = useTranslation('alerts')
  const words = { t, f: useFormats() }
  const minute = useNow((at) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const scene = { now: new Date(minute), timeZone }
  const title = titleOf(alert, words)
  const state = stateOf(alert, scene.now)
  const help = helpOf(alert.cause, alert.sn)
  return (
    <li className={styles.row}>
      <StateMark state={marked[state]} grave={alert.cause === 'fault'} size={20} />
      <div className={styles.what}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.meta}>
          {name} · {whenOf(alert, scene, words)} · {t(`state.${state}`)}
        </p>
        {alert.share !== null && (
          <p className={styles.meta}>{t(`share.${alert.scope ?? 'all'}`, { share: alert.share })}</p>
        )}
        {stormTexts(alert, scene, words).map((text) => (
          <p key={text} className={styles.meta}>
            {text}
          </p>
        ))}
        {noticeTexts(alert, scene, words).map((text) => (
          <p key={text} className={styles.notice}>
            {text}
          </p>
        ))}
        {state !== 'over' && (
          <p className={styles.help}>
            <TextLink to={help.to}>{t(`helps.${help.words}`)}</TextLink>
          </p>
        )}
      </div>
      {alert.over_at === null && alert.cause !== 'claim' && (
        <MuteControl alert={alert} what={`${title}, ${name}`} muted={mutedText(alert, scene, words)} />
      )}
    </li>
  )
}
