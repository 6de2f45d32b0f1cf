import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { eventsOf } from '../../energy/api/events.ts'
import { chartOf } from '../../energy/calendar/address.ts'
import type { Entry } from '../../messages/last/entries.ts'
import { zoneOf } from '../../messages/wording.ts'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import { updatesOf } from './updates.ts'

/** For how many days a finished calibration is news. */
const DAYS = 7

/** What the selected systems have to tell beside their messages: an update that can be started, a finished calibration. */
export function useNews(view: LiveViewModel): readonly Entry[] {
  return [...useUpdateNews(view), ...useCalibrations(view)]
}

function useUpdateNews(view: LiveViewModel): Entry[] {
  const { t } = useTranslation('dashboard')
  const { systems, chips } = updatesOf(view.chosen)
  const [first] = systems
  if (!first) return []
  const names = view.chosen.length > 1 ? namesIn(view, systems).join(', ') : null
  const meta = [names, systems.length === 1 && t('news.chips', { count: chips })].filter(Boolean).join(' · ')
  const to = systems.length === 1 ? `/update?sn=${first.sn}` : '/update'
  const text = t('news.update', { count: systems.length })
  return [{ id: 'update', at: null, state: 'update', text, meta, to }]
}

function useCalibrations(view: LiveViewModel): Entry[] {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const today = dayOf(view.now, view.values.timeZone)
  const { value } = eventsOf({
    system: view.active,
    from: dayAfter(today, 1 - DAYS),
    until: dayAfter(today),
  }).use()
  return (value?.events ?? []).flatMap(({ kind, sn, from }) => {
    if (kind !== 'calibration' || from === null) return []
    const at = new Date(from)
    const zone = zoneOf(view.systems, sn)
    const name = view.chosen.length > 1 ? (view.names.get(sn) ?? sn) : null
    const meta = [name, f.moment(at, view.now, zone)].filter(Boolean).join(' · ')
    const to = chartOf(dayOf(at, zone), sn)
    return { id: `calibration ${sn} ${from}`, at, state: 'resolved', text: t('news.calibrated'), meta, to }
  })
}
