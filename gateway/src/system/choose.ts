import type { DeviceStatus } from '../devices/device.ts'
import type { Measured } from '../devices/values.ts'
import { type Measure, measureNames } from '../profiles/measures.ts'
import type { Settings } from '../settings/settings.ts'

const USUAL = 2
/** A value that is older than that, or than two rounds, says nothing about the present. */
const FRESH_MS = 45_000
const ROUNDS = 2.5
const SECOND = 1000

const since = ({ pollS }: DeviceStatus, now: number) => now - Math.max(FRESH_MS, ROUNDS * SECOND * pollS)

/** A measure of the system, and the devices that it comes from. */
type Chosen = Measured & { readonly from: readonly string[] }
export type ChosenValues = ReadonlyMap<Measure, Chosen>

/** The sum of devices; null unless all of them know it: a part of a house is not the house. */
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
  return { value, at: Math.min(...parts.map(({ at }) => at)), from: names }
}

/** The device that knows a measure best, of those that ought to: the first of the settings among equals. */
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
 * Takes each measure from the device that knows it best, or from those that the settings name. While that one is
 * silent, nobody takes its place: another device may count something else. `now`: ms UTC; old values are left out.
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
