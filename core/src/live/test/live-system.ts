import { NO_UPDATE } from '../../firmware/status.ts'
import { serialNumber } from '../../systems/systems.ts'
import { percent, volts, wattHours, watts } from '../../units/units.ts'
import type { LiveSystem } from '../live.ts'
import { measuredAllAt } from '../measured.ts'

/** 11:42 in Berlin. */
export const now = new Date('2026-06-18T09:42:00Z')

/** A healthy system on a phase, with its share of a sunny morning. */
export function liveSystem(phase: number, more: Partial<LiveSystem> = {}): LiveSystem {
  const sn = serialNumber(`${1000 + phase}`)
  if (sn === null) throw new Error('no serial number')
  return {
    sn,
    phase,
    name: null,
    online: true,
    status: 'connected',
    batteryStatus: null,
    statusSince: null,
    calibrationDays: 12,
    versions: {},
    sensors: [],
    capabilities: null,
    messages: [],
    messagesKnown: true,
    ended: [],
    badWeather: null,
    refusedToday: null,
    update: NO_UPDATE,
    gridVoltage: volts(233.6),
    powers: { grid: watts(-400), pv: watts(1600), battery: watts(-980) },
    soc: percent(64),
    output: watts(220),
    measuredAt: measuredAllAt(new Date(now.getTime() - 12_000)),
    today: {
      pv: wattHours(4500),
      import: wattHours(100),
      feedIn: wattHours(700),
      charge: wattHours(2800),
      discharge: wattHours(800),
    },
    forecast: { energy: null, load: null },
    pvPeak: watts(1900),
    capacity: wattHours(5000),
    lastOnline: new Date(now.getTime() - 12_000),
    timeZone: 'Europe/Berlin',
    ...more,
  }
}
