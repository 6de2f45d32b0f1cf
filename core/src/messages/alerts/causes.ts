import { severityOf } from '../messages.ts'

/** What alerts are about, as owners switch them on and off; in the order of the page. */
export const alertTopics = [
  ...([
    'fault',
    'warning',
    'grid',
    'silent',
    'battery',
    'rule',
    'outlook',
    'update',
    'claim',
    'sign_in',
  ] as const),
] as const
export type AlertTopic = (typeof alertTopics)[number]

/** Forecasts are reported only on request: a winter has many dark weeks. */
export const isOnByDefault = (topic: AlertTopic) => topic !== 'outlook'

/** Why an owner is alerted. */
export const alertCauses = [
  ...(['fault', 'warning', 'grid', 'silent', 'battery', 'rule', 'winter', 'empty', 'storm'] as const),
  ...(['update_switch', 'update_finished', 'update_failed', 'claim', 'sign_in'] as const),
] as const
export type AlertCause = (typeof alertCauses)[number]

type Rule = {
  readonly topic: AlertTopic
  /** How long it must stand before anybody is alerted. */
  readonly waitMs: number
  /** True if it is announced at once, in quiet hours, too. */
  readonly urgent: boolean
  /** True if its end is announced; otherwise it has none. */
  readonly ends: boolean
  /** True if it happened at one instant and does not stand. */
  readonly event: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A unit is silent once nothing has come from it for so long. */
export const SILENT_MS = 15 * MINUTE

const lasting = { urgent: false, ends: true, event: false } as const
const happening = { waitMs: 0, urgent: false, ends: false, event: true } as const

/**
 * Waiting times: long enough for what heals by itself, such as a unit that restarts or leaves the grid for a moment.
 * Silence begins at a unit's last message. Findings last for days before they are one.
 */
export const alertRules: Readonly<Record<AlertCause, Rule>> = {
  fault: { ...lasting, topic: 'fault', waitMs: MINUTE, urgent: true },
  warning: { ...lasting, topic: 'warning', waitMs: 5 * MINUTE },
  grid: { ...lasting, topic: 'grid', waitMs: 2 * MINUTE },
  silent: { ...lasting, topic: 'silent', waitMs: SILENT_MS },
  battery: { ...lasting, topic: 'battery', waitMs: 0 },
  // An owner's rule has its waiting time itself (own-rules/watch.ts).
  rule: { ...lasting, topic: 'rule', waitMs: 0 },
  // A forecast is no fault, and its end no news: the page shows it.
  winter: { ...lasting, topic: 'outlook', waitMs: 0, ends: false },
  empty: { ...lasting, topic: 'outlook', waitMs: 0, ends: false },
  storm: { ...lasting, topic: 'outlook', waitMs: 0, ends: false },
  update_switch: { ...lasting, topic: 'update', waitMs: 10 * MINUTE, ends: false },
  update_finished: { ...happening, topic: 'update' },
  update_failed: { ...happening, topic: 'update' },
  claim: { ...lasting, topic: 'claim', waitMs: 0, urgent: true, ends: false },
  sign_in: { ...happening, topic: 'sign_in', urgent: true },
}

/** The flag by which units report that the grid is gone, or outside its limits. */
const GRID_FLAG = 'na_schutz'

/** Returns the cause of a unit's message; null for a mere state. */
export function causeOf(code: string): AlertCause | null {
  if (code === GRID_FLAG) return 'grid'
  const severity = severityOf(code)
  return severity === 'info' ? null : severity === 'danger' ? 'fault' : 'warning'
}
