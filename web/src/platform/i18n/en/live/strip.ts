/** The strip of more systems than fit into the drawing (DSH-13). */
export const strip = {
  label: 'All systems',
  count: '{{count}} systems',
  unknownCharge: 'state of charge unknown',
  state: {
    never: 'no data yet',
    silent: 'no data',
    off: 'switched off',
    stopped: 'stopped',
    waits: 'waiting',
    tests: 'testing itself',
    standby: 'standby',
    calibrates: 'calibrating',
    floats: 'float charge',
    charges: 'charging',
    discharges: 'discharging',
    full: 'full',
    empty: 'empty',
    idle: 'idle',
    unknown: 'unclear',
  },
}
