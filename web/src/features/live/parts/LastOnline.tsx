import { type Freshness, freshness } from '@kellersonne/core/telemetry/freshness'
import { IconCloudOff, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { memo } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import styles from './Live.module.css'

const MINUTE_MS = 60_000

/** The age of a value, updated every second for a minute, then every minute. */
function useAge({ at, timeZone }: AgeProps): string {
  const format = useFormats()
  const age = useNow((now) => {
    const passed = Math.max(0, now.getTime() - at.getTime())
    const step = passed < MINUTE_MS ? 1000 : MINUTE_MS
    return Math.floor(passed / step) * step
  })
  return format.age(at, new Date(at.getTime() + age), timeZone)
}

type AgeProps = { at: Date; timeZone: string }
export const Age = (props: AgeProps) => useAge(props)

function useFreshness({ lastOnline, offline }: Pick<Props, 'lastOnline' | 'offline'>): Freshness {
  const byAge = useNow((now) => freshness({ lastOnline, online: true }, now))
  return offline ? 'stale' : byAge
}

type Props = {
  lastOnline: Date | null
  timeZone: string
  connection: 'push' | 'polling' | 'cut'
  /** True if all are offline, however recently that happened. */
  offline: boolean
}

/** When the systems last reported, and how the portal receives their values. */
export const LastOnline = memo(function LastOnline({ lastOnline, timeZone, connection, offline }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const fresh = useFreshness({ lastOnline, offline })
  const Icon = connection === 'cut' ? IconCloudOff : fresh === 'stale' ? IconWifiOff : IconWifi
  return (
    <p className={styles.online} data-fresh={connection === 'cut' ? 'cut' : fresh}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        {connection === 'cut' && <strong>{t('cut')} · </strong>}
        {lastOnline ? <Sentence at={lastOnline} timeZone={timeZone} /> : t('lastOnlineNever')}
        <span className={styles.meta}>
          {lastOnline && ` · ${t('at', { time: format.time(lastOnline, timeZone), zone: timeZone })}`}
          {connection === 'polling' && ` · ${t('polling')}`}
        </span>
      </span>
    </p>
  )
})

function Sentence(props: AgeProps) {
  const { t } = useTranslation('dashboard')
  return <span className={styles.age}>{t('lastOnline', { age: useAge(props) })}</span>
}

/** A two-word version for phones. */
export const LastOnlineShort = memo(function LastOnlineShort({
  lastOnline,
  timeZone,
  connection,
  offline,
}: Props) {
  const { t } = useTranslation('dashboard')
  const fresh = useFreshness({ lastOnline, offline })
  const Icon = fresh === 'stale' ? IconWifiOff : IconWifi
  if (lastOnline === null || connection === 'cut') return null
  return (
    <p className={styles.online} data-fresh={fresh}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={styles.age}>
        <span className="visually-hidden">{t('card.lastOnline')} </span>
        <Age at={lastOnline} timeZone={timeZone} />
        {connection === 'polling' && <span className={styles.meta}> · {t('pollingShort')}</span>}
      </span>
    </p>
  )
})

/** Shown instead if no values have ever arrived. */
export function NeverOnline() {
  const { t } = useTranslation('dashboard')
  return (
    <p className={styles.online} data-fresh="cut">
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      {t('cut')}
    </p>
  )
}
