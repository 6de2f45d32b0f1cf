import { commandNames, outcomes } from '@kellersonne/core/control/commands'
import { type SerialNumber, storageStatuses } from '@kellersonne/core/systems/systems'
import { type CounterName, limits, type Reading } from '@kellersonne/core/telemetry/readings'
import { known, type Quantity, type WattHours } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import { printable } from '../shared/printable.ts'
import { batteryReport } from '../systems/battery-report.ts'
import { capabilities } from '../systems/capabilities.ts'
import { serialNumber } from '../systems/systems.ts'
import { forecastMessage } from './forecast-message.ts'

/** Messages between a storage unit and the server over MQTT 3.1.1. */
export const MAX_PACKET_BYTES = 64 * 1024
export const MAX_BACKLOG = 100
export const MAX_VERSIONS = 20

const within = ({ min, max }: { min: number; max: number }) =>
  z.nullish(z.number().check(z.minimum(min), z.maximum(max)))
/** An offset may lead beyond the years that ISO 8601 writes with four digits, which nothing here could read back. */
const hasFourDigits = (at: Date) => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999
const instant = z.pipe(
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text) => new Date(text)),
  ),
  z.date().check(z.refine(hasFourDigits)),
)
/** A unit may repeat its serial number; it must then be its own. */
const sn = z.optional(z.union([serialNumber, z.pipe(z.number(), z.transform(String))]))

/** The limits of what a reading measures. */
export const measureLimits = {
  grid_v: limits.voltage,
  grid_w: limits.power,
  pv_w: limits.power,
  battery_w: limits.power,
  soc: limits.soc,
  output_w: limits.power,
} as const
const counter = within(limits.counter)
export const readingPayload = z.object({
  sn,
  at: instant,
  grid_v: within(measureLimits.grid_v),
  grid_w: within(measureLimits.grid_w),
  pv_w: within(measureLimits.pv_w),
  battery_w: within(measureLimits.battery_w),
  soc: within(measureLimits.soc),
  output_w: within(measureLimits.output_w),
  energy_wh: z.nullish(
    z.object({ pv: counter, import: counter, feed_in: counter, charge: counter, discharge: counter }),
  ),
})
export type ReadingPayload = z.output<typeof readingPayload>
export type ReadingMessage = z.input<typeof readingPayload>

/** One reading, or a backlog after an outage. */
export const readingMessage = z.union([
  readingPayload,
  z.array(readingPayload).check(z.maxLength(MAX_BACKLOG)),
])

/** Texts of units are listed, mailed, exported and logged. Garbled ones are repaired: a fault must not be refused for its name. */
const text = (...checks: z.core.$ZodCheck<string>[]) => z.string().check(z.overwrite(printable), ...checks)
const code = text(z.minLength(1), z.maxLength(40))
/** Timestamp of an entry slot that a unit has never written; DSH-05. */
export const PLACEHOLDER_TIME = '2000-0-0 0:0:0'
const anyPlaceholder = /^2000-00?-00?[T ]00?:00?:00?(\.0+)?(Z|[+-]00:?00)?$/
const noTime = z.pipe(
  z.string().check(z.regex(anyPlaceholder)),
  z.transform(() => null),
)
/** Battery errors; slots that were never written are dropped. */
const errorEntries = z.pipe(
  z
    .array(z.object({ code: z.int().check(z.minimum(0), z.maximum(1e9)), at: z.union([noTime, instant]) }))
    .check(z.maxLength(50)),
  z.transform((entries) => entries.flatMap(({ code, at }) => (at === null ? [] : [{ code, at }]))),
)
/** Other values that a unit measures; of several with the same name, only the last. */
const sensors = z.pipe(
  z.array(z.object({ name: code, value: z.number(), unit: text(z.maxLength(10)) })).check(z.maxLength(20)),
  z.transform((list) => [...new Map(list.map((sensor) => [sensor.name, sensor])).values()]),
)

const versions = z.record(code, code)
const codes = z.nullish(z.array(code).check(z.maxLength(50)))
/** What a unit can do. Unlike the portal's copy, it names commands that there are. */
const unitCapabilities = z.extend(capabilities, {
  commands: z.array(z.enum(commandNames)).check(z.maxLength(commandNames.length)),
})

/**
 * A state as a unit sent it. A missing field keeps its earlier value; null takes that value back.
 * Stored as such; some were stored before there was a limit on versions.
 */
