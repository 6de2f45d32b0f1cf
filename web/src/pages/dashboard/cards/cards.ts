import { batteryFlow, gridFlow } from '@kellersonne/core/power'
import type { TFunction } from 'i18next'
import { type Formats, type Quantity, UNKNOWN } from '../../../i18n/format.ts'
import { namesIn, type Overview } from '../../../shell/live/overview.ts'
import type { MarkerName } from '../../../ui/Marker.tsx'

export type CardName =
  | 'grid'
  | 'pv'
  | 'battery'
  | 'soc'
  | 'voltage'
  | 'charged'
  | 'discharged'
  | 'energyForecast'
  | 'loadForecast'

/** One value of the strip. `old`: it is the last known, not the present one. */
export type Card = Quantity & {
  readonly name: CardName
  readonly marker: MarkerName | null
  readonly note: string
  readonly old: boolean
}

type Words = { readonly t: TFunction<'dashboard'>; readonly f: Formats }
type Draft = readonly [name: CardName, marker: MarkerName | null, quantity: Quantity, note: string]

export const cardNames: readonly CardName[] = [
  'grid',
  'pv',
  'battery',
  'soc',
  'voltage',
  'charged',
  'discharged',
  'energyForecast',
  'loadForecast',
]

/** The nine values of an overview (DSH-01), with the signs of core's power.ts. */
export function cards(view: Overview, words: Words): Card[] {
  const { f, t } = words
  const { values, powers, silent } = view
  const draws = powers.grid !== null && gridFlow(powers.grid) === 'draws'
  const drafts: Draft[] = [
    ['grid', draws ? 'import' : 'feed-in', f.power(powers.grid), gridWord(view, t)],
    ['pv', 'pv', f.power(powers.pv), ruleNote(view, 'sum', words)],
    ['battery', 'battery', f.power(powers.battery), batteryWord(view, t)],
    ['soc', 'soc', f.percent(values.soc), ruleNote(view, 'mean', words)],
    ['voltage', 'voltage', f.voltage(silent ? null : values.gridVoltage), ruleNote(view, 'mean', words)],
    ['charged', null, f.energy(values.today.charge), t('note.today')],
    ['discharged', null, f.energy(values.today.discharge), t('note.today')],
    ['energyForecast', null, f.energy(values.forecast.energy), forecastNote(values.forecast.energy, t)],
    ['loadForecast', null, f.energy(values.forecast.load), forecastNote(values.forecast.load, t)],
  ]
  const asOf = silent ? asOfNote(view, words) : null
  return drafts.map(([name, marker, quantity, note]) => ({
    name,
    marker: silent ? null : marker,
    ...quantity,
    note: asOf ?? (quantity.value === UNKNOWN && note === '' ? t('note.none') : note),
    old: silent,
  }))
}

function gridWord({ powers }: Overview, t: Words['t']) {
  if (powers.grid === null) return t('note.none')
  const words = { draws: t('import'), feeds: t('feedIn'), idle: t('idle') }
  return words[gridFlow(powers.grid)]
}

function batteryWord({ powers }: Overview, t: Words['t']) {
  if (powers.battery === null) return t('note.none')
  const words = { charges: t('charging'), discharges: t('discharging'), idle: t('idle') }
  return words[batteryFlow(powers.battery)]
}

const forecastNote = (forecast: number | null, t: Words['t']) =>
  forecast === null ? t('note.noForecast') : t('note.forToday')

/** How several systems make one number (ENT-05), and which of them are left out. */
function ruleNote(view: Overview, rule: 'sum' | 'mean', { t, f }: Words): string {
  if (view.chosen.length === 1) return t('note.now')
  if (view.without.length > 0) return t('note.without', { names: f.list(namesIn(view, view.without)) })
  const names = namesIn(view, view.chosen)
  const range = t('note.range', { first: names[0] ?? '', last: names.at(-1) ?? '' })
  return t(`note.${rule}`, { names: names.length > 2 ? range : f.list(names) })
}

function asOfNote({ values: { lastOnline, timeZone } }: Overview, { t, f }: Words) {
  return lastOnline === null ? t('note.none') : t('asOfTime', { clock: f.clock(lastOnline, timeZone) })
}
