import type { StatusLine } from '@kellersonne/core/live/situation'
import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'
import { namesIn, type Overview } from '../model/overview.ts'

type Tone = 'ok' | 'warn' | 'danger' | 'calm'
export type StatusIcon = 'fine' | 'warn' | 'danger' | 'silent' | 'away' | 'none'

/** The texts above the numbers. `sentence` breaks its lines at `<br>`. */
export type Phrases = {
  readonly tone: Tone
  readonly icon: StatusIcon
  readonly status: string
  readonly sentence: string
  readonly aside: string | null
}

type Words = { readonly t: TFunction<'dashboard'>; readonly f: Formats }

/** Says that the server is unavailable, and how old the shown values are (SHL-10). */
function cutOf({ values: { lastOnline, timeZone }, now }: Overview, { t, f }: Words): string {
  if (lastOnline === null) return t('status.cut')
  return t('status.cutAt', { time: f.moment(lastOnline, now, timeZone) })
}

/** The live values in words. */
export function phrases(view: Overview, words: Words): Phrases {
  const { t } = words
  if (!view.cut)
    return { ...statusOf(view, words), sentence: sentenceOf(view, words), aside: asideOf(view, words) }
  const away = { tone: 'danger', icon: 'away', status: cutOf(view, words) } as const
  return view.silent
    ? { ...away, sentence: t('failed.network'), aside: t('aside.cut') }
    : { ...away, sentence: sentenceOf(view, words), aside: t('aside.cut') }
}

function sentenceOf(view: Overview, { t, f }: Words): string {
  const { sentence, stopped, battery } = view.situation
  if (stopped.length === 0) return t(`sentence.${sentence}`)
  const names = view.systems.length === 1 ? t('battery') : f.list(namesIn(view, stopped))
  const said = { count: stopped.length, names }
  const what = battery === 'discharges' ? t('stopped.deliver', said) : t('stopped.charge', said)
  return `${t(`clause.${sentence}`)}<br>${what}`
}

function asideOf(view: Overview, { t, f }: Words): string | null {
  if (view.silent) return t('aside.silent')
  const { aside } = view.situation
  if (aside === null) return null
  switch (aside.name) {
    case 'othersCharge': {
      const said = { count: aside.others.length, names: f.list(namesIn(view, aside.others)) }
      return aside.fedIn ? t('aside.othersChargeFedIn', said) : t('aside.othersCharge', said)
    }
    case 'othersDeliver':
      return t('aside.othersDeliver', {
        count: aside.others.length,
        names: f.list(namesIn(view, aside.others)),
      })
    case 'empty': {
      const others = { count: aside.others.length, names: f.list(namesIn(view, aside.others)) }
      const names = f.list(namesIn(view, aside.systems))
      return t('aside.empty', { count: aside.systems.length, names, rest: t('aside.delivers', others) })
    }
    default:
      return t(`aside.${aside.name}`)
  }
}

function statusOf(view: Overview, words: Words): Pick<Phrases, 'tone' | 'icon' | 'status'> {
  const { status } = view.situation
  if (status.name === 'normal') return { tone: 'ok', icon: 'fine', status: words.t('status.normal') }
  if (status.name === 'noData') return { tone: 'warn', icon: 'silent', status: noData(status, view, words) }
  const tone = status.severity === 'danger' ? 'danger' : 'warn'
  const names = words.f.list(namesIn(view, status.systems))
  return { tone, icon: tone, status: words.t('status.open', { count: status.count, names }) }
}

function noData(status: StatusLine & { name: 'noData' }, view: Overview, { t, f }: Words): string {
  const all = status.systems.length === view.chosen.length
  const names = f.list(namesIn(view, status.systems))
  if (status.since === null) return all ? t('status.noDataYet') : t('status.noDataYetOf', { names })
  const time = f.moment(status.since, view.now, view.values.timeZone)
  return all ? t('status.noDataSince', { time }) : t('status.noDataOf', { names, time })
}
