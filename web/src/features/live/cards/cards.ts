import { batteryFlow, gridFlow } from '@kellersonne/core/units/power'
import type { TFunction } from 'i18next'
import { type Formats, type Quantity, UNKNOWN } from '../../../platform/i18n/format.ts'
import type { MarkerName } from '../../../ui/feedback/Marker.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { type CardName, cardNames } from './names.ts'
import { excludedFrom, readingOf, totalNote } from './rules.ts'

/** One value of the strip. `old`: the last known value, not the current one. */
export type Card = Quantity & {
  readonly name: CardName
  readonly marker: MarkerName | null
  readonly note: string
  readonly old: boolean
}

type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }

const markers: Partial<Record<CardName, MarkerName>> = {
  pv: 'pv',
  battery: 'battery',
  house: 'load',
  soc: 'soc',
  voltage: 'voltage',
}

/** The values of the live view (DSH-01, PRD-08), with the signs of core's power.ts. */
export function cards(view: LiveViewModel, localizer: Localizer): Card[] {
  const quantities = quantitiesOf(view, localizer.f)
  return cardNames.map((name) => {
    const quantity = quantities[name]
    return {
      name,
      marker: view.offline ? null : markerOf(name, view),
      ...quantity,
      // Without the server, nothing is known of now.
      note: view.offline || view.cut ? asOfNote(view, localizer) : noteOf(name, quantity, view, localizer),
      old: view.offline,
    }
  })
}

const quantitiesOf = (
  { values, powers, load, offline }: LiveViewModel,
  f: Formats,
): Record<CardName, Quantity> => ({
  grid: f.power(powers.grid),
  pv: f.power(powers.pv),
  battery: f.power(powers.battery),
  house: f.power(load, { magnitude: true }),
  soc: f.percent(values.soc),
  voltage: f.voltage(offline ? null : values.gridVoltage),
  charged: f.energy(values.today.charge),
  discharged: f.energy(values.today.discharge),
  energyForecast: f.energy(values.forecast.energy),
  loadForecast: f.energy(values.forecast.load),
})

function markerOf(name: CardName, { summary }: LiveViewModel): MarkerName | null {
  if (name !== 'grid') return markers[name] ?? null
  const { grid } = summary.doing.powers
  return grid !== null && gridFlow(grid) === 'draws' ? 'import' : 'feed-in'
}

/** What the number means; for several systems how it was derived, if there is room (ENT-05). */
function noteOf(name: CardName, { value }: Quantity, view: LiveViewModel, localizer: Localizer): string {
  const { t } = localizer
  const isForecast = name === 'energyForecast' || name === 'loadForecast'
  if (value === UNKNOWN) return isForecast ? t('note.noForecast') : t('note.none')
  const word = wordOf(name, view, t)
  if (view.chosen.length === 1) return word ?? t('note.now')
  const directed = name === 'grid' || name === 'battery'
  const total =
    directed && view.excluded.length === 0 && excludedFrom(view, readingOf(name)).length === 0
      ? null
      : totalNote(view, name, localizer)
  return [word, total].filter((part) => part !== null).join(', ')
}

const gridWords = { draws: 'import', feeds: 'feedIn', idle: 'idle' } as const
const batteryWords = { charges: 'charging', discharges: 'discharging', idle: 'idle' } as const

function wordOf(name: CardName, { summary }: LiveViewModel, t: Localizer['t']): string | null {
  const { grid, battery } = summary.doing.powers
  if (name === 'grid' && grid !== null) return t(gridWords[gridFlow(grid)])
  if (name === 'battery' && battery !== null) return t(batteryWords[batteryFlow(battery)])
  if (name === 'charged' || name === 'discharged') return t('note.today')
  return name === 'energyForecast' || name === 'loadForecast' ? t('note.forToday') : null
}

function asOfNote({ values: { lastOnline, timeZone } }: LiveViewModel, { t, f }: Localizer) {
  return lastOnline === null ? t('note.none') : t('asOfTime', { clock: f.clock(lastOnline, timeZone) })
}
