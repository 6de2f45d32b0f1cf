import { type RuleQuantity, type RuleValues, ruleValue } from './own-rule.ts'
import { isGap, type RuleSample } from './watch.ts'

type Part = keyof RuleValues
type PartialReading = RuleValues & { readonly at: Date }

const partsOf: Readonly<Record<RuleQuantity, readonly Part[]>> = {
  ...{ soc: ['soc'], pv: ['pv'], load: ['grid', 'pv', 'battery'] },
  ...{ consumption: ['grid'], feed_in: ['grid'], charge: ['battery'], discharge: ['battery'] },
}

/**
 * Returns a function that turns readings, in time order, into samples of one quantity; null = a reading says nothing new of
 * it. Parts that a reading leaves out are with their last value, and a sample is as old as its oldest part.
 */
export function openSampler(quantity: RuleQuantity) {
  const parts = partsOf[quantity]
  const times = new Map<Part, Date>()
  let values: RuleValues = { grid: null, pv: null, battery: null, soc: null }
  return (reading: PartialReading): RuleSample | null => {
    const news = parts.filter((part) => reading[part] !== null)
    if (news.length === 0) return null
    for (const part of news) times.set(part, reading.at)
    const { soc, pv, grid, battery } = reading
    values = {
      ...{ soc: soc ?? values.soc, pv: pv ?? values.pv },
      ...{ grid: grid ?? values.grid, battery: battery ?? values.battery },
    }
    const oldest = parts.reduce((at, part) => {
      const time = times.get(part) ?? reading.at
      return time < at ? time : at
    }, reading.at)
    const value = ruleValue(quantity, values)
    return value === null || isGap(oldest, reading.at) ? null : { at: oldest, value }
  }
}
