import type { SignCheck } from '@kellersonne/core/systems/capabilities'
import type { Measure } from '../../profiles/measures.ts'
import type { FaultCode } from '../../transports/fault.ts'

type Texts = {
  readonly language: string
  readonly title: string
  readonly refreshed: (time: string) => string
  readonly portal: Record<'up' | 'down' | 'signed_out' | 'unreachable' | 'certificate' | 'replaced', string>
  readonly waiting: (readings: number) => string
  readonly nothingWaits: string
  readonly lost: (readings: number) => string
  readonly diskFull: string
  readonly clock: string
  readonly system: string
  readonly devices: string
  readonly measure: Record<Measure, string>
  readonly columns: Record<'measure' | 'value' | 'from' | 'age' | 'raw' | 'field', string>
  readonly summed: string
  readonly unverified: string
  readonly unverifiedList: (measures: string) => string
  readonly neverAnswered: string
  readonly answered: (seconds: number) => string
  readonly lastRaw: string
  readonly seconds: (seconds: number) => string
  readonly signs: Record<SignCheck['verdict'], string>
  readonly signFix: (measures: string) => string
  readonly signUnclear: string
  readonly heldBack: (times: number) => string
  readonly noValues: string
  readonly fault: Record<FaultCode, string>
}

export type { Texts }

export const en: Texts = {
  language: 'en',
  title: 'Kellersonne gateway',
  refreshed: (time) => `As of ${time}`,
  portal: {
    up: 'Connected to the portal.',
    down: 'Not connected to the portal yet.',
    signed_out:
      'The portal rejects this gateway: its secret is wrong, or its owner has locked it. Pair it again with a code from the portal.',
    unreachable:
      'The portal cannot be reached. Check the internet connection; readings are kept until it is back.',
    certificate:
      'The portal’s certificate is not the expected one, so nothing is sent. Check broker_url and broker_certificate.',
    replaced:
      'Another gateway keeps signing in as the same system. Stop one of the two, or pair one of them again.',
  },
  waiting: (readings) => `${readings} ${readings === 1 ? 'reading is' : 'readings are'} waiting to be sent.`,
  nothingWaits: 'Everything has been sent.',
  lost: (readings) =>
    `${readings} ${readings === 1 ? 'reading was' : 'readings were'} thinned out or dropped because too many were waiting.`,
  diskFull: 'Readings cannot be written to disk. Free some space; until then they are kept only in memory.',
  clock: 'This computer’s clock is wrong. No readings are taken until it is right: check its time (NTP).',
  system: 'System',
  devices: 'Devices',
  measure: {
    grid_w: 'Grid (+ import)',
    pv_w: 'PV',
    battery_w: 'Battery (+ discharging)',
    soc: 'State of charge',
    grid_v: 'Grid voltage',
    output_w: 'Output',
    pv_wh: 'PV counter',
    import_wh: 'Import counter',
    feed_in_wh: 'Feed-in counter',
    charge_wh: 'Charge counter',
    discharge_wh: 'Discharge counter',
    capacity_wh: 'Capacity',
    soh: 'State of health',
    battery_temperature: 'Battery temperature',
    inverter_temperature: 'Inverter temperature',
  },
  columns: { measure: 'Measure', value: 'Value', from: 'From', age: 'Age', raw: 'Raw value', field: 'Field' },
  summed: 'calculated by the gateway from the power',
  unverified: 'not confirmed by two sources',
  unverifiedList: (measures) =>
    `Not confirmed by two sources: ${measures}. Compare with the device’s display.`,
  neverAnswered: 'has not answered yet',
  answered: (seconds) => `answered ${seconds} s ago`,
  lastRaw: 'Last raw values',
  seconds: (seconds) => `${seconds} s`,
  signs: {
    right: 'The signs of grid and battery are right.',
    open: 'It is not known yet whether the signs of grid and battery are right.',
    wrong: 'The signs of grid and battery cannot be right: the house would generate power.',
  },
  signFix: (measures) => `Only one combination is possible: invert ${measures} (“invert” in the settings).`,
  signUnclear: 'It is not clear which of the two is inverted. Compare with the device’s display.',
  heldBack: (times) =>
    `A state of charge was held back ${times === 1 ? 'once' : `${times} times`}: it jumped faster than its power allows.`,
  noValues: 'Nothing is known at the moment.',
  fault: {
    unreachable:
      'It cannot be reached. Is it switched on and on this network? If its address has changed, assign it a fixed one in the router.',
    refused:
      'It is there, but accepts no connection. Enable access (Modbus TCP, API, MQTT) on the device, and check the port.',
    timeout: 'It did not answer in time. Is another program using its only connection?',
    closed: 'It closed the connection. Many devices allow only one: stop other programs that read it.',
    wrong_unit: 'Nothing answers at this unit id. Check “unit” in the settings.',
    exception:
      'It refused to be read. Check profile and unit id; some devices refuse while they start or update.',
    half_answer: 'It answered with too few or unexpected bytes. Is this the right profile?',
    wrong_device: 'This is not the device that the profile expects. Check address and profile.',
    no_sunspec: 'It does not support SunSpec at this unit id. Enable SunSpec, or check the unit id.',
    not_json: 'Its answer is not JSON. Check path and port.',
    too_large: 'Its answer is too large to be read.',
    too_deep: 'Its answer is nested too deeply to be read.',
    flood:
      'It sends faster than any device of its kind, so the connection was closed; it is tried again by itself. Restart the device. If that does not help, remove it from the settings.',
    http_status: 'It answered with an error. Check path and profile.',
    unauthorized: 'It rejected the password or token. Run setup again and enter a new one.',
    certificate:
      'Its certificate has changed since setup, so nothing was sent to it. If you know why, run setup again.',
    several: 'Several meters send. Enter the serial number of the right one in the settings (“serial”).',
    silent: 'It sends nothing. Check topics or entities, and whether it publishes at all.',
    gone: 'It reports that it is not running.',
    formula: 'A formula of its profile cannot be evaluated.',
    option: 'An option of its profile is missing or invalid. Run setup again.',
  },
}
