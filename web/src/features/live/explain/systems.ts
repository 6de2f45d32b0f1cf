import type { LiveSystem } from '@kellersonne/core/live/live'
import { wattHours } from '@kellersonne/core/units/units'
import { UNKNOWN } from '../../../platform/i18n/format.ts'
import { leftOut, type Reading, type Rule } from '../cards/rules.ts'
import type { Overview } from '../model/overview.ts'
import { type Calculation, type Input, MOST_FIGURES, sumText, type Words } from './content.ts'

/** How a number is read from each system, formatted and combined. */
export type Told = Reading & {
  readonly rule: Rule
  readonly write: (value: number) => string
  readonly source: string
}

/** Why a system does not count towards a total. */
function outOf(view: Overview, system: LiveSystem, { t, f }: Words): string {
  if (!view.without.includes(system)) return t('out.unknown')
  const { lastOnline, timeZone } = system
  if (lastOnline === null) return t('out.never')
  return t('out.stale', { time: f.moment(lastOnline, view.now, timeZone) })
}

function sourceOf(view: Overview, system: LiveSystem, { source }: Told, { t, f }: Words) {
  const { lastOnline, timeZone } = system
  return view.without.includes(system) && lastOnline
    ? t('out.upTo', { time: f.moment(lastOnline, view.now, timeZone) })
    : source
}

/** The contribution of each selected system to a number, and the rule (ENT-05). */
export function bySystem(view: Overview, told: Told, words: Words): Calculation {
  const left = leftOut(view, told)
  const several = view.chosen.length > 1
  const inputs: Input[] = view.chosen.map((system) => {
    const name = view.names.get(system.sn) ?? system.sn
    const out = several && left.includes(system)
    return out
      ? { name, value: UNKNOWN, source: outOf(view, system, words), out }
      : { name, value: written(told, system, words), source: sourceOf(view, system, told, words) }
  })
  if (!several) return { formula: null, figures: null, inputs }
  const counted = view.chosen.filter((system) => !left.includes(system))
  return { formula: words.t(`formula.${told.rule}`), figures: figuresOf(counted, told, words), inputs }
}

function written({ of, write, rule }: Told, system: LiveSystem, { f }: Words) {
  const value = of(system)
  if (value === null) return UNKNOWN
  const weighted = rule === 'weighted' && system.capacity !== null
  return weighted ? `${write(value)} · ${f.text(f.energy(system.capacity))}` : write(value)
}

function figuresOf(counted: readonly LiveSystem[], { of, write, rule }: Told, { f }: Words): string | null {
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
export const ruleText = ({ chosen }: Overview, rule: Rule, { t }: Words): string | null =>
  chosen.length > 1 && rule === 'weighted' ? t('weighted') : null
