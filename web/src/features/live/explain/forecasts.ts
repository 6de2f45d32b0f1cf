import { houseEnergy } from '@kellersonne/core/energy/day-energies'
import type { LiveValues } from '@kellersonne/core/live/live'
import { type WattHours, wattHours } from '@kellersonne/core/units/units'
import { dayTexts } from '../../energy/forecast/days.ts'
import { certaintyText, excludedText, ruleText, weatherText } from '../../energy/forecast/rule.ts'
import { readingOf } from '../cards/rules.ts'
import { type Content, exact, type Localizer, type Snapshot } from './content.ts'
import { bySystem } from './systems.ts'

export type ForecastTopic = 'energyForecast' | 'loadForecast'

const parts: Record<
  ForecastTopic,
  (values: LiveValues) => { soFar: WattHours | null; all: WattHours | null }
> = {
  energyForecast: ({ today, forecast }) => ({ soFar: today.pv, all: forecast.energy }),
  loadForecast: ({ today, forecast }) => ({ soFar: houseEnergy(today), all: forecast.load }),
}

/** The forecast for today, up to midnight. */
export function forecastContent(name: ForecastTopic, snapshot: Snapshot, localizer: Localizer): Content {
  const { t, d, f } = localizer
  const { view } = snapshot
  const { soFar, all } = parts[name](view.values)
  const x = exact(f)
  const still = soFar === null || all === null ? null : wattHours(Math.max(0, all - soFar))
  const marker = name === 'energyForecast' ? 'pv' : 'load'
  const write = (energy: number) => x.energy(wattHours(energy))
  const several = view.chosen.length > 1 && all !== null
  return {
    value: f.text(f.energy(all)),
    note: all === null ? '' : d('note.forToday'),
    text: t(`forecast.${name}`),
    why: all === null ? t('why.no_forecast') : null,
    calculations: [
      {
        formula: t('formula.forecast'),
        figures: still === null ? null : `${x.energy(soFar)} + ${x.energy(still)} = ${x.energy(all)}`,
        inputs: [
          { name: t('input.soFar'), value: x.energy(soFar), source: t('source.counter'), marker },
          { name: t('input.expected'), value: x.energy(still), source: t('source.forecast'), marker },
        ],
      },
      ...(several
        ? [
            bySystem(
              view,
              { ...readingOf(name), rule: 'sum', write, source: t('source.forecast') },
              localizer,
            ),
          ]
        : []),
    ],
    remarks: basis(name, snapshot, localizer),
    asOf: view.values.lastOnline,
  }
}

/** How certain it is, by which rule and from what it was made, and when. */
function basis(name: ForecastTopic, { view, forecast }: Snapshot, { t, w, f }: Localizer): string[] {
  if (forecast === null) return [t('away')]
  const of = name === 'energyForecast' ? 'pv' : 'load'
  const one = forecast.basis?.[of]
  const scene = { t: w, f, now: view.now, timeZone: view.values.timeZone }
  const days = dayTexts(forecast.days, of, scene)
  const hasBand = days.hasBand === true
  const certain = certaintyText({ hasBand, isTotal: view.chosen.length > 1 }, w)
  const remarks = [
    days.hasBand && days.today,
    days.hasBand !== null && days.tomorrow,
    days.hasBand !== null && certain,
    one && ruleText(of, one, scene),
    of === 'pv' && forecast.weather && weatherText(forecast.weather, scene),
    one &&
      t('remark.basis', {
        count: one.history,
        level: f.text({ value: f.number(100 * one.level, 0), unit: '%' }),
      }),
    one && excludedText(one, scene),
    forecast.madeAt && t('remark.made', { time: f.moment(forecast.madeAt, view.now, view.values.timeZone) }),
  ]
  return remarks.filter((remark) => typeof remark === 'string')
}
