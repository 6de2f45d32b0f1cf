import { contradictsItself } from '@kellersonne/core/live/activity'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { StatusLine } from '@kellersonne/core/live/status-line'
import { batteryFlow } from '@kellersonne/core/units/power'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import type { Localizer } from './localizer.ts'
import { namesOrCount } from './names.ts'

export type StatusIcon =
  | 'fine'
  | 'warn'
  | 'danger'
  | 'silent'
  | 'away'
  | 'none'
  | 'resting'
  | 'busy'
  | 'unknown'
/** The line above the sentence: whether anything is wrong. */
export type StatusText = {
  readonly tone: 'ok' | 'warn' | 'danger' | 'calm'
  readonly icon: StatusIcon
  readonly status: string
}

/** Returns the status line. `isContradictory`: the day's counters contradict each other. */
export function statusText(view: LiveViewModel, isContradictory: boolean, localizer: Localizer): StatusText {
  const { status } = view.summary
  const { t } = localizer
  if (isContradictory && (status.name === 'normal' || status.name === 'unreported'))
    return { tone: 'warn', icon: 'warn', status: t('conditions.status.contradictory') }
  switch (status.name) {
    case 'normal':
      return { tone: 'ok', icon: 'fine', status: wellOf(view, localizer) }
    case 'noData':
      return { tone: 'warn', icon: 'silent', status: noData(status, view, localizer) }
    case 'unmeasured': {
      const time = localizer.f.moment(status.since, view.now, view.values.timeZone)
      const text = t('conditions.status.unmeasured', { time })
      return { tone: 'warn', icon: 'silent', status: ofSome(status, text, view, localizer) }
    }
    case 'open': {
      const tone = status.severity === 'danger' ? 'danger' : 'warn'
      const names = namesOrCount(view, status.systems, localizer)
      return { tone, icon: tone, status: t('status.open', { count: status.count, names }) }
    }
    case 'interrupted':
    case 'refused':
    case 'signs':
      return {
        tone: 'warn',
        icon: 'warn',
        status: ofSome(status, t(`conditions.status.${status.name}`), view, localizer),
      }
    case 'incomplete':
    case 'untold':
    case 'unreported':
      return {
        tone: 'calm',
        icon: 'unknown',
        status: ofSome(status, t(`conditions.status.${status.name}`), view, localizer),
      }
    case 'unknown':
      return {
        tone: 'calm',
        icon: 'unknown',
        status: ofSome(status, unknownState(status, view, localizer), view, localizer),
      }
    default: {
      const icon = status.name === 'off' || status.name === 'standby' ? 'resting' : 'busy'
      return {
        tone: 'calm',
        icon,
        status: ofSome(status, t(`conditions.status.${status.name}`), view, localizer),
      }
    }
  }
}

/** With others beside it that may not be well, a chosen system is named. */
function wellOf(view: LiveViewModel, localizer: Localizer): string {
  const status = localizer.t('status.normal')
  if (view.chosen.length === view.systems.length) return status
  return localizer.t('conditions.status.of', { names: namesOrCount(view, view.chosen, localizer), status })
}

type OfSystems = Extract<StatusLine, { systems: unknown }>

/** Names the systems unless it is all of the selected ones. */
function ofSome({ systems }: OfSystems, status: string, view: LiveViewModel, localizer: Localizer): string {
  if (systems.length === view.chosen.length) return status
  return localizer.t('conditions.status.of', { names: namesOrCount(view, systems, localizer), status })
}

/** Describes an unknown state: by the units' own word, or by the powers that contradict it, and of one unit since when. */
function unknownState({ systems }: OfSystems, view: LiveViewModel, { t, f }: Localizer): string {
  const [text, ...others] = new Set(systems.map((system) => ownState(system, t)))
  if (!text || others.length > 0) return t('conditions.status.unknown')
  const [since, ...differing] = new Set(systems.map(({ statusSince }) => statusSince?.getTime() ?? null))
  if (since == null || differing.length > 0) return text
  const time = f.moment(new Date(since), view.now, view.values.timeZone)
  return t('conditions.status.since', { status: text, time })
}

/** Returns null if the unit reports no state. */
function ownState(system: LiveSystem, t: Localizer['t']): string | null {
  const { status, batteryStatus, powers } = system
  if ((status === 'off' || status === 'standby') && contradictsItself(system)) {
    const charges = powers.battery !== null && batteryFlow(powers.battery) === 'charges'
    return t(`conditions.status.contrary.${status}.${charges ? 'charges' : 'discharges'}`)
  }
  if (status === null || batteryStatus === null) return null
  return batteryStatus === 'off' || batteryStatus === 'stopped'
    ? t(`conditions.status.battery.${batteryStatus}`)
    : t('conditions.status.word', { word: batteryStatus })
}

function noData(status: StatusLine & { name: 'noData' }, view: LiveViewModel, localizer: Localizer): string {
  const { t, f } = localizer
  const all = status.systems.length === view.chosen.length
  const names = namesOrCount(view, status.systems, localizer)
  if (status.since === null) return all ? t('status.noDataYet') : t('status.noDataYetOf', { names })
  const time = f.moment(status.since, view.now, view.values.timeZone)
  return all ? t('status.noDataSince', { time }) : t('status.noDataOf', { names, time })
}
