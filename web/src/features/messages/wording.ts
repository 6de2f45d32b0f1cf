import type { LiveSystem } from '@kellersonne/core/live/live'
import { type Formats, UNKNOWN } from '../../platform/i18n/format.ts'
import type { TFunction } from '../../platform/i18n/translate.ts'
import { isActive, type ShownMessage } from './shown.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }
/** Context of a text: the current time and the time zone. */
export type Scene = { readonly now: Date; readonly timeZone: string }

/** The time zone for a system's times. */
export const zoneOf = (systems: readonly LiveSystem[], sn: string) =>
  systems.find((system) => system.sn === sn)?.timeZone ?? 'Europe/Berlin'

/** A duration in its largest units. */
function spanText(ms: number, { t }: Pick<Localizer, 't'>): string {
  const span = Math.max(0, ms)
  if (span < MINUTE) return t('message.seconds', { count: Math.floor(span / SECOND) })
  if (span < HOUR) return t('message.minutes', { count: Math.floor(span / MINUTE) })
  if (span >= DAY) return t('message.days', { count: Math.floor(span / DAY) })
  return t('message.hours', { hours: Math.floor(span / HOUR), minutes: Math.floor((span % HOUR) / MINUTE) })
}

/** How long a message has been active, or was; a dash if unknown. */
export function lastedText(message: ShownMessage, now: Date, localizer: Pick<Localizer, 't'>): string {
  const { raisedAt, resolvedAt } = message
  const end = isActive(message) ? now : resolvedAt
  return raisedAt && end ? spanText(end.getTime() - raisedAt.getTime(), localizer) : UNKNOWN
}

/** When it began; null if not known yet. */
export function beganText(
  { raisedAt, hasHistory }: ShownMessage,
  { now, timeZone }: Scene,
  { t, f }: Localizer,
) {
  if (raisedAt) return f.moment(raisedAt, now, timeZone)
  return hasHistory ? t('message.before') : null
}

function whenText(message: ShownMessage, scene: Scene, localizer: Localizer) {
  const began = beganText(message, scene, localizer)
  return isActive(message) && message.raisedAt ? localizer.t('message.since', { time: began }) : began
}

/** "L2 · seit 09:12 Uhr · 3-mal · offen"; `name` null if there is no need for it. */
export function metaText(
  message: ShownMessage,
  name: string | null,
  scene: Scene,
  localizer: Localizer,
): string {
  const { t, f } = localizer
  const { raisedAt, resolvedAt, count, state } = message
  const over = !isActive(message) && resolvedAt !== null
  const parts = [
    name,
    whenText(message, scene, localizer),
    over && raisedAt && lastedText(message, scene.now, localizer),
    over && !raisedAt && t('message.until', { time: f.moment(resolvedAt, scene.now, scene.timeZone) }),
    count !== null && count > 1 && t('message.times', { count }),
    t(`message.${state}`),
  ]
  return parts.filter(Boolean).join(' · ')
}
