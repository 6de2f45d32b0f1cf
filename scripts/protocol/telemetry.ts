import {
  onlinePayload,
  readingMessage,
  readingPayload,
  statePayload,
  topics,
} from '@kellersonne/contract/telemetry/device'
import { batteryFields, oneBattery } from './battery.ts'
import type { Field, Message } from './message.ts'

const AT = '2026-06-18T09:42:10Z'
const sn: Field = { meaning: 'The unit’s own serial number; another one is refused.', example: '1001' }
const counter = (what: string, example: number): Field => ({
  meaning: `Energy ${what} since the unit was built. It never falls, except to a new start when the unit is replaced.`,
  unit: 'Wh',
  example,
})

const oneReading = {
  at: AT,
  grid_v: 233.6,
  grid_w: -1210,
  pv_w: 4820,
  battery_w: -2960,
  soc: 64,
  output_w: 1860,
  energy_wh: { pv: 18204411, import: 4410230, feed_in: 9120455, charge: 6120998, discharge: 5511200 },
}

const reading: Message = {
  title: 'One reading',
  summary: 'What a unit measured at one instant.',
  schema: readingPayload,
  io: 'input',
  fields: {
    sn,
    at: { meaning: 'When it was measured, by the unit’s clock.', example: AT },
    grid_v: { meaning: 'Voltage of the grid at the unit.', unit: 'V', example: 233.6 },
    grid_w: {
      meaning: 'Power at the grid connection: above zero drawn, below zero fed in.',
      unit: 'W',
      example: -1210,
    },
    pv_w: { meaning: 'Power of the PV modules, never below zero.', unit: 'W', example: 4820 },
    battery_w: {
      meaning: 'Power of the battery: below zero charging, above zero discharging.',
      unit: 'W',
      example: -2960,
    },
    soc: { meaning: 'State of charge.', unit: '%', example: 64 },
    output_w: {
      meaning: 'Total output (m8): what the unit delivers on its AC side; below zero it draws.',
      unit: 'W',
      example: 1860,
    },
    energy_wh: { meaning: 'Lifetime counters.', example: oneReading.energy_wh },
    'energy_wh.pv': counter('yielded by PV', 18204411),
    'energy_wh.import': counter('drawn from the grid', 4410230),
    'energy_wh.feed_in': counter('fed into the grid', 9120455),
    'energy_wh.charge': counter('charged into the battery', 6120998),
    'energy_wh.discharge': counter('discharged from the battery', 5511200),
  },
  examples: [oneReading, { at: '2026-06-18T11:42:20.5+02:00', soc: 64.1, grid_w: null }],
}

const readings: Message = {
  title: 'Readings',
  summary: 'One reading, or an array of at most 100: a backlog after an outage.',
  schema: readingMessage,
  io: 'input',
  fields: {},
  examples: [oneReading, [oneReading, { at: '2026-06-18T09:42:00Z', soc: 63.9 }]],
}

const sensor = { name: 'battery_temperature', value: 23.4, unit: '°C' }
const oneState = {
  at: AT,
  status: 'on',
  battery_status: 'charging',
  calibration_days: 12,
  capacity_wh: 5760,
  message1: ['wait60'],
  message2: ['i2', 'relay'],
  errors: [{ code: 4113, at: '2026-06-18T09:41:58Z' }],
  display: 'normal',
  versions: { bms: '2.4.0', inverter: '1.9.2', gateway: '3.1.0' },
  sensors: [sensor],
  battery: oneBattery,
  capabilities: {
    measures: ['grid_w', 'pv_w', 'battery_w', 'soc'],
    integrated: ['charge', 'discharge'],
    unverified: ['battery_w'],
    signs: { verdict: 'right', invert: [] },
    commands: [],
    messages: false,
    updates: false,
  },
}

