import { flowing } from '@kellersonne/core/energy/flows'
import { batteryFlow, gridFlow } from '@kellersonne/core/units/power'
import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'
import { excludedNote } from '../cards/rules.ts'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { CaptionProps } from '../section/Caption.tsx'
import type { SectionProps } from '../section/Section.tsx'

type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats; readonly short: boolean }

/** The four numbers of the drawing: words give the directions, magnitudes the amounts. */
export const captions = (view: LiveViewModel, localizer: Localizer): SectionProps['captions'] => ({
  pv: {
    marker: 'pv',
    word: localizer.t('sun'),
    ...localizer.f.power(view.powers.pv, { magnitude: true }),
    note: excludedNote(view, view.excluded, localizer) ?? undefined,
  },
  house: { marker: 'load', word: localizer.t('home'), ...localizer.f.power(view.load, { magnitude: true }) },
  grid: grid(view, localizer),
  battery: battery(view, localizer),
})

function grid({ powers }: LiveViewModel, { t, f }: Localizer): CaptionProps {
  const shown = f.power(powers.grid, { magnitude: true })
  if (powers.grid === null) return { marker: 'feed-in', word: t('grid'), ...shown }
  switch (gridFlow(powers.grid)) {
    case 'draws':
      return { marker: 'import', word: t('import'), ...shown }
    case 'feeds':
      return { marker: 'feed-in', word: t('feedIn'), ...shown }
    case 'idle':
      return { marker: 'feed-in', word: t('gridIdle'), ...shown }
  }
}

function battery(view: LiveViewModel, localizer: Localizer): CaptionProps | null {
  const { t, f, short } = localizer
  if (view.offline) return lastState(view, localizer)
  const power = view.powers.battery
  const shown = f.power(power, { magnitude: true })
  const note = noteOf(view, localizer)
  if (power === null) return { marker: 'battery', word: t('card.battery'), ...shown, note }
  switch (batteryFlow(power)) {
    case 'charges':
      return { marker: 'battery', word: short ? t('charging') : t('chargingAt'), ...shown, note }
    case 'discharges':
      return { marker: 'battery', word: short ? t('discharging') : t('dischargingAt'), ...shown, note }
    case 'idle':
      return { marker: 'battery', word: t('idle'), value: '', unit: '', note }
  }
}

function lastState({ values }: LiveViewModel, { t, f, short }: Localizer): CaptionProps | null {
  const { lastOnline, soc, timeZone } = values
  if (lastOnline === null) return null
  const time = f.time(lastOnline, timeZone)
  const note = short || soc === null ? time : t('socAt', { soc: f.text(f.percent(soc)), time })
  return { marker: 'battery', word: short ? t('asOf') : t('lastState'), value: '', unit: '', note }
}

function noteOf(view: LiveViewModel, { t, f, short }: Localizer): string | undefined {
  const [stopped] = view.summary.stopped
  if (stopped && view.chosen.length > 1) {
    const values = { name: namesIn(view, [stopped])[0] ?? '', soc: f.text(f.percent(stopped.soc)) }
    return short ? t('stoppedAtShort', values) : t('stoppedAt', values)
  }
  if (view.estimate) {
    const { end, at } = view.estimate
    const { timeZone } = view.values
    if (short) return t(`${end}Short`, { clock: f.clock(at, timeZone) })
    return t(end, { time: f.time(at, timeZone) })
  }
  const bought = view.flows !== null && flowing(view.flows.gridToBattery) && !flowing(view.flows.pvToBattery)
  return bought ? t('floatCharge') : undefined
}
