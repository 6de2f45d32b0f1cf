import { QUARTER_MS } from '@kellersonne/core/time/days'
import { watts } from '@kellersonne/core/units/units'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readSeries } from '../readings/series.ts'
import { createSealing } from './job.ts'
import { createClearing } from './older.ts'

const { db, newSystem, reading, report } = setUpTelemetry()
/** In `Antarctica/Troll` clocks go back by two hours: this day has 26. */
const START = Date.parse('2025-10-25T22:00:00Z')
const QUARTERS = 104
const LONG_AGO = new Date('2025-06-01T00:00:00Z')
const at = (quarter: number) => new Date(START + quarter * QUARTER_MS)

let system: OwnedSystem
beforeEach(async () => {
  system = await newSystem(LONG_AGO, 'Antarctica/Troll')
})

/** Reports a reading in the middle of each of these quarters, some of them without a power, and seals the day. */
async function sealedWith(quarters: readonly number[]) {
  const items = quarters.map((quarter) => {
    const grid = quarter % 3 === 0 ? null : watts(100 + 7 * quarter)
    return { ...reading(at(quarter + 1 / 2), { grid }, NOW), system: system.id }
  })
  await report(...items)
  const seal = createSealing()
  while (await db().transaction((sql) => seal(sql, NOW)));
}
const gridOf = async (from: number, until: number) => {
  const stretch = { system: system.id, from: at(from), until: at(until), earliest: LONG_AGO }
  const [series] = await readSeries(db(), [stretch], {
    ...{ measures: ['grid_w'], extremes: true, energies: false },
  })
  return series?.measures.get('grid_w')
}

describe('a day of 104 quarters', () => {
  it.each([1, 2, 3])(
    'CHT-07 PRD-03 is read rightly where only the first %i of them are wanted',
    async (count) => {
      await sealedWith(Array.from({ length: QUARTERS }, (_, quarter) => quarter))
      const whole = await gridOf(0, QUARTERS)
      expect(whole?.sum[QUARTERS - 1]).toBe(1000 * (100 + 7 * (QUARTERS - 1)))
      const some = await gridOf(-4, count)
      expect(some?.sum.subarray(4)).toEqual(whole?.sum.subarray(0, count))
      expect(some?.max.subarray(4)).toEqual(whole?.max.subarray(0, count))
    },
  )

  it('PRD-03 F10 loses raw readings of its last hour, too', async () => {
    await sealedWith([QUARTERS - 1])
    const count = z.object({ n: z.int() })
    const kept = () =>
      db().row(count, 'select count(*)::int as n from reading where system = $1', [system.id])
    expect(await kept()).toEqual({ n: 1 })
    const removeOlder = createClearing()
    const later = new Date(NOW.getTime() + 1)
    while (await db().transaction((sql) => removeOlder(sql, later)));
    expect(await kept()).toEqual({ n: 0 })
  })
})
