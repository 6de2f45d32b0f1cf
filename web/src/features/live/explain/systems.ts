import type { LiveSystem } from '@kellersonne/core/live/live'
import type { TotalRule } from '@kellersonne/core/live/totals'
import { wattHours } from '@kellersonne/core/units/units'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import { excludedFrom, type Reading } from '../cards/rules.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { type Calculation, type Input, type Localizer, MOST_FIGURES, sumText } from './content.ts'

/** How a number is read from each system, formatted and combined. */
export type SourcedReading = Reading & {
  readonly rule: TotalRule
  readonly write: (value: number) => string
  readonly source: string
}

/** Why a system does not count towards a total. */
function outOf(view: LiveViewModel, system: LiveSystem, { t, f }: Localizer): string {
  if (!view.excluded.includes(system)) return t('out.unknown')
  const { lastOnline, timeZone } = system
  if (lastOnline === null) return t('out.never')
  return t('out.stale', { time: f.moment(lastOnline, view.now, timeZone) })
}

function sourceOf(view: LiveViewModel, system: LiveSystem, { source }: SourcedReading, { t, f }: Localizer) {
  const { lastOnline, timeZone } = system
  return view.excluded.includes(system) && lastOnline
    ? t('out.upTo', { time: f.moment(lastOnline, view.now, timeZone) })
    : source
}

/** The contribution of each selected system to a number, and the rule (ENT-05). */
export function bySystem(view: LiveViewModel, reading: SourcedReading, localizer: Localizer): Calculation {
  const left = excludedFrom(view, reading)
  const several = view.chosen.length > 1
  const inputs: Input[] = view.chosen.map((system) => {
    const name = view.names.get(system.sn) ?? system.sn
    const out = several && left.includes(system)
    return out
      ? { name, value: UNKNOWN, source: outOf(view, system, localizer), out }
      : {
          name,
          value: written(reading, system, localizer),
          source: sourceOf(view, system, reading, localizer),
        }
  })
  if (!several) return { formula: null, figures: null, inputs }
  const counted = view.chosen.filter((system) => !left.includes(system))
  return {
    formula: localizer.t(`formula.${reading.rule}`),
    figures: figuresOf(counted, reading, localizer),
    inputs,
  }
}

function written({ of, write, rule }: SourcedReading, system: LiveSystem, { f }: Localizer) {
  const value = of(system)
  if (value === null) return UNKNOWN
  const weighted = rule === 'weighted' && system.capacity !== null
  return weighted ? `${write(value)} · ${f.text(f.energy(system.capacity))}` : write(value)
}

function figuresOf(
  counted: readonly LiveSystem[],
  { of, write, rule }: SourcedReading,
  { f }: Localizer,
): string | null {
  if (counted.length === 0 || counted.length > MOST_FIGURES) return null
  const values = counted.map((system) => of(system) ?? 0)
  const sum = sumText(values, write)
  const all = values.reduce((a, b) => a + b, 0)
  if (rule === 'sum') return `${sum} = ${write(all)}`
  if (rule === 'mean') return `(${sum}) / ${counted.length} = ${write(all / counted.length)}`
  const capacities = counted.map(({ capacity }) => capacity ?? 0)
  const size = (capacity: number) => f.text(f.energy(wattHours(capacity)))
  const weighted = values.map((value, i) => `${write(value)} × ${size(capacities[i] ?? 0)}`)
  const mean = values.reduce((part, value, i) => part + value * (capacities[i] ?? 0), 0)
  const whole = capacities.reduce<number>((a, b) => a + b, 0)
  return `(${weighted.join(' + ')}) / ${size(whole)} = ${write(mean / whole)}`
}

/** Explains a weighted total in a sentence; the other rules need no explanation. */
export const ruleText = ({ chosen }: LiveViewModel, rule: TotalRule, { t }: Localizer): string | null =>
  chosen.length > 1 && rule === 'weighted' ? t('weighted') : null
