import type { ImportedEnergies } from '@kellersonne/core/energy/imports/quarters'
import { lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readSeries } from '../../telemetry/readings/series.ts'

/** How many quarters of a file are measured, already imported, or outside the time that the owner may see. */
type LeftOut = { readonly measured: number; readonly imported: number; readonly hidden: number }
export type Addable = LeftOut & {
  readonly energies: ImportedEnergies
  /** Number of quarters to which something is added. */
  readonly added: number
  /** In ms; null if there is nothing to add. */
  readonly from: number | null
  readonly until: number | null
}

const PART_MS = 62 * 96 * QUARTER_MS

/** Resolves to the new part of a file: quarters that are over, visible to the owner, neither measured nor imported. */
export async function addableOf(
  sql: Sql,
  system: OwnedSystem,
  { energies, earliest }: { readonly energies: ImportedEnergies; readonly earliest: Date | null },
  now: Date,
): Promise<Addable> {
  const quarters = distinctOf(energies)
  const latest = lastQuarterEnd(now).getTime()
  const isOwn = (quarter: number) => quarter >= (earliest?.getTime() ?? 0) && quarter + QUARTER_MS <= latest
  const own = quarters.filter(isOwn)
  const kept = new Map([...energies.keys()].map((counter) => [counter, new Map<number, number>()]))
  const added = new Set<number>()
  let [measured, imported] = [0, 0]
  for (const part of partsOf(own)) {
    const [from, until] = [new Date(part[0] ?? 0), new Date((part.at(-1) ?? 0) + QUARTER_MS)]
    const stretch = { system: system.id, from, until, earliest: from }
    const [series] = await readSeries(sql, [stretch], { measures: [], extremes: false, energies: true })
    if (!series) continue
    for (const quarter of part) {
      const i = Math.round((quarter - series.start) / QUARTER_MS)
      if ((series.readings[i] ?? 0) > 0) {
        measured += 1
        continue
      }
      for (const [counter, found] of energies) {
        const value = found.get(quarter)
        if (value === undefined || !Number.isNaN(series.energies.get(counter)?.[i] ?? Number.NaN)) continue
        kept.get(counter)?.set(quarter, value)
        added.add(quarter)
      }
      if (!added.has(quarter)) imported += 1
    }
  }
  const all = [...added]
  return {
    ...{ energies: kept, added: all.length, measured, imported, hidden: quarters.length - own.length },
    from: all[0] ?? null,
    until: all.length > 0 ? (all.at(-1) ?? 0) + QUARTER_MS : null,
  }
}

/** Returns the quarters of all counters, in order of time. */
function distinctOf(energies: ImportedEnergies): number[] {
  const found = new Set<number>()
  for (const quarters of energies.values()) for (const quarter of quarters.keys()) found.add(quarter)
  return [...Float64Array.from(found).sort()]
}

/** Divides quarters, in order of time, into parts that are read together. */
function partsOf(quarters: readonly number[]): number[][] {
  const parts: number[][] = []
  for (const quarter of quarters) {
    const last = parts.at(-1)
    if (last && quarter - (last[0] ?? 0) < PART_MS) last.push(quarter)
    else parts.push([quarter])
  }
  return parts
}
