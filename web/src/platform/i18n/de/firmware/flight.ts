import { storage } from '../live/storage.ts'

/** Texts of the update wizard's progress: its steps, the choice and the checks before the start. */
export const flight = {
  steps: 'Schritte',
  stepDone: 'erledigt',
  gauge: {
    waiting: 'wartet, {{percent}}',
    failed: 'unterbrochen',
    unknown: 'nicht bekannt',
  },
  choice: {
    label: 'Speicher',
    update: 'Update',
    waiting: 'Update wartet',
    running: 'Update läuft',
    parts_one: 'Update in {{count}} Teil',
    parts_other: 'Update in {{count}} Teilen',
    current: 'aktuell',
    noVersion: 'Version unbekannt',
    nothing: 'kein Update verfügbar',
  },
  table: {
    title: 'Aktuelle Versionen',
    name: 'Speicher',
    sn: 'Seriennummer',
    state: 'Zustand',
    versions: 'Version',
    none: 'unbekannt',
  },
  storage,
  checks: {
    title: 'Vor dem Start',
    ready: 'Alles bereit',
    notReady: 'Noch nicht alles bereit',
    online: {
      yes: '{{name}} ist online.',
      no: '{{name}} ist nicht online.',
      noDo: 'Prüfen Sie die Internetverbindung am Gerät. Ohne sie kann {{name}} nichts laden.',
    },
    switched_off: {
      yes: '{{name}} ist ausgeschaltet.',
      no: '{{name}} ist noch eingeschaltet.',
      noDo: 'Stellen Sie den Hauptschalter am Gehäuse auf 0.',
      unknown: 'Ob {{name}} ausgeschaltet ist, ist nicht bekannt.',
      unknownDo: 'Sehen Sie am Gehäuse nach: Der Hauptschalter muss auf 0 stehen.',
    },
    update_mode: {
      yes: 'Display zeigt Update-Modus: gesehen',
      no: 'Display zeigt Update-Modus: noch nicht gesehen',
      noDo: 'Das Display wechselt kurz nach dem Ausschalten. Tut es das nicht, schalten Sie {{name}} noch einmal ein und aus.',
      unknown: 'Display zeigt Update-Modus: nicht bekannt',
      unknownDo: 'Sehen Sie auf das Display von {{name}}.',
    },
    charged: {
      yes: 'Die Ladung reicht.',
      no: 'Die Ladung reicht nicht.',
      noDo: 'Nötig sind {{enough}}. Schalten Sie {{name}} ein, bis er so weit geladen ist.',
      unknown: 'Wie voll {{name}} ist, ist nicht bekannt.',
      unknownDo: 'Sein Display zeigt es. Nötig sind {{enough}}.',
    },
  },
  plan: {
    title: 'Das wird installiert',
    none: 'Zurzeit gibt es nichts zu installieren.',
    notes: 'Neu in {{version}}',
    changes: 'Was sich für Sie ändert',
    noChanges: 'Für Sie ändert sich nichts.',
    usual: 'Dauert meist rund {{time}}, nach {{count}} abgeschlossenen Updates.',
    tooFew: 'Wie lange es meist dauert, können wir noch nicht sagen: Zu wenige haben es schon hinter sich.',
  },
}
