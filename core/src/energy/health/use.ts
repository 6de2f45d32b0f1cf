import type { BatteryQuarters } from './quarters.ts'

/** What a battery has been through, as far as it was measured. */
export type BatteryUse = {
  /** In Wh. */
  readonly charged: number
  readonly discharged: number
  /** Share of the measured time, %, at each of `SOC_LEVELS`. */
  readonly socShares: readonly number[]
  /** How often it fell below `DEEP_PERCENT`. */
  readonly deepDischarges: number
  /** Number of quarters with a state of charge. */
  readonly measured: number
}

/** Upper bounds of the levels in which time is counted, %; the last has none. */
const SOC_LEVELS = [5, 20, 80, 95] as const
/** Below this, a discharge is deep. */
const DEEP_PERCENT = 5
/** It counts anew only after the battery has been above this. */
const RECOVERED_PERCENT = 10
const PERCENT = 100

/** Adds up energies, times at levels of charge, and deep discharges. */
export function batteryUse({ soc, lowest, charge, discharge }: BatteryQuarters): BatteryUse {
  const quarters = [...SOC_LEVELS, Number.POSITIVE_INFINITY].map(() => 0)
  let [charged, discharged, measured, deepDischarges] = [0, 0, 0, 0]
  let isDeep = false
  for (let i = 0; i < soc.length; i += 1) {
    charged += charge[i] || 0
    discharged += discharge[i] || 0
    const [mean, low] = [soc[i] ?? Number.NaN, lowest[i] ?? Number.NaN]
    if (Number.isNaN(mean)) continue
    measured += 1
    const found = SOC_LEVELS.findIndex((bound) => mean < bound)
    const level = found === -1 ? SOC_LEVELS.length : found
    quarters[level] = (quarters[level] ?? 0) + 1
    if (!isDeep && low < DEEP_PERCENT) deepDischarges += 1
    isDeep = isDeep ? mean < RECOVERED_PERCENT : low < DEEP_PERCENT
  }
  const socShares = quarters.map((count) => (measured === 0 ? 0 : (PERCENT * count) / measured))
  return { charged, discharged, socShares, deepDischarges, measured }
}