export const storedState = z.object({
  sn,
  at: instant,
  status: z.enum(storageStatuses),
  battery_status: z.nullish(text(z.maxLength(40))),
  calibration_days: z.nullish(z.int().check(z.minimum(0), z.maximum(10_000))),
  capacity_wh: within(limits.counter),
  message1: codes,
  message2: codes,
  errors: z.nullish(errorEntries),
  display: z.nullish(z.enum(['normal', 'update'])),
  versions: z.nullish(versions),
  sensors: z.nullish(sensors),
  battery: z.nullish(batteryReport),
  capabilities: z.nullish(unitCapabilities),
})
export const statePayload = z.extend(storedState, {
  versions: z.nullish(
    versions.check(z.refine((all) => Object.keys(all).length <= MAX_VERSIONS, { error: 'too_big' })),
  ),
})
export type StatePayload = z.output<typeof statePayload>
export type StateMessage = z.input<typeof statePayload>

/** The fields of a state that list messages. Each says something about its own messages only. */
export const messageLists = ['message1', 'message2', 'errors'] as const
export type MessageList = (typeof messageLists)[number]

export const onlinePayload = z.object({ online: z.boolean() })

export const commandPayload = z.object({
  id: z.string(),
  command: z.enum(commandNames),
  value: z.optional(z.number()),
  expires_at: instant,
})
export type CommandPayload = z.output<typeof commandPayload>

export const outcomePayload = z.object({
  id: z.string().check(z.maxLength(64)),
  outcome: z.enum(outcomes),
  reason: z.optional(text(z.maxLength(200))),
})
export type OutcomePayload = z.output<typeof outcomePayload>
export type OutcomeMessage = z.input<typeof outcomePayload>

/** Why the server does not store what a unit sends. */
export const refusalReasons = [
  'too_large',
  'not_json',
  'malformed',
  'out_of_range',
  'too_many',
  'time_ahead',
  'time_past',
  'foreign_sn',
  'unknown_command',
  'unstorable',
  'over_budget',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/**
 * Shows a unit's maker what was refused: the last part of its topic (empty for a packet that was too large to be read),
 * the field and the limit it exceeds, if there is one, and the first characters of the message.
 */
const refusedPayload = z.object({
  topic: z.string(),
  reason: z.enum(refusalReasons),
  field: z.nullable(z.string()),
  limit: z.nullable(z.number()),
  payload: z.string(),
})
export type RefusedPayload = z.output<typeof refusedPayload>

/** Topic and payload of every message, from the unit and to it. */
export const topics = {
  reading: { of: (unit: SerialNumber) => `storage/${unit}/reading`, payload: readingMessage },
  state: { of: (unit: SerialNumber) => `storage/${unit}/state`, payload: statePayload },
  online: { of: (unit: SerialNumber) => `storage/${unit}/online`, payload: onlinePayload },
  outcome: { of: (unit: SerialNumber) => `storage/${unit}/command/outcome`, payload: outcomePayload },
  command: { of: (unit: SerialNumber) => `storage/${unit}/command`, payload: commandPayload },
  refused: { of: (unit: SerialNumber) => `storage/${unit}/refused`, payload: refusedPayload },
  forecast: { of: (unit: SerialNumber) => `storage/${unit}/forecast`, payload: forecastMessage },
} as const
export type TopicName = keyof typeof topics

const counterField = {
  pv: 'pv',
  import: 'import',
  feedIn: 'feed_in',
  charge: 'charge',
  discharge: 'discharge',
} as const

/** Distinguishes a value that was left out from one that the unit says it does not know. */
const measured = <Q extends Quantity<string>>(value: number | null | undefined) =>
  value === undefined ? undefined : known<Q>(value)

/** Converts a unit's reading payload. */
export function toReading(wire: ReadingPayload): Reading {
  const counted = (name: CounterName) => known<WattHours>(wire.energy_wh?.[counterField[name]])
  return {
    at: wire.at,
    gridVoltage: measured(wire.grid_v),
    grid: measured(wire.grid_w),
    pv: measured(wire.pv_w),
    battery: measured(wire.battery_w),
    soc: measured(wire.soc),
    output: measured(wire.output_w),
    counters: {
      pv: counted('pv'),
      import: counted('import'),
      feedIn: counted('feedIn'),
      charge: counted('charge'),
      discharge: counted('discharge'),
    },
  }
}
