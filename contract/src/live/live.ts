import { availableOf, type UpdateStatus } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { type FlagGroup, flagNames, flags, isFlag, type Message } from '@kellersonne/core/messages/messages'
import { storageStatuses } from '@kellersonne/core/systems/systems'
import { known } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import { fromStatus, toStatus, updates } from '../firmware/status.ts'
import { endpoint } from '../shared/endpoint.ts'
import { capabilities, fromCapabilities } from '../systems/capabilities.ts'
import { serialNumber } from '../systems/systems.ts'
import { fromMessages, lastMessages, toMessages } from './last-messages.ts'
import { dateOf, fromMeasuredAt, measuredAt, toMeasuredAt } from './measured-at.ts'
import { fromRefused, refusedToday, toRefused } from './refused-today.ts'

const quantity = z.nullable(z.number())
const instant = z.nullable(z.iso.datetime())
export const badWeatherNotice = z.nullable(z.object({ empty_at: z.iso.datetime(), ends_at: instant }))
const sensorValue = z.object({ name: z.string(), value: z.number(), unit: z.string() })
const flagMap = z.record(z.string(), z.boolean())

/** ENT-02, in the specification's spelling; fields below `(+)` are our additions. W, Wh, %, V. */
export const currentData = z.object({
  message1: flagMap,
  message2: flagMap,
  battery_status: z.nullable(z.string()),
  last_messages: lastMessages,
  grid_voltage: quantity,
  grid_power: quantity,
  discharge_energy: quantity,
  PV_power: quantity,
  battery_power: quantity,
  SOC: quantity,
  charge_energy: quantity,
  m8: quantity,
  energy_forecast: quantity,
  load_forecast: quantity,
  time_zone: z.string(),
  /** Minutes ahead of UTC. */
  time_zone_offset: z.int(),
  time: z.iso.datetime(),
  last_online_from: instant,
  updatable: z.boolean(),
  avalable_updates: z.int(),
  total_updates: z.int(),
  update_started: z.boolean(),
  update_progress: z.int(),
  lang: z.enum(['de', 'en']),
  // (+)
  phase: z.int(),
  /** What the caller calls it; null if nothing. Absent in values kept before there were names. */
  name: z._default(z.nullable(z.string()), null),
  online: z.nullable(z.boolean()),
  /** Values older than a day are unknown. Absent in values kept before there were such times. */
  measured_at: z.optional(measuredAt),
  status: z.nullable(z.enum(storageStatuses)),
  /**
   * When the unit began to report its present status and battery status, if these do not explain what it does. Absent
   * in values kept before there was one.
   */
  status_since: z._default(instant, null),
  calibration_days: z.nullable(z.int()),
  capacity: quantity,
  versions: z.record(z.string(), z.string()),
  sensors: z.array(sensorValue),
  /** Absent in values kept before there were any. */
  capabilities: z._default(z.nullable(capabilities), null),
  PV_energy: quantity,
  import_energy: quantity,
  feed_in_energy: quantity,
  PV_power_peak: quantity,
  /** Absent in values kept before there was one. */
  update_waiting: z._default(z.boolean(), false),
  /** By chip, whether it is still to be installed. */
  updates,
  /** When the battery is expected to reach 0 % for lack of sun, and when PV recharges it. */
  bad_weather: badWeatherNotice,
  /** Absent in values kept before there was one: whether those were all messages is not known. */
  messages_known: z._default(z.boolean(), false),
  /** Null unless the share is above 1 %. Absent in values kept before there was one. */
  refused_today: z._default(z.nullable(refusedToday), null),
})
export type CurrentData = z.output<typeof currentData>

/** One object per system, keyed by its serial number. */
export const currentDataList = z.array(z.record(serialNumber, currentData))
export type CurrentDataList = z.output<typeof currentDataList>

export const getCurrentData = endpoint({
  method: 'GET',
  path: '/api/auth/data/',
  summary: "The current data of each of the caller's systems.",
  auth: 'bearer',
  response: currentDataList,
  errors: [],
})

/**
 * Server-sent events. `data` carries `currentDataList`: all of the caller's systems first, then those that changed.
 * `end` is empty: the session has ended or its access token has expired, and the stream closes. A comment line is
 * sent every 15 s.
 */
export const HEARTBEAT_MS = 15_000
export const watchLive = endpoint({
  method: 'GET',
  path: '/api/auth/live/',
  summary: 'Current data as it changes, as server-sent events.',
  auth: 'bearer',
  response: currentDataList,
  stream: true,
  errors: [],
})

export const fromNotice = (notice: LiveSystem['badWeather']) =>
  notice && { empty_at: notice.emptyAt.toISOString(), ends_at: notice.endsAt?.toISOString() ?? null }

