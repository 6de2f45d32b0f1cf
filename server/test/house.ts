import { type Wrong, watchedHouse } from '@kellersonne/core/energy/findings/test/house'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { percent, wattHours, watts } from '@kellersonne/core/units/units'
import type { Item } from '../src/telemetry/intake/batch.ts'

type ReadingItem = Extract<Item, { kind: 'reading' }>

/** What a unit with counters sends in the middle of each quarter of these days of a house, the last of which ends at `end` (ms). */
export function readingsOf(
  system: number,
  wrong: Wrong | undefined,
  days: number,
  end: number,
): ReadingItem[] {
  const house = watchedHouse(days, wrong)
  const start = Math.floor(end / QUARTER_MS - house.soc.length) * QUARTER_MS
  const counted = { pv: 9000, import: 9000, feedIn: 9000, charge: 9000, discharge: 9000 }
  return Array.from(house.soc, (level, i) => {
    const at = new Date(start + (i + 1 / 2) * QUARTER_MS)
    const [pv = 0, bought = 0, fed = 0] = [house.pv[i], house.import[i], house.feedIn[i]]
    const [charge = 0, discharge = 0] = [house.charge[i], house.discharge[i]]
    const upTo = (of: keyof typeof counted, energy: number) => {
      const value = wattHours(Math.round(counted[of] + energy / 2))
      counted[of] += energy
      return value
    }
    const reading: Reading = {
      ...{ at, gridVoltage: null, output: null, soc: percent(level) },
      ...{ grid: watts(4 * (bought - fed)), pv: watts(4 * pv), battery: watts(4 * (discharge - charge)) },
      counters: {
        ...{ pv: upTo('pv', pv), import: upTo('import', bought), feedIn: upTo('feedIn', fed) },
        ...{ charge: upTo('charge', charge), discharge: upTo('discharge', discharge) },
      },
    }
    return { kind: 'reading', system, receivedAt: at, reading }
  })
}
