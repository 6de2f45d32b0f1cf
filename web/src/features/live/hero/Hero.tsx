import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCloudOff,
  IconHelpCircle,
  IconPlugConnectedX,
  IconPower,
  IconProgress,
  IconWifiOff,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Shape } from '../../../ui/hooks/useShape.ts'
import { Section, type SectionProps } from '../section/Section.tsx'
import styles from './Hero.module.css'
import type { Phrases } from './phrases.ts'
import type { StatusIcon } from './statusText.ts'

const icons: Record<StatusIcon, typeof IconCircleCheck> = {
  fine: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertOctagon,
  silent: IconWifiOff,
  away: IconCloudOff,
  none: IconPlugConnectedX,
  resting: IconPower,
  busy: IconProgress,
  unknown: IconHelpCircle,
}

/** A line of so many characters fits beside the sun's number; longer ones, with owners' names, break and are smaller. */
const LONGEST_LINE = 34

/** So many lines of the sentence leave little room for the one below. */
const MANY_LINES = 3

type HeadlineProps = {
  /** Tighter, because more follows. */
  dense?: boolean
  beside?: ReactNode
  children?: ReactNode
}

/** Status line, sentence and one additional line. */
export const StatusHeadline = memo(function StatusHeadline({
  tone,
  icon,
  status,
  sentence,
  subline,
  always,
  dense = false,
  beside,
  children,
}: Phrases & HeadlineProps) {
  const Icon = icons[icon]
  const lines = sentence.split('\n')
  return (
    <div
      className={styles.said}
      data-dense={dense || undefined}
      data-crowded={(subline !== null && lines.length >= MANY_LINES) || undefined}
    >
      <div className={styles.statusRow}>
        <p className={styles.status} data-tone={tone} role="status">
          <Icon size={20} stroke={1.5} aria-hidden />
          {status}
        </p>
        {beside}
      </div>
      <h2
        className={styles.sentence}
        data-long={lines.some(({ length }) => length > LONGEST_LINE) || undefined}
      >
        {lines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h2>
      {subline && (
        <p className={styles.aside} data-always={always || undefined}>
          {subline}
        </p>
      )}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
})

type Props = {
  shape: Shape
  headline: ReactNode
  section: Omit<SectionProps, 'shape'>
  /** Content to the right of the cellar, if there is room. */
  minis?: ReactNode
  today: ReactNode
}

/** The sentence, the drawing it describes and the day so far. */
export function Hero({ shape, headline, section, minis, today }: Props) {
  return (
    <div className={styles.hero} data-shape={shape}>
      {headline}
      <div className={styles.drawing}>
        <Section shape={shape === 'wide' ? 'hero' : 'phone'} {...section} />
        {shape === 'wide' && minis}
      </div>
      <div className={styles.today}>{today}</div>
    </div>
  )
}