const state: Message = {
  title: 'State',
  summary: 'The state of a unit at one instant, sent on every change and every five minutes.',
  schema: statePayload,
  io: 'input',
  fields: {
    sn,
    at: { meaning: 'Since when it is so, by the unit’s clock.', example: AT },
    status: { meaning: 'Main state of the unit.', example: 'on' },
    battery_status: { meaning: 'What the battery is doing, in one word.', example: 'charging' },
    calibration_days: { meaning: 'Until the battery is calibrated again.', unit: 'days', example: 12 },
    capacity_wh: { meaning: 'Energy of the full battery.', unit: 'Wh', example: 5760 },
    message1: { meaning: 'Active flags of the first list.', example: ['wait60'] },
    'message1[]': { meaning: 'A flag, or any other code.', example: 'wait60' },
    message2: { meaning: 'Active flags of the second list.', example: ['i2', 'relay'] },
    'message2[]': { meaning: 'A flag, or any other code.', example: 'relay' },
    errors: { meaning: 'Active battery errors.', example: oneState.errors },
    'errors[].code': { meaning: 'Number of the error.', example: 4113 },
    'errors[].at': {
      meaning:
        'Since when it is active; `2000-0-0 0:0:0` marks an entry that was never written, and is ignored.',
      example: '2026-06-18T09:41:58Z',
    },
    display: { meaning: '`update` while the unit shows update mode on its display.', example: 'normal' },
    versions: { meaning: 'By chip, the version of the firmware that it runs.', example: oneState.versions },
    'versions.*': { meaning: 'A version, such as `2.4.0`.', example: '2.4.0' },
    sensors: { meaning: 'Other values that the unit measures.', example: oneState.sensors },
    'sensors[].name': { meaning: 'Name of the sensor.', example: sensor.name },
    'sensors[].value': { meaning: 'What it measures now.', example: sensor.value },
    'sensors[].unit': { meaning: 'Unit of the value.', example: sensor.unit },
    ...batteryFields,
    capabilities: { meaning: 'What the unit can do. Left out: everything.', example: oneState.capabilities },
    'capabilities.measures': {
      meaning: 'The fields of a reading that it measures.',
      example: oneState.capabilities.measures,
    },
    'capabilities.measures[]': { meaning: 'A field of a reading.', example: 'grid_w' },
    'capabilities.integrated': {
      meaning: 'The fields of `energy_wh` that no meter counts, and that the unit integrates from powers.',
      example: oneState.capabilities.integrated,
    },
    'capabilities.integrated[]': { meaning: 'A field of `energy_wh`.', example: 'charge' },
    'capabilities.unverified': {
      meaning: 'Fields whose address, scale or sign one source alone describes: they may be wrong.',
      example: oneState.capabilities.unverified,
    },
    'capabilities.unverified[]': {
      meaning: 'A field of a reading, or of its `energy_wh`.',
      example: 'battery_w',
    },
    'capabilities.signs': {
      meaning:
        'Whether the signs of grid and battery are right, judged by the house, which never generates power; null: not checked.',
      example: oneState.capabilities.signs,
    },
    'capabilities.signs.verdict': {
      meaning: '`right`; `wrong`; `open`: too little was measured to judge.',
      example: oneState.capabilities.signs.verdict,
    },
    'capabilities.signs.invert': {
      meaning: 'The powers to invert if they are wrong; empty if that is unclear.',
      example: ['grid_w'],
    },
    'capabilities.signs.invert[]': { meaning: 'A power.', example: 'grid_w' },
    'capabilities.commands': {
      meaning: 'The commands that it takes.',
      example: oneState.capabilities.commands,
    },
    'capabilities.commands[]': { meaning: 'A command.', example: 'standby' },
    'capabilities.messages': {
      meaning: 'Whether it reports flags and errors.',
      example: oneState.capabilities.messages,
    },
    'capabilities.updates': {
      meaning: 'Whether it polls the update service.',
      example: oneState.capabilities.updates,
    },
  },
  examples: [oneState, { at: '2026-06-18T09:47:10Z', status: 'off' }],
}

const online: Message = {
  title: 'Online',
  summary: 'Whether the unit is there: after connecting, before disconnecting, and as its last will.',
  schema: onlinePayload,
  io: 'input',
  fields: { online: { meaning: '`false` before disconnecting, and in the last will.', example: true } },
  examples: [{ online: true }, { online: false }],
}

const refused: Message = {
  title: 'Refused',
  summary: 'Tells a unit’s maker what the server did not store, and why.',
  schema: topics.refused.payload,
  io: 'output',
  fields: {
    topic: {
      meaning:
        'Last part of the topic: `reading`, `state`, `online` or `outcome`; empty for a packet too large to be read.',
      example: 'reading',
    },
    reason: { meaning: 'Why it was refused.', example: 'out_of_range' },
    field: {
      meaning: 'The first field at fault, as a dotted path; `null` if it is the message as a whole.',
      example: 'energy_wh.pv',
    },
    limit: { meaning: 'The limit that it exceeds; `null` if it is not a matter of a number.', example: 1e12 },
    payload: {
      meaning: 'The first 500 bytes of the message, or of the reading in an array.',
      example: '{"at":',
    },
  },
  examples: [
    {
      ...{ topic: 'reading', reason: 'out_of_range', field: 'soc', limit: 100 },
      payload: '{"at":"2026-06-18T09:42:10Z","soc":101}',
    },
  ],
}

export const telemetry = { reading, readings, state, online, refused }
