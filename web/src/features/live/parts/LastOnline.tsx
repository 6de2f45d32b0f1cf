import { type Freshness, freshness } from '@kellersonne/core/live/live'
import { IconCloudOff, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import styles from './Live.module.css'

const MINUTE_MS = 60_000

/** How old something is, ticking by itself: each second for a minute, then each minute. */
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

function useFreshness({ lastOnline, silent }: Pick<Props, 'lastOnline' | 'silent'>): Freshness {
  const byAge = useNow((now) => freshness({ lastOnline, online: true }, now))
  return silent ? 'stale' : byAge
}

type Props = {
  lastOnline: Date | null
  timeZone: string
  connection: 'push' | 'polling' | 'cut'
  /** Whether none of them is heard of, however short ago that was. */
  silent: boolean
}

/** When the systems were last heard of, and how the portal hears of them. */
export const LastOnline = memo(function LastOnline({ lastOnline, timeZone, connection, silent }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const fresh = useFreshness({ lastOnline, silent })
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

/** The same in two words, for a phone. */
export const LastOnlineShort = memo(function LastOnlineShort({
  lastOnline,
  timeZone,
  connection,
  silent,
}: Props) {
  const { t } = useTranslation('dashboard')
  const fresh = useFreshness({ lastOnline, silent })
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

/** In its place where nothing ever came. */
export function Away() {
  const { t } = useTranslation('dashboard')
  return (
    <p className={styles.online} data-fresh="cut">
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      {t('cut')}
    </p>
  )
}
