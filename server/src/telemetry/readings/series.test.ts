import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { Sql } from '../../platform/db/database.ts'
import { readSeries } from './series.ts'

afterEach(() => void vi.restoreAllMocks())

const empty: Sql = { rows: async () => [], row: async () => undefined, run: async () => 0 }

it.each([true, false])(
  'CHT-08 F14 between the series of systems others have their turn, with energies: %s',
  async (energies) => {
    // Whatever is done takes 10 ms.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10
      return now
    })
    const from = new Date('2026-06-01T00:00:00Z')
    const stretches = Array.from({ length: 20 }, (_, system) => ({
      ...{ system, from, earliest: from },
      until: new Date('2026-06-02T00:00:00Z'),
    }))
    let [turns, isDone] = [0, false]
    const read = readSeries(empty, stretches, { measures: ['pv_w'], extremes: true, energies }).finally(
      () => {
        isDone = true
      },
    )
    while (!isDone) {
      await turn()
      turns += 1
    }
    expect(await read).toHaveLength(stretches.length)
    expect(turns).toBeGreaterThanOrEqual(stretches.length - 1)
  },
)
