import type { StatusLine } from '@kellersonne/core/live/summary'
import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'

type Tone = 'ok' | 'warn' | 'danger' | 'calm'
export type StatusIcon = 'fine' | 'warn' | 'danger' | 'silent' | 'away' | 'none'

/** The texts above the numbers. `sentence` breaks its lines at `<br>`. */
export type Phrases = {
  readonly tone: Tone
  readonly icon: StatusIcon
  readonly status: string
  readonly sentence: string
  readonly subline: string | null
}

type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }

/** Says that the server is unavailable, and how old the shown values are (SHL-10). */
function cutOf({ values: { lastOnline, timeZone }, now }: LiveViewModel, { t, f }: Localizer): string {
  if (lastOnline === null) return t('status.cut')
  return t('status.cutAt', { time: f.moment(lastOnline, now, timeZone) })
}

/** The live values in words. */
export function phrases(view: LiveViewModel, localizer: Localizer): Phrases {
  const { t } = localizer
  if (!view.cut)
    return {
      ...statusOf(view, localizer),
      sentence: sentenceOf(view, localizer),
      subline: sublineOf(view, localizer),
    }
  const away = { tone: 'danger', icon: 'away', status: cutOf(view, localizer) } as const
  return view.offline
    ? { ...away, sentence: t('failed.network'), subline: t('aside.cut') }
    : { ...away, sentence: sentenceOf(view, localizer), subline: t('aside.cut') }
}

function sentenceOf(view: LiveViewModel, { t, f }: Localizer): string {
  const { sentence, stopped, battery } = view.summary
  if (stopped.length === 0) return t(`sentence.${sentence}`)
  const names = view.systems.length === 1 ? t('battery') : f.list(namesIn(view, stopped))
  const values = { count: stopped.length, names }
  const what = battery === 'discharges' ? t('stopped.deliver', values) : t('stopped.charge', values)
  return `${t(`clause.${sentence}`)}<br>${what}`
}

function sublineOf(view: LiveViewModel, { t, f }: Localizer): string | null {
  if (view.offline) return t('aside.silent')
  const { subline } = view.summary
  if (subline === null) return null
  switch (subline.name) {
    case 'othersCharge': {
      const values = { count: subline.others.length, names: f.list(namesIn(view, subline.others)) }
      return subline.fedIn ? t('aside.othersChargeFedIn', values) : t('aside.othersCharge', values)
    }
    case 'othersDeliver':
      return t('aside.othersDeliver', {
        count: subline.others.length,
        names: f.list(namesIn(view, subline.others)),
      })
    case 'empty': {
      const others = { count: subline.others.length, names: f.list(namesIn(view, subline.others)) }
      const names = f.list(namesIn(view, subline.systems))
      return t('aside.empty', { count: subline.systems.length, names, rest: t('aside.delivers', others) })
    }
    default:
      return t(`aside.${subline.name}`)
  }
}

function statusOf(view: LiveViewModel, localizer: Localizer): Pick<Phrases, 'tone' | 'icon' | 'status'> {
  const { status } = view.summary
  if (status.name === 'normal') return { tone: 'ok', icon: 'fine', status: localizer.t('status.normal') }
  if (status.name === 'noData')
    return { tone: 'warn', icon: 'silent', status: noData(status, view, localizer) }
  const tone = status.severity === 'danger' ? 'danger' : 'warn'
  const names = localizer.f.list(namesIn(view, status.systems))
  return { tone, icon: tone, status: localizer.t('status.open', { count: status.count, names }) }
}

function noData(status: StatusLine & { name: 'noData' }, view: LiveViewModel, { t, f }: Localizer): string {
  const all = status.systems.length === view.chosen.length
  const names = f.list(namesIn(view, status.systems))
  if (status.since === null) return all ? t('status.noDataYet') : t('status.noDataYetOf', { names })
  const time = f.moment(status.since, view.now, view.values.timeZone)
  return all ? t('status.noDataSince', { time }) : t('status.noDataOf', { names, time })
}
