import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import {
  type WarrantyUse,
  warrantedAt,
  warrantyUse,
  warrantyVerdict,
} from '@kellersonne/core/energy/health/warranty'

type Estimate = NonNullable<BatteryHealth['estimate']>
type Known = Pick<BatteryHealth, 'stated' | 'reported' | 'charged' | 'discharged'> & {
  readonly estimate: Estimate | null
}

const tenth = (value: number) => Math.round(10 * value) / 10
const middleOf = (month: string) => Date.parse(`${month}-15T12:00:00Z`)

/**
 * Returns why a warranty cannot be compared with, or how much of it is used up. What the unit counts of the throughput comes
 * first: it knows the time before the portal.
 */
function comparisonOf({ reported, charged, discharged, estimate }: Known, now: Date) {
  const { warranty, in_service_on: startsOn, energy_throughput_wh: counted } = reported ?? {}
  if (!warranty) return null
  const { years, remaining_percent: remaining, energy_throughput_wh: limit } = warranty
  const start = startsOn == null ? null : Date.parse(startsOn)
  const exchangedOn = estimate?.exchanged_on ?? null
  const wire = { years, remaining_percent: remaining, energy_throughput_wh: limit ?? null }
  if (start !== null && exchangedOn !== null && Date.parse(exchangedOn) > start)
    return { wire, startsOn: null, unknown: 'exchanged', use: null } as const
  const use =
    start === null
      ? null
      : warrantyUse(
          { years, remaining, throughput: limit ?? null },
          { start, now: now.getTime(), throughput: counted ?? charged + discharged },
        )
  return use
    ? ({ wire, startsOn: startsOn ?? null, unknown: null, use } as const)
    : ({ wire, startsOn: null, unknown: 'start', use: null } as const)
}

function todayOf(use: WarrantyUse, estimate: Estimate | null) {
  const percent = warrantedAt(use, use.now)
  const state = estimate?.state
  return {
    ...{ percent: tenth(percent), by: use.by, is_over: use.progress >= 1 },
    verdict: state ? warrantyVerdict({ percent: state.percent, plusMinus: state.plus_minus }, percent) : null,
  }
}

/** Returns the warranty that the unit reports, and the estimate with what was warranted in each month. */
export function withWarranty(known: Known, now: Date): Pick<BatteryHealth, 'warranty' | 'estimate'> {
  const found = comparisonOf(known, now)
  const { estimate, stated } = known
  if (!found) return { warranty: null, estimate }
  const { wire, startsOn, unknown, use } = found
  const warranty = { ...wire, starts_on: startsOn, unknown, today: use && todayOf(use, estimate) }
  if (!(use && stated !== null && estimate?.state)) return { warranty, estimate }
  const months = estimate.months.map((one) => ({
    ...one,
    warranted: Math.round((stated * warrantedAt(use, middleOf(one.month))) / 100),
  }))
  return { warranty, estimate: { ...estimate, months } }
}
