import { measureLimits, type ReadingPayload, readingPayload } from '@kellersonne/contract/telemetry/device'
import { limits } from '@kellersonne/core/telemetry/readings'

type Range = { readonly min: number; readonly max: number }
type Value = number | null | undefined
type Fields = Readonly<Record<string, unknown>>

const isFields = (json: unknown): json is Fields =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
const isWithin = (value: unknown, { min, max }: Range): value is Value =>
  value === undefined || value === null || (typeof value === 'number' && value >= min && value <= max)

/** Returns the counters of a plain reading; false if they are not plain. */
function plainCounters(json: unknown): ReadingPayload['energy_wh'] | false {
  if (json === undefined || json === null) return json
  if (!isFields(json)) return false
  const { pv, import: imported, feed_in, charge, discharge } = json
  const isPlain =
    isWithin(pv, limits.counter) &&
    isWithin(imported, limits.counter) &&
    isWithin(feed_in, limits.counter) &&
    isWithin(charge, limits.counter) &&
    isWithin(discharge, limits.counter)
  return isPlain && { pv, import: imported, feed_in, charge, discharge }
}

/**
 * Returns what `readingPayload` makes of a reading without a serial number and without a fault; null for any other, which that
 * must judge. Almost all readings are plain, and the schema takes many times as long.
 */
export function plainReading(json: unknown): ReadingPayload | null {
  if (!isFields(json)) return null
  const { sn, at: time, grid_v, grid_w, pv_w, battery_w, soc, output_w, energy_wh: counters } = json
  const isPlain =
    sn === undefined &&
    isWithin(grid_v, measureLimits.grid_v) &&
    isWithin(grid_w, measureLimits.grid_w) &&
    isWithin(pv_w, measureLimits.pv_w) &&
    isWithin(battery_w, measureLimits.battery_w) &&
    isWithin(soc, measureLimits.soc) &&
    isWithin(output_w, measureLimits.output_w)
  const energy_wh = plainCounters(counters)
  const at = readingPayload.shape.at.safeParse(time).data
  if (!isPlain || energy_wh === false || !at) return null
  return { at, grid_v, grid_w, pv_w, battery_w, soc, output_w, energy_wh }
}
