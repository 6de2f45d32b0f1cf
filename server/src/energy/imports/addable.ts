import { setImmediate as turn } from 'node:timers/promises'
import type { ImportedEnergies } from '@kellersonne/core/energy/imports/quarters'
import { lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readSeries } from '../../telemetry/readings/series.ts'
import { type PackedEnergies, partsOf } from './packed.ts'

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

/**
 * Resolves to the new part of a file: quarters that are over, visible to the owner, neither measured nor imported. Works part by
 * part, so that a long file does not block the event loop.
 */
export async function addableOf(
  sql: Sql,
  system: OwnedSystem,
  { energies, earliest }: { readonly energies: PackedEnergies; readonly earliest: Date | null },
  now: Date,
): Promise<Addable> {
  const latest = lastQuarterEnd(now).getTime()
  const isOwn = (quarter: number) => quarter >= (earliest?.getTime() ?? 0) && quarter + QUARTER_MS <= latest
  const kept = new Map([...energies.keys()].map((counter) => [counter, new Map<number, number>()]))
  let [added, measured, imported, hidden] = [0, 0, 0, 0]
  let [from, until]: (number | null)[] = [null, null]
  for (const part of partsOf(energies)) {
    const own = part.quarters.filter(isOwn)
    hidden += part.quarters.length - own.length
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) continue
    const stretch = { system: system.id, from: new Date(first), until: new Date(last + QUARTER_MS) }
    const [series] = await readSeries(sql, [{ ...stretch, earliest: stretch.from }], {
      ...{ measures: [], extremes: false, energies: true },
    })
    if (!series) continue
    for (const quarter of own) {
      const i = Math.round((quarter - series.start) / QUARTER_MS)
      if ((series.readings[i] ?? 0) > 0) {
        measured += 1
        continue
      }
      let isNew = false
      for (const [counter, found] of part.energies) {
        const value = found.get(quarter)
        if (value === undefined || !Number.isNaN(series.energies.get(counter)?.[i] ?? Number.NaN)) continue
        kept.get(counter)?.set(quarter, value)
        isNew = true
      }
      if (!isNew) {
        imported += 1
        continue
      }
      added += 1
      from ??= quarter
      until = quarter + QUARTER_MS
    }
    await turn()
  }
  return { energies: kept, added, measured, imported, hidden, from: from ?? null, until: until ?? null }
}
