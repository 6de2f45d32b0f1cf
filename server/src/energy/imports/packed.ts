import type { ImportedEnergies } from '@kellersonne/core/energy/imports/quarters'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'

type Packed = { readonly quarters: Float64Array<ArrayBuffer>; readonly energies: Float64Array<ArrayBuffer> }
/** Energies of a whole file by their quarters, in order of time: passed on between threads without a copy. */
export type PackedEnergies = ReadonlyMap<CounterName, Packed>

/** So much is read and compared at once: a few milliseconds. */
const PART_MS = 31 * 96 * QUARTER_MS

export const pack = (energies: ImportedEnergies): PackedEnergies =>
  new Map(
    [...energies].map(([counter, found]) => {
      const quarters = Float64Array.from(found.keys()).sort()
      return [counter, { quarters, energies: quarters.map((quarter) => found.get(quarter) ?? 0) }]
    }),
  )

export const buffersOf = (packed: PackedEnergies): ArrayBuffer[] =>
  [...packed.values()].flatMap(({ quarters, energies }) => [quarters.buffer, energies.buffer])

/** Yields parts of a month at most, in order of time, with the quarters of any counter in order of time. */
export function* partsOf(packed: PackedEnergies) {
  const next = new Map([...packed.keys()].map((counter) => [counter, 0]))
  for (;;) {
    let start = Number.POSITIVE_INFINITY
    for (const [counter, i] of next) start = Math.min(start, packed.get(counter)?.quarters[i] ?? start)
    if (start === Number.POSITIVE_INFINITY) return
    const found = new Set<number>()
    const energies = new Map<CounterName, ReadonlyMap<number, number>>()
    for (const [counter, all] of packed) {
      const first = next.get(counter) ?? 0
      let end = first
      while ((all.quarters[end] ?? Number.POSITIVE_INFINITY) < start + PART_MS) end += 1
      const quarters = all.quarters.subarray(first, end)
      energies.set(
        counter,
        new Map(Array.from(quarters, (quarter, i) => [quarter, all.energies[first + i] ?? 0])),
      )
      for (const quarter of quarters) found.add(quarter)
      next.set(counter, end)
    }
    yield { quarters: [...Float64Array.from(found).sort()], energies }
  }
}
