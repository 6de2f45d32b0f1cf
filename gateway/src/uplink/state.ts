import {
  type EnergyName,
  type MeasureName,
  measureNames,
  type SignCheck,
} from '@kellersonne/core/systems/capabilities'
import type { State } from '@kellersonne/device-kit/messages'
import type { DeviceStatus } from '../devices/device.ts'
import { type Counter, counterNames, counters, type Measure } from '../profiles/measures.ts'
import type { ChosenValues } from '../system/choose.ts'

/** Below this the battery counts as idle. */
const IDLE_W = 20
const FULL = 99

function batteryStatus(values: ChosenValues): string | null {
  const power = values.get('battery_w')?.value
  if (power === undefined) return null
  if (power <= -IDLE_W) return 'charging'
  if (power >= IDLE_W) return 'discharging'
  return (values.get('soc')?.value ?? 0) >= FULL ? 'full' : 'idle'
}

const sensors = [
  { name: 'battery_temperature', measure: 'battery_temperature', unit: '°C' },
  { name: 'inverter_temperature', measure: 'inverter_temperature', unit: '°C' },
] as const

export type SystemNow = {
  readonly devices: readonly DeviceStatus[]
  readonly values: ChosenValues
  /** Wh; null = not known. */
  readonly capacityWh: number | null
  /** Counters that the gateway integrates from powers. */
  readonly summed: ReadonlySet<Counter>
  readonly unverified: readonly Measure[]
  readonly signs: SignCheck
}

const energiesAmong = (has: (counter: Counter) => boolean): EnergyName[] =>
  counterNames.filter(has).map((counter) => counters[counter].field)

/** What a gateway knows of the devices behind it. It takes no commands, and does not know their messages and versions. */
function capabilitiesOf({ devices, summed, unverified, signs }: SystemNow): State['capabilities'] {
  const unsure: (MeasureName | EnergyName)[] = [
    ...measureNames.filter((measure) => unverified.includes(measure)),
    ...energiesAmong((counter) => unverified.includes(counter)),
  ]
  return {
    measures: measureNames.filter((measure) => devices.some(({ able }) => able.has(measure))),
    integrated: energiesAmong((counter) => summed.has(counter)),
    unverified: unsure,
    signs: { ...signs, invert: [...signs.invert] },
    ...{ commands: [], messages: false, updates: false },
  }
}

/**
 * Returns what a gateway knows of the system's state. Messages and versions are absent: it does not know those of the
 * devices, and empty lists would claim that all is well.
 */
export function stateOf(now: SystemNow): State {
  const { values, capacityWh } = now
  return {
    capabilities: capabilitiesOf(now),
    status: values.size > 0 ? 'on' : 'connected',
    battery_status: batteryStatus(values),
    capacity_wh: capacityWh,
    battery: values.has('soh') ? { soh_percent: values.get('soh')?.value } : null,
    sensors: sensors.flatMap(({ name, measure, unit }) => {
      const known = values.get(measure)
      return known ? [{ name, value: Math.round(known.value * 10) / 10, unit }] : []
    }),
  }
}
