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
  readonly lastWords: string
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
      'The portal refuses this gateway: its secret is wrong, or the owner has locked it. Pair it anew with a code from the portal.',
    unreachable: 'The portal cannot be reached. Check the internet connection; readings wait meanwhile.',
    certificate:
      'The portal’s certificate is not the expected one. Check broker_url and broker_certificate; nothing is sent.',
    replaced:
      'Another gateway signs in as the same system, again and again. Stop one of the two, or pair one of them anew.',
  },
  waiting: (readings) => `${readings} ${readings === 1 ? 'reading waits' : 'readings wait'} to be sent.`,
  nothingWaits: 'Everything has been sent.',
  lost: (readings) => `${readings} readings were thinned out or dropped, because too many had to wait.`,
  diskFull: 'Readings cannot be written to the disk. Make room; until then they are kept in memory alone.',
  clock: 'The clock of this computer is wrong. No readings are made until it is right: check its time (NTP).',
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
  columns: { measure: 'Measure', value: 'Value', from: 'From', age: 'Age', raw: 'Its words', field: 'Field' },
  summed: 'summed up by the gateway from the power',
  unverified: 'not confirmed by two sources',
  unverifiedList: (measures) =>
    `Not confirmed by two sources: ${measures}. Compare with the device’s own display.`,
  neverAnswered: 'has not answered yet',
  answered: (seconds) => `answered ${seconds} s ago`,
  lastWords: 'Its last words',
  seconds: (seconds) => `${seconds} s`,
  signs: {
    right: 'The signs of grid and battery fit.',
    open: 'Whether the signs of grid and battery fit is not known yet.',
    wrong: 'The signs of grid and battery do not fit: the house would generate power.',
  },
  signFix: (measures) => `Only this way fits: turn round ${measures} (“invert” in the settings).`,
  signUnclear:
    'Which of the two is the wrong way round is not clear. Compare with the display of the device.',
  heldBack: (times) =>
    `A state of charge was held back ${times} times: it jumped faster than its power allows.`,
  noValues: 'Nothing is known at the moment.',
  fault: {
    unreachable:
      'It is not reachable. Is it switched on and on this network? If its address has changed, give it a fixed one in the router.',
    refused:
      'It is there, but accepts no connection. Switch on the access (Modbus TCP, API, MQTT) at the device, and check the port.',
    timeout: 'It did not answer in time. Does another program hold its only connection?',
    closed: 'It closed the connection. Many devices allow one at a time: end other programs that read it.',
    wrong_unit: 'Nothing answers under this unit id. Check “unit” in the settings.',
    exception:
      'It refused to read. Check profile and unit id; some devices do so while they start or update.',
    half_answer: 'It answered with fewer or other bytes than asked for. Is the profile the right one?',
    wrong_device: 'This is another device than the profile expects. Check address and profile.',
    no_sunspec: 'It does not speak SunSpec under this unit id. Switch SunSpec on, or check the unit id.',
    not_json: 'Its answer is not JSON. Check path and port.',
    too_large: 'Its answer is too large to be read.',
    too_deep: 'Its answer is nested too deeply to be read.',
    http_status: 'It answered with an error. Check path and profile.',
    unauthorized: 'It refuses the password or token. Enter it again with setup.',
    certificate:
      'Its certificate is another one than at the setup. If you know why, run setup again; nothing was told to it.',
    silent: 'It says nothing. Check topics or entities, and whether it publishes at all.',
    gone: 'It says of itself that it is not running.',
    formula: 'A formula of its profile cannot be evaluated.',
    option: 'An option of its profile is missing or impossible. Run setup again.',
  },
}
