/** How long a battery was how warm, from the temperatures that its unit reports. */
export type TemperatureTime = {
  /** Of the first report. */
  readonly begunAt: Date
  /** Of the newest report. */
  readonly at: Date
  /** The newest temperature, °C; null if it is no longer known. */
  readonly celsius: number | null
  readonly lowest: number
  readonly highest: number
  /** Below 0, from 0 to 10, from 10 to 35, from 35 to 45, and from 45 °C. */
  readonly seconds: readonly number[]
}
export type TemperatureReport = {
  readonly at: Date
  /** null if the unit no longer knows it. */
  readonly celsius: number | null
}

/** Upper bounds of the levels in which time is counted, °C; the last has none. Cells are charged with care below and above the middle one. */
const TEMPERATURE_LEVELS = [0, 10, 35, 45] as const
const PLAUSIBLE = [-60, 150] as const

const levelOf = (celsius: number): number => {
  const found = TEMPERATURE_LEVELS.findIndex((bound) => celsius < bound)
  return found === -1 ? TEMPERATURE_LEVELS.length : found
}

/** Whether a battery can be so warm. */
export const isTemperature = (celsius: number): boolean => celsius >= PLAUSIBLE[0] && celsius <= PLAUSIBLE[1]

/**
 * Counts the time since the report before at that report's level, `measuredMs` of it at most. A report that is not newer
 * counts nothing, so that duplicates and late ones change nothing.
 */
export function withReport(
  before: TemperatureTime | null,
  { at, celsius }: TemperatureReport,
  measuredMs: number,
): TemperatureTime | null {
  if (before === null)
    return celsius === null
      ? null
      : {
          ...{ begunAt: at, at, celsius, lowest: celsius, highest: celsius },
          seconds: [...TEMPERATURE_LEVELS, Number.POSITIVE_INFINITY].map(() => 0),
        }
  if (at <= before.at) return before
  const passed = Math.min(at.getTime() - before.at.getTime(), measuredMs) / 1000
  const level = before.celsius === null ? null : levelOf(before.celsius)
  return {
    ...{ begunAt: before.begunAt, at, celsius },
    lowest: Math.min(before.lowest, celsius ?? before.lowest),
    highest: Math.max(before.highest, celsius ?? before.highest),
    seconds: before.seconds.map((seconds, i) => (i === level ? seconds + Math.round(passed) : seconds)),
  }
}
