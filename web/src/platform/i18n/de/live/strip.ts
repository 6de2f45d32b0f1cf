/** The strip of more systems than fit into the drawing (DSH-13). */
export const strip = {
  label: 'Alle Speicher',
  count: '{{count}} Speicher',
  unknownCharge: 'Ladezustand unbekannt',
  state: {
    never: 'noch keine Daten',
    silent: 'keine Daten',
    off: 'ausgeschaltet',
    stopped: 'angehalten',
    waits: 'wartet',
    tests: 'prüft sich',
    standby: 'Standby',
    calibrates: 'kalibriert',
    floats: 'Erhaltung',
    charges: 'lädt',
    discharges: 'entlädt',
    full: 'voll',
    empty: 'leer',
    idle: 'ruht',
    unknown: 'unklar',
  },
}
