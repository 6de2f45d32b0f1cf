import { flowing } from '@kellersonne/core/energy/flows'
import { batteryFlow, gridFlow } from '@kellersonne/core/units/power'
import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'
import { withoutNote } from '../cards/rules.ts'
import { namesIn, type Overview } from '../model/overview.ts'
import type { CaptionProps } from '../section/Caption.tsx'
import type { SectionProps } from '../section/Section.tsx'

type Words = { readonly t: TFunction<'dashboard'>; readonly f: Formats; readonly short: boolean }

/** The four numbers of the drawing: words give the directions, magnitudes the amounts. */
export const captions = (view: Overview, words: Words): SectionProps['captions'] => ({
  pv: {
    marker: 'pv',
    word: words.t('sun'),
    ...words.f.power(view.powers.pv, { magnitude: true }),
    note: withoutNote(view, view.without, words) ?? undefined,
  },
  house: { marker: 'load', word: words.t('home'), ...words.f.power(view.load, { magnitude: true }) },
  grid: grid(view, words),
  battery: battery(view, words),
})

function grid({ powers }: Overview, { t, f }: Words): CaptionProps {
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

function battery(view: Overview, words: Words): CaptionProps | null {
  const { t, f, short } = words
  if (view.silent) return lastState(view, words)
  const power = view.powers.battery
  const shown = f.power(power, { magnitude: true })
  const note = noteOf(view, words)
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

function lastState({ values }: Overview, { t, f, short }: Words): CaptionProps | null {
  const { lastOnline, soc, timeZone } = values
  if (lastOnline === null) return null
  const time = f.time(lastOnline, timeZone)
  const note = short || soc === null ? time : t('socAt', { soc: f.text(f.percent(soc)), time })
  return { marker: 'battery', word: short ? t('asOf') : t('lastState'), value: '', unit: '', note }
}

function noteOf(view: Overview, { t, f, short }: Words): string | undefined {
  const [stopped] = view.situation.stopped
  if (stopped && view.chosen.length > 1) {
    const said = { name: namesIn(view, [stopped])[0] ?? '', soc: f.text(f.percent(stopped.soc)) }
    return short ? t('stoppedAtShort', said) : t('stoppedAt', said)
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
