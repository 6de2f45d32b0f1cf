import type { DeviceStatus } from '../devices/device.ts'
import { isPossible, type Measured } from '../devices/values.ts'
import { type Measure, measureNames } from '../profiles/measures.ts'
import type { Settings } from '../settings/settings.ts'

const USUAL = 2
/** An older value is left out; for slowly polled devices, one older than two and a half polls. */
const FRESH_MS = 45_000
const ROUNDS = 2.5
const SECOND = 1000

const since = ({ pollS }: DeviceStatus, now: number) => now - Math.max(FRESH_MS, ROUNDS * SECOND * pollS)

/** A value of the system, and the devices it comes from. */
type Chosen = Measured & { readonly from: readonly string[] }
export type ChosenValues = ReadonlyMap<Measure, Chosen>

/** Sums a measure over devices; null unless all of them know it, because a partial sum would be wrong, and if the sum is out of range. */
function sumOf(
  devices: readonly DeviceStatus[],
  names: readonly string[],
  measure: Measure,
  now: number,
): Chosen | null {
  const parts = names.flatMap((name) => {
    const device = devices.find((one) => one.name === name)
    const value = device?.values.get(measure)
    return device && value && value.at >= since(device, now) ? [value] : []
  })
  if (parts.length < names.length) return null
  const value = parts.reduce((sum, part) => sum + part.value, 0)
  if (!isPossible(measure, value)) return null
  return { value, at: Math.min(...parts.map(({ at }) => at)), from: names }
}

/** Picks the device with the best quality for a measure; among equals, the first in the settings. */
function best(devices: readonly DeviceStatus[], measure: Measure): DeviceStatus | undefined {
  const able = devices.filter((one) => one.able.has(measure))
  const quality = ({ profile }: DeviceStatus) => profile.quality[measure] ?? USUAL
  return able.toSorted((a, b) => quality(b) - quality(a))[0]
}

/** The names of the devices that a measure is taken from: those of the settings, or the one that knows it best. */
export const suppliersOf = (
  devices: readonly DeviceStatus[],
  sources: Settings['sources'],
  measure: Measure,
): readonly string[] => sources[measure] ?? [best(devices, measure)?.name ?? '']

/**
 * Takes each measure from the device with the best quality, or from those that the settings name. While that one is
 * silent, no other replaces it: it may measure something else. `now`: ms UTC; old values are left out.
 */
export function chooseValues(
  devices: readonly DeviceStatus[],
  sources: Settings['sources'],
  now: number,
): ChosenValues {
  const chosen = measureNames.flatMap((measure): [Measure, Chosen][] => {
    const found = sumOf(devices, suppliersOf(devices, sources, measure), measure, now)
    return found ? [[measure, found]] : []
  })
  return new Map(chosen)
}
