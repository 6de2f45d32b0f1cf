import { measuredEnds, type Sample, samplesOf, trueEnergy } from '@kellersonne/core/telemetry/test/meter'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOW, setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import { shrunkAtMost } from '../../../test/shrinking.ts'
import { createSealing } from '../sealing/job.ts'
import { energySum, readSeries } from './series.ts'
import { readingStore } from './store.ts'

const { db, system, newSystem, reading, report } = setUpTelemetry()
const MIDNIGHT = Date.parse('2026-06-17T22:00:00Z')
/** The instant a number of quarters after midnight at the systems. */
const at = (quarters: number, ms = 0) => new Date(MIDNIGHT + quarters * QUARTER_MS + ms)

const counting = (quarters: number, pv: number | null, { id } = system()) => ({
  ...reading(at(quarters), { counters: { ...unknown.counters, pv: pv === null ? null : wattHours(pv) } }),
  system: id,
})
async function energyOf(start: Date, earliest: Date) {
  const found = await readingStore(db()).energies([{ system: system().id, start, earliest }], NOW)
  return found.get(system().id)?.pv
}
const energy = (start: number, earliest: number, ms = 0) => energyOf(at(start), at(earliest, ms))
const seal = async () => {
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, NOW)));
}

describe('energies since an instant', () => {
  it('ENE-01 PRD-02 count from the instant itself, from an evenly rising counter, but not from before it may be seen', async () => {
    await report(counting(0, 100), counting(5, null), counting(8, 180), counting(9, 200))
    expect([await energy(6, 0), await energy(6, 1)]).toEqual([40, 20])
    expect([await energy(9, 0), await energy(10, 0)]).toEqual([0, null])
  })

  it('ENE-01 contain a gap that began after it, and none that began before', async () => {
    await report(counting(0, 100), counting(2, 110), counting(12, 5110), counting(13, 5120))
    expect([await energy(0, 0), await energy(2, 0), await energy(3, 0)]).toEqual([5020, 5010, 10])
  })

  it('PRD-02 AUT-12 of several systems come from the counters of each', async () => {
    const other = await newSystem()
    const [first, second] = [system().id, other.id]
    await report(counting(0, 100), counting(2, 130), counting(4, 135))
    await report(counting(1, 5000, other), counting(3, 5010, other), counting(5, 5030, other))
    const found = await readingStore(db()).energies(
      [
        { system: first, start: at(2), earliest: at(0) },
        { system: second, start: at(3), earliest: at(0) },
      ],
      NOW,
    )
    expect([found.get(first)?.pv, found.get(second)?.pv]).toEqual([5, 20])
  })

  it('PRD-03 AUT-12 count from the counter in a sealed day, but not from before it may be seen', async () => {
    const other = await newSystem()
    await report(counting(-100, 50), counting(-4, 200), counting(2, 230))
    await report(counting(-2, 9000, other))
    await seal()
    expect(await energy(0, -200)).toBe(10)
    expect([await energy(0, -4), await energy(0, -4, 1)]).toEqual([10, 0])
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
  async function reported(from: number, until: number, earliest: Date) {
    const stretch = { system: system().id, from: at(from), until: at(until), earliest }
    const wanted = { measures: [], extremes: false, energies: true }
    const [series] = await readSeries(db(), [stretch], wanted)
    return series?.energies.get('pv')?.filter((value) => !Number.isNaN(value))
  }

  it('PRD-03 AUT-12 count from the counter of the day before, but not from before it may be seen', async () => {
    const other = await newSystem()
    await report(counting(-98, 50), counting(-94, 90), counting(-92, 130))
    await report(counting(-97, 7000, other), counting(-93, 9000, other))
    await seal()
    expect(await reported(-96, -92, at(-98))).toEqual(Float64Array.of(10, 10, 20, 20))
    expect(await reported(-96, -92, at(-98, 1))).toEqual(Float64Array.of(20, 20))
  })

  it('PRD-03 AUT-12 count up to the first counter after them, also in a day that is sealed already', async () => {
    await report(counting(-4, 100), counting(2, 160))
    await seal()
    expect(await reported(-4, -2, at(-100))).toEqual(Float64Array.of(10, 10))
  })

  it('ENE-02 hold what no power can have caused apart, sealed or not, and after a late reading', async () => {
    const sub = (quarters: number, pv: number) => counting(quarters, pv)
    await report(sub(-20, 100), sub(-19.9, 150), sub(-19.8, 900_000), sub(-19.7, 900_030), sub(-19, 900_100))
    const expected = Float64Array.of(50 + 100)
    const jump = [{ counter: 'pv', before: 150, after: 900_000, from: +at(-19.9), until: +at(-19.8) }]
    const found = async () => {
      const stretch = { system: system().id, from: at(-20), until: at(-19), earliest: at(-100) }
      const [series] = await readSeries(db(), [stretch], { measures: [], extremes: false, energies: true })
      return [series?.energies.get('pv'), series?.jumps]
    }
    expect(await found()).toEqual([expected, jump])
    await seal()
    expect(await found()).toEqual([expected, jump])
    await report(sub(-19.6, 900_040))
    expect(await found()).toEqual([expected, jump])
    await seal()
    expect(await found()).toEqual([expected, jump])
  })
})

type Story = {
  readonly samples: Sample[]
  readonly reported: Sample[]
  readonly size: number
  readonly timeZone: string
}
/** Their days begin at different quarters, up to 26 hours apart. */
const ZONES = [
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

/** Stores readings with this counter, in disorder and partly twice, sealing days in between. */
async function reportInDisorder(id: number, reported: readonly Sample[], size: number) {
  for (let from = 0; from < reported.length; from += size) {
    const items = reported.slice(from, from + size).map(({ at: ms, value }) => ({
      ...reading(new Date(ms), { counters: { ...unknown.counters, pv: wattHours(value) } }),
      system: id,
    }))
    await report(...items)
    await seal()
  }
}

describe('energies of any counter', () => {
  it('ENE-01 ENE-02 ENE-04 over a range with both ends measured are what truly flowed, in whatever order they came and wherever the system is', async () => {
    const story = samplesOf(MIDNIGHT - 96 * QUARTER_MS, 14).chain((samples) =>
      fc.record({
        samples: fc.constant(samples),
        reported: fc
          .tuple(fc.shuffledSubarray(samples, { minLength: samples.length }), fc.shuffledSubarray(samples))
          .map(([once, again]) => [...once, ...again]),
        size: fc.integer({ min: 1, max: 8 }),
        timeZone: fc.constantFrom(...ZONES),
      }),
    )
    const check = async ({ samples, reported, size, timeZone }: Story) => {
      const { id } = await newSystem(undefined, timeZone)
      await reportInDisorder(
        id,
        reported.filter(({ at: ms }) => ms < NOW.getTime()),
        size,
      )
      const ends = measuredEnds(samples).filter((ms) => ms < NOW.getTime())
      const ranges = ends.flatMap((from, i) => ends.slice(i + 1).map((until) => ({ from, until })))
      const stretches = ranges.map(({ from, until }) => ({
        ...{ system: id, from: new Date(from), until: new Date(until) },
        earliest: new Date(0),
      }))
      const wanted = { measures: [], extremes: false, energies: true }
      const found = await readSeries(db(), stretches, wanted)
      expect(found.map((series) => energySum(series, 'pv'))).toEqual(
        ranges.map(({ from, until }) => trueEnergy(samples, from, until)),
      )
    }
    await fc.assert(fc.asyncProperty(story, shrunkAtMost(60, check)), { numRuns: 40 })
  })
})
