import type { CatalogueEntry } from '@kellersonne/core/messages/messages'

/** Short text of each message; the details are in `messages.about`. */
export const flags = {
  relay: { text: 'Das Netzrelais hat nicht geschaltet.' },
  i: { text: 'Der Strom ist zu hoch.' },
  i2: { text: 'Starker Überstrom erkannt.' },
  i1: { text: 'Überstrom erkannt.' },
  hw: { text: 'Ein Bauteil des Speichers ist gestört.' },
  bat: { text: 'Die Batterie meldet einen Fehler.' },
  u: { text: 'Die Netzspannung liegt außerhalb des erlaubten Bereichs.' },
  sv: { text: 'Die Stromversorgung der Steuerung ist gestört.' },
  na_schutz: { text: 'Der Netz- und Anlagenschutz hat abgeschaltet.' },
  sm1: { text: 'Der Speicher ist im Sicherheitsmodus 1.' },
  sm2: { text: 'Der Speicher ist im Sicherheitsmodus 2.' },
  wait60: { text: 'Der Speicher wartet 60 Sekunden auf das Netz.' },
  sm_test: { text: 'Der Speicher prüft sich selbst.' },
  m: { text: 'Der Speicher hat einen allgemeinen Hinweis.' },
  ein: { text: 'Der Speicher ist eingeschaltet.' },
  aus: { text: 'Der Speicher ist ausgeschaltet.' },
  other: { text: 'Der Speicher meldet den Code „{{code}}“.' },
  battery: { text: 'Die Batterie meldet den Fehler {{code}}.' },
  /** A code that is the unit's own text. */
  quoted: '„{{code}}“',
} satisfies Record<CatalogueEntry, { text: string }> & { quoted: string }
