import { dayOf } from '@kellersonne/core/time/days'
import { batteryFlow, gridFlow } from '@kellersonne/core/units/power'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { type LiveViewModel, namesIn } from '../model/liveViewModel.ts'
import type { CaptionProps } from '../section/Caption.tsx'
import type { SectionProps } from '../section/Section.tsx'
import { cutTo } from './names.ts'

type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats; readonly short: boolean }

/** Characters of the longest name that fits between the sentence and the roof. */
const BESIDE_SENTENCE = 3
/** Characters that fit between the disc and the cellar's wall. */
const room = (short: boolean) => (short ? 13 : 20)

/** The four numbers of the drawing: words give the directions, magnitudes the amounts. */
export const captions = (view: LiveViewModel, localizer: Localizer): SectionProps['captions'] => ({
  pv: {
    marker: 'pv',
    word: localizer.t('sun'),
    ...localizer.f.power(view.powers.pv, { magnitude: true }),
    note: sunNote(view, localizer),
  },
  house: {
    marker: 'load',
    // One system's share is not the house.
    word: localizer.t(view.chosen.length < view.systems.length ? 'consumption' : 'home'),
    ...localizer.f.power(view.load, { magnitude: true }),
  },
  grid: grid(view, localizer),
  battery: battery(view, localizer),
})

/** Which system the sun's number lacks, or how many; on phones there is room for neither. */
function sunNote(view: LiveViewModel, { t, short }: Localizer): string | undefined {
  const { excluded, chosen } = view
  const [name, ...others] = namesIn(view, excluded)
  if (short || name === undefined) return undefined
  if (others.length === 0 && name.length <= BESIDE_SENTENCE) return t('note.without', { names: name })
  const several = t('note.several', { count: excluded.length, total: chosen.length })
  return t('note.without', { names: several })
}

function grid({ powers, summary }: LiveViewModel, { t, f }: Localizer): CaptionProps {
  const shown = f.power(powers.grid, { magnitude: true })
  const steady = summary.doing.powers.grid
  if (steady === null) return { marker: 'feed-in', word: t('grid'), ...shown }
  switch (gridFlow(steady)) {
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
  const steady = view.summary.doing.powers.battery
  if (steady === null) return { marker: 'battery', word: t('card.battery'), ...shown, note }
  switch (batteryFlow(steady)) {
    case 'charges':
      return { marker: 'battery', word: short ? t('charging') : t('chargingAt'), ...shown, note }
    case 'discharges':
      return { marker: 'battery', word: short ? t('dischargingShort') : t('dischargingAt'), ...shown, note }
    case 'idle':
      return { marker: 'battery', word: t('idle'), value: '', unit: '', note }
  }
}

function lastState({ values, now }: LiveViewModel, { t, f, short }: Localizer): CaptionProps | null {
  const { lastOnline, soc, timeZone } = values
  if (lastOnline === null) return null
  const isToday = dayOf(lastOnline, timeZone) === dayOf(now, timeZone)
  // There is no room for both.
  const time = isToday ? f.time(lastOnline, timeZone) : f.pastDay(lastOnline, now, timeZone)
  const charge = f.text(f.percent(soc))
  const note = short || soc === null ? time : t(isToday ? 'socAt' : 'socOn', { soc: charge, time })
  return { marker: 'battery', word: short ? t('asOf') : t('lastState'), value: '', unit: '', note }
}

function noteOf(view: LiveViewModel, { t, f, short }: Localizer): string | undefined {
  const [stopped] = view.summary.stopped
  if (stopped && view.chosen.length > 1) {
    const [name = ''] = namesIn(view, [stopped])
    const soc = f.text(f.percent(stopped.soc))
    const whole = t('stoppedAt', { name, soc })
    if (!short && whole.length <= room(short)) return whole
    const rest = t('stoppedAtShort', { name: '', soc }).length
    return t('stoppedAtShort', { name: cutTo(room(short) - rest, name), soc })
  }
  if (view.estimate) {
    const { end, at } = view.estimate
    const { timeZone } = view.values
    if (short) return t(`${end}Short`, { clock: f.clock(at, timeZone) })
    return t(end, { time: f.time(at, timeZone) })
  }
  return view.summary.doing.floats ? t('floatCharge') : undefined
}
