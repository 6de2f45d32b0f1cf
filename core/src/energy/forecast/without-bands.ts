import type { Forecast } from './forecast.ts'
import { FEWEST_DAYS, type Recent } from './recent.ts'

/** Presents what recent days suggest without any band. */
export const withoutBands = ({ days, history, level }: Recent): Forecast => ({
  days: days.map((day) => {
    const unknown = day.quarters.map(() => null)
    return { ...day, low: unknown, high: unknown, usual: day.quarters, sum: null }
  }),
  history,
  level,
  method: history < FEWEST_DAYS ? 'none' : 'recent',
  weather: 'none',
  excluded: { curtailed: 0, snow: 0, faulty: 0, gap: 0 },
})
