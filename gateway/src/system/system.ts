import type { DeviceStatus } from '../devices/device.ts'
import { type Counter, counterNames, counters, type Measure, measureNames } from '../profiles/measures.ts'
import type { Settings } from '../settings/settings.ts'
import { chooseValues, suppliersOf } from './choose.ts'
import type { Memory } from './memory.ts'
import { readingOf } from './reading.ts'

const isAble = (devices: readonly DeviceStatus[], measure: Measure) =>
  devices.some(({ able }) => able.has(measure))

/** Returns the counters to integrate: no device has or ever had them, but one has the power. */
const summedCounters = (
  devices: readonly DeviceStatus[],
  { counters: counted }: Memory,
): ReadonlySet<Counter> =>
  new Set(
    counterNames.filter(
      (name) =>
        !isAble(devices, name) && counted[name] === undefined && isAble(devices, counters[name].power),
    ),
  )

/** The measures taken from a device whose profile has one source for them alone. */
const unverifiedMeasures = (devices: readonly DeviceStatus[], sources: Settings['sources']): Measure[] =>
  measureNames.filter((measure) => {
    const suppliers = suppliersOf(devices, sources, measure)
    return devices.some(
      ({ name, able, profile }) =>
        suppliers.includes(name) && able.has(measure) && profile.unverified.includes(measure),
    )
  })

/** Combines the devices' values at `at` (ms UTC) into a reading, and the memory to store with it. */
export function momentOf(
  devices: readonly DeviceStatus[],
  settings: Pick<Settings, 'sources' | 'capacity_wh'>,
  before: Memory,
  at: number,
) {
  const values = chooseValues(devices, settings.sources, at)
  const capacityWh = values.get('capacity_wh')?.value ?? settings.capacity_wh ?? null
  const summed = summedCounters(devices, before)
  const unverified = unverifiedMeasures(devices, settings.sources)
  return { values, summed, unverified, capacityWh, ...readingOf({ at, values, summed, capacityWh }, before) }
}
