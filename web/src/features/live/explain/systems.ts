import type { LiveSystem, LiveValues, MeasuredName } from '@kellersonne/core/live/live'
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
  /** The name under which it is known when the value was measured. */
  readonly measured?: MeasuredName
}

/** Why a system does not count towards a total. */
function outOf(
  view: LiveViewModel,
  system: LiveSystem,
  reading: SourcedReading,
  { t, f }: Localizer,
): string {
  const { lastOnline, timeZone } = system
  const since = view.excluded.includes(system) ? lastOnline : oldTime(view, system, reading)
  if (since) return t('out.stale', { time: f.moment(since, view.now, timeZone) })
  return t(view.excluded.includes(system) ? 'out.never' : 'out.unknown')
}

/** When a system measured a value that is now too old to count; null if it has none. */
function oldTime({ lastKnown }: LiveViewModel, { sn }: LiveSystem, { of, measured }: SourcedReading) {
  const known = lastKnown.find((system) => system.sn === sn)
  return known && measured && of(known) !== null ? known.measuredAt[measured] : null
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
      ? { name, value: UNKNOWN, source: outOf(view, system, reading, localizer), out }
      : {
          name,
          value: written(reading, several ? system : view.measured, localizer),
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

function written({ of, write, rule }: SourcedReading, values: LiveValues, { f }: Localizer) {
  const value = of(values)
  if (value === null) return UNKNOWN
  const weighted = rule === 'weighted' && values.capacity !== null
  return weighted ? `${write(value)} · ${f.text(f.energy(values.capacity))}` : write(value)
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
