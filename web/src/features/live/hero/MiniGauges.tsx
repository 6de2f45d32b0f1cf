import type { LiveSystem } from '@kellersonne/core/live/live'
import { stopsUnit } from '@kellersonne/core/messages/messages'
import { freshness } from '@kellersonne/core/telemetry/freshness'
import { batteryFlow } from '@kellersonne/core/units/power'
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { SunGauge } from '../../../ui/gauge/SunGauge.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './MiniGauges.module.css'

/** As many as fit beside the cellar. */
const MOST = 4

type Props = Pick<LiveViewModel, 'systems' | 'names' | 'now' | 'active'> & {
  choose: (active: LiveViewModel['active']) => void
}

/** Each system's state of charge; a click selects the system. */
export function MiniGauges({ systems, names, now, active, choose }: Props) {
  if (systems.length < 2 || systems.length > MOST) return null
  const moods = systems.map((system) => moodOf(system, now))
  const silent = moods.every((mood) => mood === 'silent')
  return (
    <div className={styles.minis}>
      {systems.map((system, i) => (
        <Mini
          key={system.sn}
          sn={system.sn}
          name={names.get(system.sn) ?? system.sn}
          soc={system.soc}
          mood={moods[i] ?? 'on'}
          marked={!silent}
          pressed={system.sn === active}
          choose={choose}
        />
      ))}
    </div>
  )
}

type Mood = 'on' | 'charging' | 'stopped' | 'silent'
function moodOf(system: LiveSystem, now: Date): Mood {
  if (freshness(system, now) === 'stale') return 'silent'
  if (system.messages.some(stopsUnit)) return 'stopped'
  const { battery } = system.powers
  return battery !== null && batteryFlow(battery) === 'charges' ? 'charging' : 'on'
}

type MiniProps = Pick<LiveSystem, 'sn' | 'soc'> & {
  name: string
  mood: Mood
  /** True if problems are marked: not if all systems are offline, which is said once for all. */
  marked: boolean
  pressed: boolean
  choose: Props['choose']
}
const Mini = memo(function Mini({ sn, name, soc, mood, marked, pressed, choose }: MiniProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const shown = format.text(format.percent(soc))
  const trouble = mood === 'silent' ? t('stale') : mood === 'stopped' ? t('stopped.short') : null
  const Icon = mood === 'silent' ? IconWifiOff : IconAlertTriangle
  return (
    <button
      data-paper
      type="button"
      className={styles.mini}
      aria-pressed={pressed}
      onClick={() => choose(sn)}
    >
      <SunGauge size="mini" percent={soc} state={trouble ? 'off' : mood === 'charging' ? 'charging' : 'on'}>
        {trouble && marked && <Icon className={styles.trouble} x={-9} y={-10} size={18} stroke={1.75} />}
      </SunGauge>
      <span>
        {name} <strong>{shown}</strong>
        {trouble && <span className="visually-hidden">, {trouble}</span>}
      </span>
    </button>
  )
})
