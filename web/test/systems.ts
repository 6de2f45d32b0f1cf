import { type CurrentDataList, fromLiveSystem } from '@kellersonne/contract/live/live'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { percent, watts } from '@kellersonne/core/units/units'

const AT = new Date('2026-06-18T09:42:00Z')

/** A system of which little but its state of charge is known. */
export const systemAt = (sn: string, phase: number, soc: number): LiveSystem => ({
  sn: serialNumber.parse(sn),
  phase,
  online: true,
  status: 'on',
  batteryStatus: null,
  calibrationDays: null,
  versions: {},
  sensors: [],
  messages: [],
  gridVoltage: null,
  powers: { grid: watts(0), pv: null, battery: null },
  soc: percent(soc),
  output: null,
  today: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
  forecast: { energy: null, load: null },
  pvPeak: null,
  capacity: null,
  badWeather: null,
  update: NO_UPDATE,
  lastOnline: AT,
  timeZone: 'Europe/Berlin',
})

/** Systems as the wire carries them, from a server whose clock is that of the test. */
export const wire = (...systems: LiveSystem[]): CurrentDataList =>
  systems.map((one) => fromLiveSystem(one, { now: new Date(), zoneOffset: 120, lang: 'de' }))
