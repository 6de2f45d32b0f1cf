import { percent } from '@kellersonne/core/units/units'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { updateStepOf } from '../model/updateStep.ts'
import type { Localizer } from './localizer.ts'
import { spokenNames } from './names.ts'
import { isOfBatteries, type OfBatteries, sentenceOf } from './sentence.ts'
import { type StatusText, statusText } from './statusText.ts'

/** The one line below the sentence. `always`: the sentence alone says too little, so that phones have it, too. */
type Subline = { readonly subline: string | null; readonly always: boolean }
/** The texts above the numbers. `sentence` breaks its lines at line feeds. */
export type Phrases = StatusText & Subline & { readonly sentence: string }

/** Says that the server is unavailable, and how old the shown values are (SHL-10). */
function cutOf({ values: { lastOnline, timeZone }, now }: LiveViewModel, { t, f }: Localizer): string {
  if (lastOnline === null) return t('status.cut')
  return t('status.cutAt', { time: f.moment(lastOnline, now, timeZone) })
}

/** The live values in words. `isContradictory`: the day's counters contradict each other. */
export function phrases(view: LiveViewModel, isContradictory: boolean, localizer: Localizer): Phrases {
  const { t } = localizer
  if (!view.cut)
    return {
      ...statusText(view, isContradictory, localizer),
      sentence: sentenceOf(view, localizer),
      ...sublineOf(view, localizer),
    }
  const lastValues = { subline: t('aside.cut'), always: false }
  const away = { tone: 'danger', icon: 'away', status: cutOf(view, localizer) } as const
  return view.offline
    ? { ...away, sentence: t('failed.network'), ...lastValues }
    : { ...away, sentence: sentenceOf(view, localizer), ...lastValues }
}

function sublineOf(view: LiveViewModel, localizer: Localizer): Subline {
  const { sentence } = view.summary
  if (isOfBatteries(sentence)) return { subline: conditionOf(sentence, view, localizer), always: true }
  if (view.late) return { subline: localizer.t('aside.cut'), always: false }
  const missing = missingOf(view, localizer)
  const texts = [othersOf(view, localizer), missing].filter((text) => text !== null)
  return { subline: texts.length === 0 ? null : texts.join(' '), always: missing !== null }
}

/** What a condition means, and what it asks of the owner; null if there is nothing to add. */
function conditionOf(sentence: OfBatteries, view: LiveViewModel, { t, f }: Localizer): string | null {
  if (sentence === 'unknown') return null
  const [first, ...others] = view.chosen
  const isUpdate = sentence === 'updating' || sentence === 'awaitsUpdate'
  const step = first && isUpdate && others.length === 0 ? updateStepOf(first.update) : null
  if (step) return t(`conditions.step.${step}`)
  const progress = f.text(f.percent(first ? percent(first.update.percent) : null))
  return t(`conditions.aside.${sentence}`, { count: view.chosen.length, percent: progress })
}

/** Says how much the sentence leaves out, unless the status line does. */
function missingOf(view: LiveViewModel, { t }: Localizer): string | null {
  const { missing, status } = view.summary
  const unnamed = missing.filter((system) => !('systems' in status && status.systems.includes(system)))
  if (unnamed.length === 0) return null
  return t('aside.missing', { count: unnamed.length, names: spokenNames(view, unnamed, t)[0] })
}

function othersOf(view: LiveViewModel, { t, f }: Localizer): string | null {
  const names = (systems: LiveViewModel['systems']) => f.list(spokenNames(view, systems, t))
  const { subline } = view.summary
  if (subline === null) return null
  switch (subline.name) {
    case 'othersCharge': {
      const values = { count: subline.others.length, names: names(subline.others) }
      return subline.fedIn ? t('aside.othersChargeFedIn', values) : t('aside.othersCharge', values)
    }
    case 'othersDeliver':
      return t('aside.othersDeliver', {
        count: subline.others.length,
        names: names(subline.others),
      })
    case 'empty': {
      const others = { count: subline.others.length, names: names(subline.others) }
      return t('aside.empty', {
        count: subline.systems.length,
        names: names(subline.systems),
        rest: t('aside.delivers', others),
      })
    }
    default:
      return t(`aside.${subline.name}`)
  }
}
