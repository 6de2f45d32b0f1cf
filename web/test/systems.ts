import { type CurrentDataList, fromLiveSystem } from '@kellersonne/contract/live/live'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { measuredAllAt } from '@kellersonne/core/live/measured'
import { percent, watts } from '@kellersonne/core/units/units'

const AT = new Date('2026-06-18T09:42:00Z')

/** A system with little more than its state of charge. */
export const systemAt = (sn: string, phase: number, soc: number): LiveSystem => ({
  sn: serialNumber.parse(sn),
  phase,
  name: null,
  online: true,
  status: 'on',
  batteryStatus: null,
  statusSince: null,
  calibrationDays: null,
  versions: {},
  sensors: [],
  capabilities: null,
  messages: [],
  messagesKnown: true,
  ended: [],
  gridVoltage: null,
  powers: { grid: watts(0), pv: null, battery: null },
  soc: percent(soc),
  output: null,
  measuredAt: measuredAllAt(AT),
  today: { pv: null, import: null, feedIn: null, charge: null, discharge: null },
  forecast: { energy: null, load: null },
  pvPeak: null,
  capacity: null,
  badWeather: null,
  refusedToday: null,
  update: NO_UPDATE,
  lastOnline: AT,
  timeZone: 'Europe/Berlin',
})

/** Systems in the wire format, from a server with the test's clock. */
export const wire = (...systems: LiveSystem[]): CurrentDataList =>
  systems.map((one) => fromLiveSystem(one, { now: new Date(), zoneOffset: 120, lang: 'de' }))
