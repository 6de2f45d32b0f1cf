import { type Alert, type NoticeKind, SERIES_MS } from './alert.ts'
import { type AlertTopic, alertRules } from './causes.ts'

const MINUTE = 60_000
/** An owner gets a mail at most so often: about what is urgent, and about the rest. */
const INTERVAL_MS = { urgent: MINUTE, other: 15 * MINUTE }
/** And at most so often about one event that happens again and again. */
const REPEAT_MS = 60 * MINUTE

/**
 * Why no notice is sent: the owner does not want it (`off`, `muted`), cannot be reached, as there is no confirmed address (`address`), or it is too old; its
 * system is silent, so that nothing is known of it; or it waits for the end of quiet hours or for the next mail.
 */
export const holds = ['off', 'muted', 'address', 'late', 'silent', 'quiet', 'interval'] as const
export type Hold = (typeof holds)[number]

/** What decides whether an owner can be notified. */
export type Reader = {
  /** Whether they can be notified of a topic that they want: a confirmed address, or a browser. */
  readonly reaches: (topic: AlertTopic, system: number | null) => boolean
  /** Whether the owner wants quiet hours. */
  readonly quiet: boolean
  readonly wants: (topic: AlertTopic, system: number | null) => boolean
  readonly zoneOf: (system: number | null) => string
  /** When the owner was last notified of anything. */
  readonly lastNotifiedAt: Date | null
}

type Scene = {
  readonly reader: Reader
  readonly silent: boolean
  readonly now: Date
  /** When quiet hours end in a zone; null if none are now. */
  readonly quietIn: (timeZone: string) => Date | null
}

/** Returns what holds a notice back, and until when if time alone ends that; null = nothing. */
export function heldBack(
  alert: Alert,
  notice: NoticeKind,
  { reader, silent, now, quietIn }: Scene,
): { readonly hold: Hold; readonly until: Date | null } | null {
  const { topic, urgent, event } = alertRules[alert.cause]
  const never = (hold: Hold) => ({ hold, until: null })
  if (!reader.wants(topic, alert.system)) return never('off')
  if (alert.mutedUntil && alert.mutedUntil > now) return { hold: 'muted', until: alert.mutedUntil }
  if (!reader.reaches(topic, alert.system)) return never('address')
  const last = event ? alert.begunAt : notice === 'ended' ? alert.overAt : null
  if (last && now.getTime() - last.getTime() > SERIES_MS) return never('late')
  if (silent && notice !== 'ended' && alert.cause !== 'silent' && !event) return never('silent')
  const atOnce = urgent && notice !== 'ended'
  const quiet = reader.quiet && !atOnce ? quietIn(reader.zoneOf(alert.system)) : null
  if (quiet) return { hold: 'quiet', until: quiet }
  const interval = atOnce ? INTERVAL_MS.urgent : INTERVAL_MS.other
  const next = Math.max(
    reader.lastNotifiedAt ? reader.lastNotifiedAt.getTime() + interval : 0,
    event && alert.notifiedAt ? alert.notifiedAt.getTime() + REPEAT_MS : 0,
  )
  return next > now.getTime() ? { hold: 'interval', until: new Date(next) } : null
}
