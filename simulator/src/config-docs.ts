import type { schema } from './config.ts'

type VariableDoc = { readonly rule: string; readonly what: string; readonly fallback?: string }

/** Describes every variable, in the order of the reference. */
export const configDocs: Readonly<Record<keyof typeof schema.shape, VariableDoc>> = {
  SIMULATOR_PORT: { rule: 'port', what: 'Port of the front panels.' },
  MAILBOX_PORT: { rule: 'port, 0 = none', what: "The demo's mail server, on this machine alone." },
  SIMULATOR_HOST: { rule: 'address', what: 'Address that the front panels listen on.' },
  BROKER_URL: {
    rule: '`mqtt://…` or `mqtts://…`',
    what: 'Broker that the units connect to; set by `npm start`.',
  },
  UPDATES_URL: {
    rule: '`http://…` or `https://…`',
    what: 'Update service that the units poll; set by `npm start`.',
  },
  DOWNLOAD_BYTES_PER_S: {
    rule: 'bytes a second, 1000 to 10⁹',
    what: 'Download speed of each unit: slow enough to watch.',
  },
  POLL_MS: {
    rule: 'ms, 100 to 600 000',
    what: 'Polling interval of a unit in update mode, unless the update service asks for a shorter one.',
  },
  INSTALL_MS: { rule: 'ms, 0 to 600 000', what: 'Installation time of a chip.' },
  UNITS_FILE: {
    rule: 'file (JSON)',
    what: '`[{"sn", "phase", "secret", "code"?, "versions"?, "firmwareKey"?}]`; the simulator waits for the file. Set by `npm start`.',
    fallback: '`./data/demo-units.json`',
  },
  STATE_DIR: {
    rule: 'folder',
    what: "The units' persistent state. Set by `npm start`.",
    fallback: '`./data/simulator`',
  },
  SEED: { rule: 'whole number', what: 'Random seed of the simulated household and weather.' },
  LATITUDE: { rule: 'degrees north', what: 'Location of the household.' },
  LONGITUDE: { rule: 'degrees east', what: 'Location of the household.' },
  TIME_ZONE: { rule: 'time zone (IANA)', what: 'Time zone of the household.' },
  INTERVAL_MS: { rule: 'ms, 100 to 3 600 000', what: 'Interval between readings.' },
  HISTORY_DAYS: {
    rule: 'days, 0 to 399',
    what: 'How many days of readings units backfill for the time they were not running.',
  },
  FIRST_MESSAGE: {
    rule: '`SN:CODE`; empty = none',
    what: 'Message that a unit reports from its very first start until somebody resolves it on its front panel.',
    fallback: '`1003:i1`',
  },
  REPLAY_FILE: {
    rule: 'file (CSV, CSV gzipped)',
    what: 'Recorded household instead of the simulated one.',
  },
}
