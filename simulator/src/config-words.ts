import type { schema } from './config.ts'

type Words = { readonly rule: string; readonly what: string; readonly fallback?: string }

/** Describes every variable, in the order of the reference. */
export const words: Readonly<Record<keyof typeof schema.shape, Words>> = {
  SIMULATOR_PORT: { rule: 'port', what: 'The front panels.' },
  MAILBOX_PORT: { rule: 'port, 0 = none', what: 'The mail server of the demo, on this machine alone.' },
  SIMULATOR_HOST: { rule: 'address', what: 'Where the front panels listen.' },
  BROKER_URL: {
    rule: '`mqtt://…` or `mqtts://…`',
    what: 'The broker that the units speak to; `npm start` sets it.',
  },
  UPDATES_URL: {
    rule: '`http://…` or `https://…`',
    what: 'Where units look for firmware; `npm start` sets it.',
  },
  DOWNLOAD_BYTES_PER_S: {
    rule: 'bytes a second, 1000 to 10⁹',
    what: 'How fast each unit fetches firmware: slow enough to look at.',
  },
  POLL_MS: {
    rule: 'ms, 100 to 600 000',
    what: 'How often a unit in update mode looks for firmware, unless it is told to do so oftener.',
  },
  INSTALL_MS: { rule: 'ms, 0 to 600 000', what: 'How long a chip takes to be written.' },
  UNITS_FILE: {
    rule: 'file (JSON)',
    what: '`[{"sn", "phase", "secret", "code"?, "versions"?, "firmwareKey"?}]`; waited for. `npm start` sets it.',
    fallback: '`./data/demo-units.json`',
  },
  STATE_DIR: {
    rule: 'folder',
    what: 'What units remember. `npm start` sets it.',
    fallback: '`./data/simulator`',
  },
  SEED: { rule: 'whole number', what: 'Another one is another household and other weather.' },
  LATITUDE: { rule: 'degrees north', what: 'Where the sun shines.' },
  LONGITUDE: { rule: 'degrees east', what: 'Where the sun shines.' },
  TIME_ZONE: { rule: 'time zone (IANA)', what: 'Whose days the household keeps.' },
  INTERVAL_MS: { rule: 'ms, 100 to 3 600 000', what: 'How often units say what they measure.' },
  HISTORY_DAYS: {
    rule: 'days, 0 to 399',
    what: 'How far back units fill in what they measured while not running.',
  },
  REPLAY_FILE: {
    rule: 'file (CSV, CSV gzipped)',
    what: 'A recorded household in place of the modelled one.',
  },
}
