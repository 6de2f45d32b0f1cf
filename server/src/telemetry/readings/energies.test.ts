import { QUARTER_MS } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { NOW, setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import { createSealing } from '../sealing/job.ts'
import { readSeries } from './series.ts'
import { readingStore } from './store.ts'

const { db, system, newSystem, reading, tell } = setUpTelemetry()
const MIDNIGHT = Date.parse('2026-06-17T22:00:00Z')
/** The instant a number of quarters after midnight at the systems. */
const at = (quarters: number, ms = 0) => new Date(MIDNIGHT + quarters * QUARTER_MS + ms)

const counting = (quarters: number, pv: number | null, { id } = system()) => ({
  ...reading(at(quarters), { counters: { ...unknown.counters, pv: pv === null ? null : wattHours(pv) } }),
  system: id,
})
async function energyOf(start: Date, earliest: Date) {
  const found = await readingStore(db()).energies([{ system: system().id, start, earliest }])
  return found.get(system().id)?.pv
}
const energy = (start: number, earliest: number, ms = 0) => energyOf(at(start), at(earliest, ms))
const seal = async () => {
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, NOW)));
}

describe('energies since an instant', () => {
  it('PRD-02 count from the counter before, however long before, but not from before it may be seen', async () => {
    await tell(counting(0, 100), counting(5, null), counting(8, 130), counting(9, 150))
    expect([await energy(6, 0), await energy(6, 1)]).toEqual([50, 20])
    expect([await energy(9, 0), await energy(10, 0)]).toEqual([20, undefined])
  })

  it('PRD-02 AUT-12 of several systems come from the counters of each', async () => {
    const other = await newSystem()
    const [first, second] = [system().id, other.id]
    await tell(counting(0, 100), counting(2, 130), counting(4, 135))
    await tell(counting(1, 5000, other), counting(3, 5010, other), counting(5, 5030, other))
    const found = await readingStore(db()).energies([
      { system: first, start: at(2), earliest: at(0) },
      { system: second, start: at(3), earliest: at(0) },
    ])
    expect([found.get(first)?.pv, found.get(second)?.pv]).toEqual([35, 30])
  })

  it('PRD-03 AUT-12 count from the counter in a sealed day, but not from before it may be seen', async () => {
    const other = await newSystem()
    await tell(counting(-100, 50), counting(-90, 100), counting(-80, 200), counting(2, 230))
    await tell(counting(-70, 9000, other))
    await seal()
    expect(await energy(0, -200)).toBe(30)
    expect([await energy(0, -80), await energy(0, -80, 1)]).toEqual([30, 0])
  })

  it('PRD-03 count from the newest counter, whether its day is sealed or open', async () => {
    await tell(counting(-100, 50), counting(-80, 200), counting(1, 210), counting(2, 230))
    await seal()
    expect([await energy(1, -200), await energy(2, -200)]).toEqual([30, 20])
    await tell(counting(-99, 60))
    expect(await energy(1, -200)).toBe(30)
  })
})

describe('quarters', () => {
  it('PRD-03 bring the measures that are wanted, and those that these are packed by', async () => {
    const measured = async (...measures: string[]) => {
      const stretch = { system: system().id, from: at(0), until: at(1), earliest: at(0) }
      const [series] = await readSeries(db(), [stretch], { measures, extremes: false, energies: false })
      return [...(series?.measures.keys() ?? [])].toSorted()
    }
    expect(await measured('pv_w', 'soc')).toEqual(['pv_w', 'soc'])
    expect(await measured('load_w')).toEqual(['battery_w', 'grid_w', 'load_w', 'pv_w'])
  })
})

describe('energies of quarters', () => {
  async function told(from: number, until: number, earliest: Date) {
    const stretch = { system: system().id, from: at(from), until: at(until), earliest }
    const wanted = { measures: [], extremes: false, energies: true }
    const [series] = await readSeries(db(), [stretch], wanted)
    return series?.energies.get('pv')?.filter((value) => !Number.isNaN(value))
  }

  it('PRD-03 AUT-12 count from the counter of the day before, but not from before it may be seen', async () => {
    const other = await newSystem()
    await tell(counting(-100, 50), counting(-90, 100), counting(-80, 200))
    await tell(counting(-90, 7000, other), counting(-70, 9000, other))
    await seal()
    expect(await told(-96, 0, at(-100))).toEqual(Float64Array.of(50, 100))
    expect(await told(-96, 0, at(-100, 1))).toEqual(Float64Array.of(0, 100))
  })

  it('PRD-03 count from the quarter before, though it is not asked for and the day before is sealed', async () => {
    await tell(counting(-80, 200), counting(1, 210), counting(2, 230))
    await seal()
    expect(await told(2, 9, at(-96))).toEqual(Float64Array.of(20))
  })

  it('PRD-03 AUT-12 do not count from a quarter that begins before it may be seen', async () => {
    await tell(counting(-90, 100), counting(-85, 130), counting(-80, 150))
    await seal()
    expect(await told(-88, 0, at(-90))).toEqual(Float64Array.of(30, 20))
    expect(await told(-88, 0, at(-90, 1))).toEqual(Float64Array.of(0, 20))
    expect(await told(-96, 0, at(-90, 1))).toEqual(Float64Array.of(0, 20))
  })
})
