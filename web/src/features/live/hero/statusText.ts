import type { StatusLine } from '@kellersonne/core/live/status-line'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { Localizer } from './localizer.ts'

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
  switch (status.name) {
    case 'normal':
      return isContradictory
        ? { tone: 'warn', icon: 'warn', status: t('conditions.status.contradictory') }
        : { tone: 'ok', icon: 'fine', status: t('status.normal') }
    case 'noData':
      return { tone: 'warn', icon: 'silent', status: noData(status, view, localizer) }
    case 'unmeasured': {
      const time = localizer.f.moment(status.since, view.now, view.values.timeZone)
      const text = t('conditions.status.unmeasured', { time })
      return { tone: 'warn', icon: 'silent', status: ofSome(status, text, view, localizer) }
    }
    case 'open': {
      const tone = status.severity === 'danger' ? 'danger' : 'warn'
      const names = localizer.f.list(namesIn(view, status.systems))
      return { tone, icon: tone, status: t('status.open', { count: status.count, names }) }
    }
    case 'interrupted':
      return {
        tone: 'warn',
        icon: 'warn',
        status: ofSome(status, t('conditions.status.interrupted'), view, localizer),
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
        status: ofSome(status, unknownState(status, localizer), view, localizer),
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

type OfSystems = Extract<StatusLine, { systems: unknown }>

/** Names the systems unless it is all of the selected ones. */
function ofSome({ systems }: OfSystems, status: string, view: LiveViewModel, { t, f }: Localizer): string {
  if (systems.length === view.chosen.length) return status
  return t('conditions.status.of', { names: f.list(namesIn(view, systems)), status })
}

/** The unit's own word where it reports one that we don't know. */
function unknownState({ systems }: OfSystems, { t }: Localizer): string {
  const [word, ...others] = new Set(systems.map(({ status, batteryStatus }) => status && batteryStatus))
  return word && others.length === 0 ? t('conditions.status.word', { word }) : t('conditions.status.unknown')
}

function noData(status: StatusLine & { name: 'noData' }, view: LiveViewModel, { t, f }: Localizer): string {
  const all = status.systems.length === view.chosen.length
  const names = f.list(namesIn(view, status.systems))
  if (status.since === null) return all ? t('status.noDataYet') : t('status.noDataYetOf', { names })
  const time = f.moment(status.since, view.now, view.values.timeZone)
  return all ? t('status.noDataSince', { time }) : t('status.noDataOf', { names, time })
}