export const toNotice = (wire: CurrentData['bad_weather']): LiveSystem['badWeather'] =>
  wire && {
    emptyAt: new Date(wire.empty_at),
    endsAt: wire.ends_at === null ? null : new Date(wire.ends_at),
  }

const toUpdate = (wire: CurrentData): UpdateStatus =>
  toStatus({
    new_update: wire.updatable,
    update_started: wire.update_started,
    update_waiting: wire.update_waiting,
    page: wire.update_progress,
    total_updates: wire.total_updates,
    updates: wire.updates,
  })

export function toLiveSystems(list: CurrentDataList): LiveSystem[] {
  return list
    .flatMap((entry) => Object.entries(entry))
    .map(([sn, wire]) => ({
      sn: serialNumber.parse(sn),
      phase: wire.phase,
      name: wire.name,
      online: wire.online,
      status: wire.status,
      batteryStatus: wire.battery_status,
      statusSince: dateOf(wire.status_since),
      calibrationDays: wire.calibration_days,
      versions: wire.versions,
      sensors: wire.sensors,
      capabilities: wire.capabilities,
      ...toMessages(wire),
      messagesKnown: wire.messages_known,
      gridVoltage: known(wire.grid_voltage),
      powers: { grid: known(wire.grid_power), pv: known(wire.PV_power), battery: known(wire.battery_power) },
      soc: known(wire.SOC),
      output: known(wire.m8),
      measuredAt: toMeasuredAt(wire),
      today: {
        pv: known(wire.PV_energy),
        import: known(wire.import_energy),
        feedIn: known(wire.feed_in_energy),
        charge: known(wire.charge_energy),
        discharge: known(wire.discharge_energy),
      },
      forecast: { energy: known(wire.energy_forecast), load: known(wire.load_forecast) },
      pvPeak: known(wire.PV_power_peak),
      capacity: known(wire.capacity),
      lastOnline: dateOf(wire.last_online_from),
      timeZone: wire.time_zone,
      badWeather: toNotice(wire.bad_weather),
      refusedToday: toRefused(wire.refused_today),
      update: toUpdate(wire),
    }))
}

const flagsOf = (messages: readonly Message[], group: FlagGroup) =>
  Object.fromEntries(
    flagNames
      .filter((name) => flags[name].group === group)
      .map((name) => [name, messages.some((m) => m.code === name)]),
  )

/** Converts a system to the wire format. `zoneOffset` in minutes. */
export function fromLiveSystem(
  system: LiveSystem,
  context: { now: Date; zoneOffset: number; lang: 'de' | 'en' },
): CurrentDataList[number] {
  const { today, powers, forecast, update } = system
  const { updates: byChip, total_updates } = fromStatus(update)
  const others = system.messages.filter((m) => !isFlag(m.code)).map((m) => [m.code, true])
  return {
    [system.sn]: {
      message1: flagsOf(system.messages, 'message1'),
      message2: { ...flagsOf(system.messages, 'message2'), ...Object.fromEntries(others) },
      battery_status: system.batteryStatus,
      last_messages: fromMessages(system),
      grid_voltage: system.gridVoltage,
      grid_power: powers.grid,
      discharge_energy: today.discharge,
      PV_power: powers.pv,
      battery_power: powers.battery,
      SOC: system.soc,
      charge_energy: today.charge,
      m8: system.output,
      energy_forecast: forecast.energy,
      load_forecast: forecast.load,
      time_zone: system.timeZone,
      time_zone_offset: context.zoneOffset,
      time: context.now.toISOString(),
      last_online_from: system.lastOnline?.toISOString() ?? null,
      updatable: update.isNew,
      avalable_updates: availableOf(update),
      total_updates,
      update_started: update.isStarted,
      update_progress: update.percent,
      lang: context.lang,
      phase: system.phase,
      name: system.name,
      online: system.online,
      measured_at: fromMeasuredAt(system.measuredAt),
      status: system.status,
      status_since: system.statusSince?.toISOString() ?? null,
      calibration_days: system.calibrationDays,
      capacity: system.capacity,
      versions: system.versions,
      sensors: [...system.sensors],
      capabilities: fromCapabilities(system.capabilities),
      PV_energy: today.pv,
      import_energy: today.import,
      feed_in_energy: today.feedIn,
      PV_power_peak: system.pvPeak,
      update_waiting: update.isWaiting,
      updates: byChip,
      bad_weather: fromNotice(system.badWeather),
      messages_known: system.messagesKnown,
      refused_today: fromRefused(system.refusedToday),
    },
  }
}
