import type { MeasuredName } from '@kellersonne/core/live/live'
import { canMeasure, type MeasureName } from '@kellersonne/core/systems/capabilities'
import { ageOf } from '@kellersonne/core/telemetry/freshness'
import { dayOf } from '@kellersonne/core/time/days'
import { batteryFlow, gridFlow } from '@kellersonne/core/units/power'
import { type Formats, type Quantity, UNKNOWN } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
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

/** What a system must measure for a value to be ever known. */
const needed: Record<CardName, MeasureName> = {
  grid: 'grid_w',
  pv: 'pv_w',
  battery: 'battery_w',
  house: 'grid_w',
  soc: 'soc',
  voltage: 'grid_v',
  charged: 'battery_w',
  discharged: 'battery_w',
  energyForecast: 'pv_w',
  loadForecast: 'grid_w',
}

/**
 * The values of the live view (DSH-01, PRD-08), with the signs of core's power.ts. What none of the systems measures is
 * left out (GWY-30).
 */
export function cards(view: LiveViewModel, localizer: Localizer): Card[] {
  const quantities = quantitiesOf(view, localizer.f)
  const measured = cardNames.filter((name) =>
    view.chosen.some(({ capabilities }) => canMeasure(capabilities, needed[name])),
  )
  return measured.map((name) => {
    const quantity = quantities[name]
    const oldAt = oldTime(name, view)
    return {
      name,
      marker: view.offline || oldAt ? null : markerOf(name, view),
      ...quantity,
      note: oldAt
        ? asOfNote(oldAt, view, localizer)
        : view.late || view.cut
          ? asOfNote(view.values.lastOnline, view, localizer)
          : noteOf(name, quantity, view, localizer),
      old: view.offline || oldAt !== null,
    }
  })
}

const measuredNames: Partial<Record<CardName, MeasuredName>> = {
  grid: 'grid',
  pv: 'pv',
  battery: 'battery',
  soc: 'soc',
  voltage: 'gridVoltage',
}

/** Returns when a value was measured that is shown although it is not current; null for any other. */
function oldTime(name: CardName, { measured, offline, now }: LiveViewModel): Date | null {
  const of = measuredNames[name]
  const at = of === undefined || offline ? null : measured.measuredAt[of]
  return ageOf(at, now) === 'old' ? at : null
}

const isToday = (at: Date | null, { values: { timeZone }, now }: LiveViewModel) =>
  at !== null && dayOf(at, timeZone) === dayOf(now, timeZone)

function quantitiesOf(view: LiveViewModel, f: Formats): Record<CardName, Quantity> {
  const { values, measured, load, offline } = view
  // A forecast is always that of today.
  const { energy, load: expected } =
    offline && !isToday(values.lastOnline, view) ? { energy: null, load: null } : values.forecast
  return {
    grid: f.power(offline ? null : measured.powers.grid),
    pv: f.power(offline ? null : measured.powers.pv),
    battery: f.power(offline ? null : measured.powers.battery),
    house: f.power(load, { magnitude: true }),
    soc: f.percent(values.soc),
    voltage: f.voltage(offline ? null : measured.gridVoltage),
    charged: f.energy(values.today.charge),
    discharged: f.energy(values.today.discharge),
    energyForecast: f.energy(energy),
    loadForecast: f.energy(expected),
  }
}

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

/** The time of day or, of another day, that day. */
function asOfNote(at: Date | null, view: LiveViewModel, { t, f }: Localizer) {
  if (at === null) return t('note.none')
  const { timeZone } = view.values
  const clock = isToday(at, view) ? f.clock(at, timeZone) : f.shortDate(at, view.now, timeZone)
  return t('asOfTime', { clock })
}
