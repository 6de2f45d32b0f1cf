import {
  PLACEHOLDER_TIME,
  type ReadingMessage,
  type StateMessage,
} from '@kellersonne/contract/telemetry/device'
import { batteryFlow } from '@kellersonne/core/units/power'
import { watts } from '@kellersonne/core/units/units'
import type { Entry } from '@kellersonne/device-kit/append-log'
import type { Versions } from '@kellersonne/device-kit/ddi/offer'
import { type BatteryState, calibrationDays } from '../plant/battery.ts'
import { type PlantState, type Sample, STORAGE } from '../plant/plant.ts'
import type { Temperatures } from '../plant/temperatures.ts'
import { activeCodesIn, type Condition, isStopped, isWorking, statusOf } from './condition.ts'
import type { Settings } from './settings.ts'

/** What a unit reports about itself, in the wire format. */
const tenth = (value: number) => Math.round(value * 10) / 10
const instant = (at: number) => new Date(at).toISOString()

/** Rounded so that the powers still add up: the house's load is grid + pv + battery, to the watt. */
export function toReading({ at, energies, ...sample }: Sample): ReadingMessage {
  const [pv, battery, load] = [Math.round(sample.pv), Math.round(sample.battery), Math.round(sample.load)]
  return {
    at: instant(at),
    grid_v: tenth(sample.voltage),
    grid_w: load - pv - battery,
    pv_w: pv,
    battery_w: battery,
    soc: tenth(sample.soc),
    output_w: pv + battery,
    energy_wh: {
      pv: Math.floor(energies.pv),
      import: Math.floor(energies.import),
      feed_in: Math.floor(energies.feedIn),
      charge: Math.floor(energies.charge),
      discharge: Math.floor(energies.discharge),
    },
  }
}
export const toEntry = (sample: Sample): Entry => ({ at: sample.at, text: JSON.stringify(toReading(sample)) })

const resting = ({ task }: BatteryState, soc: number) =>
  soc >= 99 ? 'full' : task === 'empty' ? 'empty' : 'idle'

/** Returns the battery's activity in one word. */
export function batteryStatus(condition: Condition, { battery }: PlantState, sample: Sample): string {
  if (statusOf(condition) === 'off') return 'off'
  if (isStopped(condition)) return 'stopped'
  if (!isWorking(condition)) return 'idle'
  if (battery.task === 'calibrate') return 'calibrating'
  if (battery.task === 'float') return 'float'
  const flow = batteryFlow(watts(sample.battery))
  return { charges: 'charging', discharges: 'discharging', idle: resting(battery, sample.soc) }[flow]
}

export type UnitState = {
  readonly condition: Condition
  readonly plant: PlantState
  readonly sample: Sample
  readonly temperatures: Temperatures
  readonly versions: Versions
  readonly settings: Pick<Settings, 'calibrationDays' | 'sensors'>
}

/** When simulated batteries were put into service, and for how many full cycles they are warranted. */
const IN_SERVICE_ON = '2024-05-02'
const WARRANTED_CYCLES = 6000

/** What the unit knows of its battery, which does not age. */
function batteryReport({ energies: { charge, discharge } }: Sample): StateMessage['battery'] {
  return {
    remaining_energy_wh: STORAGE.capacity,
    round_trip_percent: tenth(100 * STORAGE.efficiency ** 2),
    full_cycles: Math.floor(discharge / STORAGE.capacity),
    // As displays of units do: whole kWh, so that not every second changes the state.
    energy_throughput_wh: 1000 * Math.floor((charge + discharge) / 1000),
    in_service_on: IN_SERVICE_ON,
    warranty: {
      years: 10,
      remaining_percent: 70,
      energy_throughput_wh: 2 * WARRANTED_CYCLES * STORAGE.capacity,
    },
  }
}

const celsius = (name: string, value: number) => ({ name, value: tenth(value), unit: '°C' })

/** Returns a state message without its instant. */
export function toState({ condition, plant, sample, temperatures, versions, settings }: UnitState) {
  return {
    status: statusOf(condition),
    battery_status: batteryStatus(condition, plant, sample),
    calibration_days: settings.calibrationDays ?? calibrationDays(plant.battery, sample.at),
    capacity_wh: STORAGE.capacity,
    battery: batteryReport(sample),
    message1: activeCodesIn(condition, 'message1'),
    message2: activeCodesIn(condition, 'message2'),
    errors: condition.errors.map(({ code, at }) => ({
      code,
      at: at === null ? PLACEHOLDER_TIME : instant(at),
    })),
    display: condition.display,
    versions,
    sensors: settings.sensors ?? [
      celsius('battery_temperature', temperatures.battery),
      celsius('inverter_temperature', temperatures.inverter),
    ],
  } satisfies Omit<StateMessage, 'at'>
}
