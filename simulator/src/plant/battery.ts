/** Properties of a battery: Wh, W, and the share of energy that survives each way. */
export type Battery = {
  readonly capacity: number
  readonly maxCharge: number
  readonly maxDischarge: number
  readonly efficiency: number
}

/**
 * ready: charges and discharges. empty: rests until PV has recharged it. float: is recharged from 0 % by the grid.
 * calibrate: is charged to 100 %, whatever the weather.
 */
export type BatteryTask = 'ready' | 'empty' | 'float' | 'calibrate'
/** `energy` in Wh, `calibratedAt` in ms UTC. */
export type BatteryState = {
  readonly energy: number
  readonly task: BatteryTask
  readonly calibratedAt: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CALIBRATION_DAYS = 30
/** W; below this it is not worth switching the inverter on. */
const REST_W = 30
/** Consumption of the battery's own electronics, in W. */
export const OWN_W = 5
const FLOAT_W = 150
const CALIBRATION_W = 1000
const share = { empty: 0.01, floated: 0.03, ready: 0.05, tapers: 0.92, full: 0.999 }

/** State of charge, 0 to 100. */
export const soc = (battery: Battery, { energy }: BatteryState) => (100 * energy) / battery.capacity

/** Returns the days until the next calibration is due. */
export const calibrationDays = ({ calibratedAt }: BatteryState, at: number) =>
  Math.max(0, Math.ceil(CALIBRATION_DAYS - (at - calibratedAt) / DAY))

function taskAfter(battery: Battery, state: BatteryState, at: number): BatteryState {
  const level = state.energy / battery.capacity
  switch (state.task) {
    case 'calibrate':
      return level >= share.full ? { ...state, task: 'ready', calibratedAt: at } : state
    case 'ready':
      if (at - state.calibratedAt >= CALIBRATION_DAYS * DAY) return { ...state, task: 'calibrate' }
      return level <= share.empty ? { ...state, task: 'empty' } : state
    case 'empty':
      if (level >= share.ready) return { ...state, task: 'ready' }
      return level <= 0 ? { ...state, task: 'float' } : state
    case 'float':
      return level >= share.floated ? { ...state, task: 'empty' } : state
  }
}

/** Returns the power it would take or give: negative while charging, positive while discharging. */
function wish({ maxCharge, maxDischarge }: Battery, task: BatteryTask, surplus: number): number {
  const fromSun = surplus >= REST_W ? Math.min(surplus, maxCharge) : 0
  if (task === 'calibrate') return -Math.max(fromSun, CALIBRATION_W)
  if (task === 'float') return -Math.max(fromSun, FLOAT_W)
  if (fromSun > 0) return -fromSun
  return task === 'ready' && surplus <= -REST_W ? Math.min(-surplus, maxDischarge) : 0
}

/**
 * Simulates one step of `hours`: `surplus` in W is PV minus load. Returns the mean power in W (negative while
 * charging, positive while discharging) and the state at `at`, the step's end.
 */
export function stepBattery(
  battery: Battery,
  state: BatteryState,
  surplus: number,
  hours: number,
  at: number,
  works = true,
): { state: BatteryState; power: number } {
  const { capacity, maxCharge, efficiency } = battery
  const taper = Math.min(1, Math.max(0.08, (1 - state.energy / capacity) / (1 - share.tapers)))
  const room = Math.min(maxCharge * taper, (capacity - state.energy) / (efficiency * hours))
  const reserve = (Math.max(0, state.energy - share.empty * capacity) * efficiency) / hours
  const wanted = works ? wish(battery, state.task, surplus) : 0
  const power = Math.max(-room, Math.min(wanted, reserve))
  const energy = energyAfter(battery, state.energy, power, hours)
  return { state: taskAfter(battery, { ...state, energy }, at), power }
}

/**
 * Returns the energy in Wh after `hours` at `power` W, less losses each way and the electronics' consumption; between
 * 0 and the capacity.
 */
export function energyAfter({ capacity, efficiency }: Battery, energy: number, power: number, hours: number) {
  const flow = power < 0 ? -power * efficiency : -power / efficiency
  return Math.min(capacity, Math.max(0, energy + (flow - OWN_W) * hours))
}
