import { boundsOf, type GapReason, type Range } from '@kellersonne/core/energy/charts'
import {
  closestJoined,
  type EnergyColumns,
  energyColumns,
  type Numbers,
  stretchesOf,
} from '@kellersonne/core/energy/charts-fold'
import { ownFrom } from '@kellersonne/core/live/today'
import { hides } from '@kellersonne/core/telemetry/corrections'
import { lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import type { WantedColumns } from '../../telemetry/readings/quarter-rows.ts'
import { readSeries, type Series } from '../../telemetry/readings/series.ts'

/** A range as a row of quarters, and a system's values in it. */
export type Grid = {
  readonly system: OwnedSystem
  /** In ms. */
  readonly start: number
  readonly count: number
  /** The index of the owner's first quarter. */
  readonly own: number
  readonly series: Series | undefined
}

const unknown = (count: number) => new Float64Array(count).fill(Number.NaN)

/** Resolves to the data of systems in a range; without data from before they were the owner's. */
export async function readGrids(
  sql: Sql,
  systems: readonly OwnedSystem[],
  range: Range,
  wanted: WantedColumns,
  now: Date,
): Promise<Grid[]> {
  const grids: Grid[] = []
  // Sequentially, so that smaller requests get their turn in between.
  for (const system of systems) grids.push(...(await readRanges(sql, system, [range], wanted, now)))
  return grids
}

/** A system, and a few ranges in which it is read. */
type Wanted = { readonly system: OwnedSystem; readonly ranges: readonly Range[] }

/** The same of one system in a few ranges, which are read at once. */
export const readRanges = async (
  sql: Sql,
  system: OwnedSystem,
  ranges: readonly Range[],
  wanted: WantedColumns,
  now: Date,
): Promise<Grid[]> => (await readRangesOf(sql, [{ system, ranges }], wanted, now)).flat()

/** The same of a few systems in one query. */
export async function readRangesOf(
  sql: Sql,
  systems: readonly Wanted[],
  wanted: WantedColumns,
  now: Date,
): Promise<Grid[][]> {
  const bounds = systems.map(({ system, ranges }) => {
    const earliest = ownFrom(system.visible_from)
    return ranges.map((range) => {
      const { start, end } = boundsOf(range)
      const until = new Date(Math.min(end.getTime(), lastQuarterEnd(now).getTime()))
      return { system, start, end, earliest, from: earliest > start ? earliest : start, until }
    })
  })
  const stretches = bounds
    .flat()
    .filter(({ from, until }) => from < until)
    .map(({ system, from, until, earliest }) => ({ system: system.id, from, until, earliest }))
  const found = stretches.length > 0 ? await readSeries(sql, stretches, wanted) : []
  return bounds.map((ranges) =>
    ranges.map(({ system, start, end, earliest, from }) => ({
      ...{ system, start: start.getTime() },
      count: Math.round((end.getTime() - start.getTime()) / QUARTER_MS),
      own: Math.max(0, (earliest.getTime() - start.getTime()) / QUARTER_MS),
      series: found.find((series) => series.system === system.id && series.start === from.getTime()),
    })),
  )
}

/** Places a column of the series at its quarters in the grid. */
export function onGrid(
  { start, count, series }: Grid,
  numbers: (series: Series) => Numbers | undefined,
): Numbers {
  const column = unknown(count)
  const values = series && numbers(series)
  if (values) column.set(values.subarray(0, count), Math.round((series.start - start) / QUARTER_MS))
  return column
}

export const energiesOn = (grid: Grid): EnergyColumns =>
  energyColumns((name) => onGrid(grid, ({ energies }) => energies.get(name)))

/** Returns a function that tells why a quarter has no data; null if it has. `isMeasured` is asked about quarters with readings. */
function reasonsOn(grid: Grid, isMeasured: (i: number) => boolean, now: Date) {
  const running = Math.floor((now.getTime() - grid.start) / QUARTER_MS)
  const readings = onGrid(grid, (series) => series.readings)
  const isImported = isImportedOn(grid)
  const isImplausible = hides(grid.series?.corrections ?? [])
  return (i: number): GapReason | null => {
    if (i < grid.own) return 'before_claim'
    if (isImplausible(grid.start + i * QUARTER_MS)) return 'implausible'
    if ((readings[i] ?? 0) > 0) return isMeasured(i) ? null : 'not_measured'
    if (isImported(i)) return 'imported'
    if (i === running) return null
    return i > running ? 'future' : 'offline'
  }
}

const instantOn = ({ start }: Grid, quarter: number) => new Date(start + quarter * QUARTER_MS)

/** Gaps of one reason of one system that an answer names: those of a year in which something is silent each night. */
export const MOST_GAPS = 500

/**
 * Returns the gaps in a grid with their reasons; `isMeasured` as above. Of more than `MOST_GAPS` of one reason those closest to
 * each other are one, with the measured quarters between them.
 */
export const gapsOf = (grid: Grid, isMeasured: (i: number) => boolean, now: Date) =>
  closestJoined(stretchesOf(grid.count, reasonsOn(grid, isMeasured, now)), MOST_GAPS).map(
    ({ of: reason, from, until }) => ({
      ...{ sn: grid.system.sn, reason },
      from: instantOn(grid, from),
      until: instantOn(grid, until),
    }),
  )

/** Returns when a system was offline, oldest first; the first `most` times. */
export function outagesOf(grid: Grid, now: Date, most: number) {
  const found: { readonly from: Date; readonly until: Date }[] = []
  for (const { of, from, until } of stretchesOf(
    grid.count,
    reasonsOn(grid, () => true, now),
  )) {
    if (of === 'offline') found.push({ from: instantOn(grid, from), until: instantOn(grid, until) })
    if (found.length === most) break
  }
  return found
}

/** Returns a system's quarters of which something was imported. */
export const isImportedOn = ({ start, series }: Grid): ((quarter: number) => boolean) => {
  const first = series ? Math.round((series.start - start) / QUARTER_MS) : 0
  return (quarter) => series?.imported[quarter - first] === 1
}

/** Returns a system's quarters in which nothing was measured, so that their energies are shares of a gap's. */
export const isShareOn = (grid: Grid): ((quarter: number) => boolean) => {
  const readings = onGrid(grid, (series) => series.readings)
  const isImported = isImportedOn(grid)
  return (quarter) => !((readings[quarter] ?? 0) > 0) && !isImported(quarter)
}
