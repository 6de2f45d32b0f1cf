import { DONE_PERCENT } from '@kellersonne/core/firmware/chip-update'
import { FIRST_PERCENT, partOf, type Running } from '@kellersonne/core/firmware/wizard/state'
import type { LiveSystem } from '@kellersonne/core/live/live'
import {
  IconCircleCheck,
  IconClock,
  IconHourglass,
  IconPlayerPlay,
  IconPower,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useNow } from '../../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { minutesAndSeconds } from '../../../../ui/hooks/useCountdown.ts'
import type { UpdateFacts } from '../../api/updates.ts'
import { UpdateGauge } from '../parts/UpdateGauge.tsx'
import styles from './RunStep.module.css'
import { adviceFor, type Row, rowsOf } from './runStepTexts.ts'
import layout from './StepLayout.module.css'

const icons: Record<Row['kind'], TablerIcon> = {
  wait: IconHourglass,
  write: IconPlayerPlay,
  switch: IconPower,
  later: IconClock,
  done: IconCircleCheck,
}

const gauges = { waiting: 'waiting', started: 'running', switching: 'done', installed: 'done' } as const

type Props = {
  stage: Running
  name: string
  system: LiveSystem
  /** The current update, once loaded. */
  receipt: UpdateFacts['last']
}

/** UPD-03: the progress. */
export function RunStep({ stage, name, system, receipt }: Props) {
  const { t } = useTranslation('updates')
  const { phase, total, percent } = stage.progress
  const part = partOf(stage.progress)
  const shown = phase === 'switching' ? DONE_PERCENT : Math.max(FIRST_PERCENT, percent)
  const advice = adviceFor(stage, name, system, t)
  const titles = {
    waiting: t('run.titleWaiting'),
    started: t('run.title', { name }),
    switching: t('run.titleSwitching', { part, total }),
    installed: t('run.title', { name }),
  }
  return (
    <div className={layout.run}>
      <div className={styles.gauge}>
        <UpdateGauge percent={shown} state={gauges[phase]} label={t('run.gauge')} />
      </div>
      <div className={styles.course}>
        <h2>{titles[phase]}</h2>
        <p className={styles.since}>
          {total > 1 && t('run.part', { part, total })}
          {receipt && (
            <Since at={new Date(receipt.asked_at)} timeZone={system.timeZone} isFirst={total === 1} />
          )}
        </p>
        <ul className={styles.rows} aria-label={t('run.steps')}>
          {rowsOf(stage, t).map((row) => (
            <Step key={row.text} row={row} percent={percent} />
          ))}
        </ul>
        <div className={styles.advice}>
          <Notice kind={advice.kind} text={advice.text} />
        </div>
      </div>
    </div>
  )
}

/** UPD-13: where it was interrupted, behind the dialog that says so. */
export function InterruptedStep({ percent }: { percent: number | null }) {
  const { t } = useTranslation('updates')
  return (
    <div className={layout.run}>
      <div className={styles.gauge}>
        <UpdateGauge percent={percent} state="failed" label={t('run.gauge')} />
      </div>
      <h2>{t('interrupted.title')}</h2>
    </div>
  )
}

/** When the update was started, and how long it has been running. */
function Since({ at, timeZone, isFirst }: { at: Date; timeZone: string; isFirst: boolean }) {
  const { t } = useTranslation('updates')
  const format = useFormats()
  const seconds = useNow((now) => Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000)))
  const parts = [
    t('run.startedAt', { time: format.time(at, timeZone) }),
    t('run.lasts', { time: minutesAndSeconds(seconds) }),
  ]
  return (
    <span>
      {isFirst ? '' : ' · '}
      {parts.join(' · ')}
    </span>
  )
}

function Step({ row, percent }: { row: Row; percent: number }) {
  const { t } = useTranslation('updates')
  const format = useFormats()
  const Icon = icons[row.kind]
  const isWriting = row.kind === 'write' && row.when === 'now'
  const note = row.kind === 'later' ? null : t(`run.${row.when}`)
  return (
    <li data-when={row.when} aria-current={row.when === 'now' ? 'step' : undefined}>
      <Icon size={18} stroke={1.5} aria-hidden />
      <span>{row.text}</span>
      <span>
        {isWriting ? format.text({ value: String(Math.max(FIRST_PERCENT, percent)), unit: '%' }) : note}
      </span>
    </li>
  )
}
