import { houseLoad, type Powers } from '../../units/power.ts'
import type { Percent } from '../../units/units.ts'

/** What an owner's rule may watch; in the order of the form. */
export const ruleQuantities = [
  ...(['soc', 'pv', 'load', 'consumption', 'feed_in', 'charge', 'discharge'] as const),
] as const
export type RuleQuantity = (typeof ruleQuantities)[number]
export const ruleComparisons = ['below', 'above'] as const
export type RuleComparison = (typeof ruleComparisons)[number]
/** How long it must hold without a break; 0 = one value is enough. */
export const ruleMinutes = [0, 1, 5, 10, 30, 60] as const
export type RuleMinutes = (typeof ruleMinutes)[number]
/** How many rules a system may have. */
export const MOST_RULES = 10

/** An owner's own rule: they are notified when a quantity of a system is below or above a threshold, for a time. */
export type OwnRule = {
  readonly quantity: RuleQuantity
  readonly comparison: RuleComparison
  /** In whole % or W. */
  readonly threshold: number
  readonly minutes: RuleMinutes
}

/** What a unit measured at one time. */
export type RuleValues = Powers & { readonly soc: Percent | null }

export const unitOf = (quantity: RuleQuantity) => (quantity === 'soc' ? '%' : 'W')
const HIGHEST = { '%': 100, W: 100_000 }
const THOUSANDTHS = 1000

/** Returns how a threshold is wrong: no value is ever below the least or above the highest; null = it is right. */
export function thresholdFault({
  quantity,
  comparison,
  threshold,
}: Omit<OwnRule, 'minutes'>): 'too_small' | 'too_big' | null {
  const highest = HIGHEST[unitOf(quantity)]
  if (threshold < (comparison === 'below' ? 1 : 0)) return 'too_small'
  return threshold > (comparison === 'above' ? highest - 1 : highest) ? 'too_big' : null
}

const positive = (value: number | null) => value && Math.max(0, value)
const negated = (value: number | null) => value && -value

/** Returns the value that a rule is judged by; null = not known. Directions that do not apply count as 0. */
export function ruleValue(quantity: RuleQuantity, values: RuleValues): number | null {
  const { soc, pv, grid, battery } = values
  const all: Record<RuleQuantity, number | null> = {
    ...{ soc, pv, load: houseLoad(values) },
    ...{ consumption: positive(grid), feed_in: positive(negated(grid)) },
    ...{ charge: positive(negated(battery)), discharge: positive(battery) },
  }
  return all[quantity]
}

/** Where a rule that holds stops to hold: a value that trembles about the threshold changes nothing. */
function releaseOf({ quantity, comparison, threshold }: OwnRule): number {
  const margin = quantity === 'soc' ? 2 : Math.max(50, Math.round(threshold / 20))
  return comparison === 'below'
    ? Math.min(HIGHEST[unitOf(quantity)], threshold + margin)
    : Math.max(0, threshold - margin)
}

/** Thousandths of % or W, both inclusive; null = without a bound. */
export type CalmRange = { readonly least: number | null; readonly most: number | null }

/** Returns the values that leave a rule as it is: holding, or not. */
export function calmRange(rule: OwnRule, holds: boolean): CalmRange {
  const threshold = rule.threshold * THOUSANDTHS
  const release = releaseOf(rule) * THOUSANDTHS
  if (rule.comparison === 'below')
    return holds ? { least: null, most: release - 1 } : { least: threshold, most: null }
  return holds ? { least: release + 1, most: null } : { least: null, most: threshold }
}

/** Returns whether a rule holds after a value; `before`: whether it held before. */
export function holdsAfter(rule: OwnRule, before: boolean, value: number): boolean {
  const { least, most } = calmRange(rule, before)
  const exact = Math.round(value * THOUSANDTHS)
  const turns = (least !== null && exact < least) || (most !== null && exact > most)
  return turns ? !before : before
}

/** True if all values between two (or just one side of the rule's margin) leave no doubt about whether a rule holds. */
export function isPlain(rule: OwnRule, lowest: number, highest: number): boolean {
  const [from, until] = [rule.threshold, releaseOf(rule)].toSorted((a, b) => a - b)
  return from === undefined || until === undefined || highest < from || lowest > until
}
