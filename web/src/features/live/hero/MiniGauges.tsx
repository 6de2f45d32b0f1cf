import { type Activity, activityOf, isOnline } from '@kellersonne/core/live/activity'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { IconAlertTriangle, IconPlayerPause, IconPower, IconProgress, IconWifiOff } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { SunGauge } from '../../../ui/gauge/SunGauge.tsx'
import { MiddleEllipsis } from '../../../ui/layout/MiddleEllipsis.tsx'
import { gaugeOf } from '../model/gaugeOf.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './MiniGauges.module.css'
import { areAlike, withEnd } from './names.ts'

/** As many as fit beside the cellar; more are in the strip. */
export const MOST_GAUGES = 4
/** Longer names stand above the state of charge: "L2 KELLER", not "L2". */
const SHORT = 3

type Props = Pick<LiveViewModel, 'systems' | 'names' | 'now' | 'active'> & {
  choose: (active: LiveViewModel['active']) => void
}

/** Each system's state of charge; a click selects the system. */
export function MiniGauges({ systems, names, now, active, choose }: Props) {
  if (systems.length < 2 || systems.length > MOST_GAUGES) return null
  const doings = systems.map((system) => activityOf(system, now))
  const isTight =
    systems.length === MOST_GAUGES || systems.some(({ sn }) => (names.get(sn) ?? sn).length > SHORT)
  const alike = areAlike(systems.map(({ sn }) => names.get(sn) ?? sn))
  const offline = systems.every((system) => !isOnline(system, now))
  return (
    <div className={styles.minis} data-tight={isTight || undefined}>
      {systems.map((system, i) => (
        <Mini
          key={system.sn}
          sn={system.sn}
          name={names.get(system.sn) ?? system.sn}
          alike={alike}
          soc={system.soc}
          doing={doings[i] ?? 'unknown'}
          marked={!offline}
          pressed={system.sn === active}
          choose={choose}
        />
      ))}
    </div>
  )
}

/** What marks a gauge at rest, and its word. */
const marks = {
  never: { Icon: IconWifiOff, word: 'stale' },
  silent: { Icon: IconWifiOff, word: 'stale' },
  stopped: { Icon: IconAlertTriangle, word: 'stopped.short' },
  off: { Icon: IconPower, word: 'conditions.status.off' },
  standby: { Icon: IconPlayerPause, word: 'conditions.status.standby' },
  updating: { Icon: IconProgress, word: 'conditions.status.updating' },
  awaitsUpdate: { Icon: IconProgress, word: 'conditions.status.awaitsUpdate' },
} as const
const isMarked = (doing: Activity): doing is keyof typeof marks => doing in marks

type MiniProps = Pick<LiveSystem, 'sn' | 'soc'> & {
  name: string
  /** True if the name begins like another one: then its end is shown. */
  alike: boolean
  doing: Activity
  /** True if problems are marked: not if all systems are offline, which is said once for all. */
  marked: boolean
  pressed: boolean
  choose: Props['choose']
}
const Mini = memo(function Mini({ sn, name, alike, soc, doing, marked, pressed, choose }: MiniProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const shown = format.text(format.percent(soc))
  const mark = isMarked(doing) ? marks[doing] : null
  return (
    <button
      data-paper
      type="button"
      className={styles.mini}
      aria-pressed={pressed}
      onClick={() => choose(sn)}
    >
      <SunGauge size="mini" percent={soc} state={gaugeOf(doing)}>
        {mark && marked && <mark.Icon className={styles.trouble} x={-9} y={-10} size={18} stroke={1.75} />}
      </SunGauge>
      <span className={styles.label}>
        <span className={styles.name} title={name}>
          {alike ? <MiddleEllipsis {...withEnd(name)} /> : name}
        </span>{' '}
        <strong>{shown}</strong>
        {mark && <span className="visually-hidden">, {t(mark.word)}</span>}
      </span>
    </button>
  )
})
