import { ageOf } from '../telemetry/freshness.ts'
import {
  type LiveSystem,
  type LiveValues,
  type MeasuredAt,
  type MeasuredName,
  measuredNames,
} from './live.ts'

/** Returns the time at which all values were measured. */
export const measuredAllAt = (at: Date | null): MeasuredAt => ({
  ...{ gridVoltage: at, grid: at, pv: at, battery: at, soc: at, output: at },
})

function keep(system: LiveSystem, isKept: (name: MeasuredName) => boolean): LiveSystem {
  const { gridVoltage, powers, soc, output } = system
  if (measuredNames.every(isKept)) return system
  return {
    ...system,
    gridVoltage: isKept('gridVoltage') ? gridVoltage : null,
    powers: {
      grid: isKept('grid') ? powers.grid : null,
      pv: isKept('pv') ? powers.pv : null,
      battery: isKept('battery') ? powers.battery : null,
    },
    soc: isKept('soc') ? soc : null,
    output: isKept('output') ? output : null,
  }
}

/** Leaves out values that are too old to be shown, even with their time. */
export const withoutExpired = (system: LiveSystem, now: Date): LiveSystem =>
  keep(system, (name) => ageOf(system.measuredAt[name], now) !== 'expired')

/** Leaves out old powers and voltages, which say nothing about now; a state of charge does until it has expired. */
export const withCurrent = (system: LiveSystem, now: Date): LiveSystem =>
  keep(system, (name) => {
    const age = ageOf(system.measuredAt[name], now)
    return age === 'current' || (name === 'soc' && age === 'old')
  })

/** True unless the state of charge was measured too long ago to say anything about now. */
export const isChargeCurrent = ({ measuredAt }: Pick<LiveValues, 'measuredAt'>, now: Date): boolean =>
  ageOf(measuredAt.soc, now) === 'current'

/** Returns the values of `current`, and where it has none, those of `last` with their times. */
export function orLastKnown(current: LiveValues, last: LiveValues): LiveValues {
  const { powers } = current
  const timeOf = (name: MeasuredName, value: number | null) =>
    (value === null ? last : current).measuredAt[name]
  return {
    ...current,
    gridVoltage: current.gridVoltage ?? last.gridVoltage,
    powers: {
      grid: powers.grid ?? last.powers.grid,
      pv: powers.pv ?? last.powers.pv,
      battery: powers.battery ?? last.powers.battery,
    },
    soc: current.soc ?? last.soc,
    output: current.output ?? last.output,
    measuredAt: {
      gridVoltage: timeOf('gridVoltage', current.gridVoltage),
      grid: timeOf('grid', powers.grid),
      pv: timeOf('pv', powers.pv),
      battery: timeOf('battery', powers.battery),
      soc: timeOf('soc', current.soc),
      output: timeOf('output', current.output),
    },
  }
}

/** Returns when the newest of these values was measured; null if it is not known. */
export function newestMeasurement({ measuredAt }: Pick<LiveValues, 'measuredAt'>): Date | null {
  const times = measuredNames.flatMap((name) => measuredAt[name]?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** Returns when the oldest value of each name was measured. */
export function oldestOf(all: readonly MeasuredAt[]): MeasuredAt {
  function oldest(name: MeasuredName) {
    const known = all.flatMap((one) => one[name]?.getTime() ?? [])
    return known.length === 0 ? null : new Date(Math.min(...known))
  }
  return {
    gridVoltage: oldest('gridVoltage'),
    grid: oldest('grid'),
    pv: oldest('pv'),
    battery: oldest('battery'),
    soc: oldest('soc'),
    output: oldest('output'),
  }
}
