import { DONE_PERCENT } from '@kellersonne/core/firmware/chip-update'
import { FIRST_PERCENT } from '@kellersonne/core/firmware/wizard/state'
import { percent as percentOf } from '@kellersonne/core/units/units'
import { type Formats, UNKNOWN } from '../../../../platform/i18n/format.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import type { TFunction } from '../../../../platform/i18n/translate.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { GaugeNumber } from '../../../../ui/gauge/GaugeNumber.tsx'
import { SunGauge } from '../../../../ui/gauge/SunGauge.tsx'
import styles from './UpdateGauge.module.css'

type State = 'waiting' | 'running' | 'failed' | 'done'
type Props = {
  /** 0 to 100; null = unknown. */
  percent: number | null
  state: State
  label: string
}

/** The percentage a gauge shows. Throws a RangeError if `percent` is not one (UPD-09). */
function shownOf(percent: number | null, state: State): number | null {
  if (percent === null) return null
  if (!(percent >= 0 && percent <= DONE_PERCENT))
    throw new RangeError(`${percent} is no percent of an update`)
  if (state === 'done') return DONE_PERCENT
  return state === 'failed' ? percent : Math.max(FIRST_PERCENT, percent)
}

function textOf(shown: number | null, state: State, { t, f }: { t: TFunction<'flight'>; f: Formats }) {
  if (state === 'failed') return t('gauge.failed')
  if (shown === null) return t('gauge.unknown')
  const percent = f.text(f.percent(percentOf(shown)))
  return state === 'waiting' ? t('gauge.waiting', { percent }) : percent
}

const looks = { waiting: 'charging', running: 'charging', failed: 'off', done: 'on' } as const

/** Progress of an update: the sun's rays light up clockwise. */
export function UpdateGauge({ percent, state, label }: Props) {
  const { t } = useTranslation('flight')
  const f = useFormats()
  const shown = shownOf(percent, state)
  const { value, unit } = f.percent(shown === null ? null : percentOf(shown))
  return (
    <div
      className={styles.gauge}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={DONE_PERCENT}
      aria-valuenow={shown === null || state === 'failed' ? undefined : shown}
      aria-valuetext={textOf(shown, state, { t, f })}
    >
      <SunGauge mode="clock" size="clock" percent={shown} state={looks[state]}>
        {state === 'failed' ? (
          <GaugeNumber value="!" unit="" />
        ) : (
          <GaugeNumber value={shown === null ? UNKNOWN : value} unit={unit} />
        )}
      </SunGauge>
    </div>
  )
}
