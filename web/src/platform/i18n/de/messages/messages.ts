import type { CatalogueEntry } from '@kellersonne/core/messages/messages'

export const messages = {
  title: 'Meldungen',
  all: 'Alle Meldungen',
  filter: 'Meldungen auswählen',
  which: 'Stand',
  any: 'Alle',
  open: 'Offen',
  notOpen: 'Nicht offen',
  severity: 'Art',
  anySeverity: 'Alle Arten',
  danger: 'Dringend',
  warn: 'Achtung',
  info: 'Hinweis',
  column: {
    time: 'Zeitpunkt',
    system: 'System',
    code: 'Code',
    meaning: 'Bedeutung',
    lasted: 'Dauer',
    state: 'Stand',
  },
  pages: 'Seiten der Meldungen',
  page: 'Seite {{page}}',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  range: '{{first}}–{{last}} von {{total}}',
  cut: 'Durchblättern lassen sich nur die ersten {{most}}. Eine engere Auswahl zeigt auch ältere.',
  never: 'Bisher gab es keine Meldungen.',
  nothingFits: 'Keine Meldung passt zu dieser Auswahl.',
  showAll: 'Alle Meldungen zeigen',
  failed: 'Die Meldungen lassen sich gerade nicht laden.',
  loading: 'Meldungen werden geladen.',
  meaning: 'Was das bedeutet',
  effect: 'Was daraus folgt',
  advice: 'Was Sie tun können',
  help: 'Wann Sie Hilfe rufen sollten',
  whatNow: 'Was jetzt?',
  overNow: 'Diese Meldung besteht inzwischen nicht mehr.',
  openAgain: 'Diese Meldung ist wieder da.',
  fact: {
    system: 'System',
    state: 'Stand',
    since: 'Seit',
    from: 'Begonnen',
    until: 'Bis',
    lasted: 'Dauer',
    count: 'Wie oft',
    code: 'Code am Gerät',
  },
  named: '{{name}} · Seriennummer {{sn}}',
  beforeYours: 'schon bevor der Speicher zu Ihrem Konto gehörte',
  once: 'einmal',
  about: {
    relay: {
      meaning:
        'Ein Schalter im Speicher, das Netzrelais, verbindet ihn mit dem Stromnetz. Er hat nicht so geschaltet, wie er sollte.',
      effect: 'Der Speicher bleibt zur Sicherheit angehalten: Er lädt und entlädt nicht.',
      advice:
        'Lassen Sie den Hauptschalter eingeschaltet und öffnen Sie das Gerät nicht. Selbst beheben lässt sich das meist nicht.',
      help: 'Rufen Sie den Kundendienst bald an und nennen Sie die Seriennummer, auch wenn die Meldung von selbst verschwindet und wiederkommt.',
    },
    i: {
      meaning: 'Der Speicher hat mehr Strom gemessen, als er auf Dauer verträgt.',
      effect: 'Er lädt und entlädt nicht, bis der Strom wieder im erlaubten Bereich liegt.',
      advice: 'Schalten Sie große Verbraucher aus, zum Beispiel Herd, Trockner oder Heizstab.',
      help: 'Bleibt die Meldung länger als 15 Minuten oder kommt sie oft wieder, rufen Sie den Kundendienst an.',
    },
    i2: {
      meaning: 'Der Strom war weit höher als erlaubt. Das ist die stärkste der drei Stufen von Überstrom.',
      effect: 'Der Speicher hat zum Schutz angehalten: Er lädt und entlädt nicht.',
      advice:
        'Schalten Sie große Verbraucher aus, zum Beispiel Herd, Trockner oder Heizstab, und lassen Sie den Hauptschalter eingeschaltet.',
      help: 'Bleibt die Meldung länger als 15 Minuten oder kommt sie wieder, rufen Sie den Kundendienst an.',
    },
    i1: {
      meaning: 'Der Strom war etwas höher als vorgesehen. Das ist die leichteste Stufe von Überstrom.',
      effect: 'Der Speicher arbeitet weiter, liefert aber womöglich weniger.',
      advice: 'Schalten Sie große Verbraucher nacheinander statt gleichzeitig ein.',
      help: 'Kommt die Meldung jeden Tag, sprechen Sie mit dem Kundendienst oder Ihrer Elektrofachkraft.',
    },
    hw: {
      meaning: 'Der Speicher hat bei der Überwachung seiner Bauteile eine Störung gefunden.',
      effect: 'Er hat angehalten: Er lädt und entlädt nicht.',
      advice: 'Öffnen Sie das Gerät nicht. Selbst beheben lässt sich das nicht.',
      help: 'Rufen Sie den Kundendienst an und nennen Sie die Seriennummer.',
    },
    bat: {
      meaning:
        'Die Batterie überwacht ihre Zellen selbst und hat einen Fehler gemeldet. Oft steht daneben eine Nummer, die ihn genauer nennt.',
      effect: 'Der Speicher hat angehalten: Er lädt und entlädt nicht.',
      advice:
        'Öffnen Sie das Gerät nicht und lassen Sie den Hauptschalter eingeschaltet, damit die Batterie überwacht bleibt.',
      help: 'Rufen Sie den Kundendienst an. Riecht es verbrannt, wird das Gerät sehr heiß oder raucht es: Halten Sie Abstand und rufen Sie die Feuerwehr unter 112.',
    },
    u: {
      meaning: 'Die Spannung des Stromnetzes war zu hoch oder zu niedrig. Die Ursache liegt meist im Netz.',
      effect: 'Der Speicher wartet, bis die Spannung wieder stimmt. So lange lädt und entlädt er nicht.',
      advice: 'Sie müssen nichts tun. Meist ist es nach kurzer Zeit vorbei.',
      help: 'Tritt es mehrmals in der Woche auf oder dauert es länger als eine Stunde, fragen Sie Ihren Netzbetreiber oder Ihre Elektrofachkraft.',
    },
    sv: {
      meaning: 'Die Spannung, mit der die Steuerung des Speichers arbeitet, stimmt nicht.',
      effect: 'Der Speicher hat angehalten: Er lädt und entlädt nicht.',
      advice:
        'Warten Sie 15 Minuten. Bleibt die Meldung, schalten Sie den Hauptschalter aus und nach einer Minute wieder ein.',
      help: 'Hilft das nicht oder kommt die Meldung wieder, rufen Sie den Kundendienst an.',
    },
    na_schutz: {
      meaning:
        'Der Netz- und Anlagenschutz, kurz NA-Schutz, trennt den Speicher, sobald Spannung oder Frequenz des Netzes nicht stimmen. Das ist vorgeschrieben.',
      effect: 'Der Speicher ist vom Netz getrennt und verbindet sich von selbst wieder.',
      advice: 'Sie müssen nichts tun.',
      help: 'Dauert es länger als eine Stunde, während Sie Strom haben, oder kommt es oft wieder, rufen Sie den Kundendienst an.',
    },
    sm1: {
      meaning: 'Der Speicher hat sich vorsorglich in die erste seiner zwei Schutzstufen geschaltet.',
      effect: 'Er lädt und entlädt nicht, bis die Ursache behoben ist.',
      advice:
        'Lassen Sie den Hauptschalter eingeschaltet. Sehen Sie nach, ob eine weitere Meldung die Ursache nennt.',
      help: 'Bleibt die Meldung länger als 15 Minuten, rufen Sie den Kundendienst an.',
    },
    sm2: {
      meaning: 'Der Speicher hat sich in die zweite, strengere seiner zwei Schutzstufen geschaltet.',
      effect: 'Er lädt und entlädt nicht, bis die Ursache behoben ist.',
      advice:
        'Lassen Sie den Hauptschalter eingeschaltet. Sehen Sie nach, ob eine weitere Meldung die Ursache nennt.',
      help: 'Rufen Sie den Kundendienst an und nennen Sie die Seriennummer.',
    },
    wait60: {
      meaning:
        'Nach dem Einschalten oder einer Störung im Netz beobachtet der Speicher das Netz 60 Sekunden lang, bevor er sich verbindet.',
      effect: 'So lange lädt und entlädt er nicht. Danach verbindet er sich von selbst.',
      advice: 'Sie müssen nichts tun.',
      help: 'Steht der Hinweis länger als 15 Minuten da, rufen Sie den Kundendienst an.',
    },
    sm_test: {
      meaning:
        'Der Speicher prüft seine Schutzeinrichtungen. Das macht er von Zeit zu Zeit und auf Ihren Wunsch.',
      effect: 'Solange kann die Leistung schwanken.',
      advice: 'Sie müssen nichts tun.',
      help: 'Steht der Hinweis länger als 15 Minuten da, rufen Sie den Kundendienst an.',
    },
    m: {
      meaning: 'Der Speicher gibt einen Hinweis, den er nicht näher bezeichnet.',
      effect: 'Der Speicher arbeitet weiter.',
      advice: 'Sie müssen nichts tun.',
      help: 'Nur wenn Ihnen etwas am Speicher auffällt: Sprechen Sie dann mit dem Kundendienst.',
    },
    ein: {
      meaning: 'Das ist ein Zustand und keine Störung: Der Speicher ist eingeschaltet.',
      effect: 'Er lädt und entlädt nach Bedarf.',
      advice: 'Sie müssen nichts tun.',
      help: 'Dazu brauchen Sie keine Hilfe.',
    },
    aus: {
      meaning: 'Das ist ein Zustand und keine Störung: Der Speicher ist ausgeschaltet.',
      effect: 'Er lädt und entlädt nicht.',
      advice: 'Schalten Sie ihn ein, wenn er arbeiten soll: hier unter Batterien oder am Gerät.',
      help: 'Lässt er sich nicht einschalten, rufen Sie den Kundendienst an.',
    },
    other: {
      meaning: 'Der Speicher meldet den Code „{{code}}“. Das Portal kennt seine Bedeutung nicht.',
      effect: 'Was daraus folgt, wissen wir nicht. Ob der Speicher arbeitet, sehen Sie in der Übersicht.',
      advice: 'Notieren Sie den Code und lassen Sie den Hauptschalter eingeschaltet.',
      help: 'Bleibt die Meldung länger als 15 Minuten, nennen Sie dem Kundendienst den Code „{{code}}“.',
    },
    battery: {
      meaning:
        'Die Batterie meldet einen Fehler mit der Nummer {{code}}. Was die Nummer bedeutet, weiß der Kundendienst.',
      effect: 'Der Speicher schützt sich selbst und kann deshalb anhalten.',
      advice: 'Öffnen Sie das Gerät nicht und lassen Sie den Hauptschalter eingeschaltet.',
      help: 'Bleibt die Meldung länger als 15 Minuten, nennen Sie dem Kundendienst die Nummer {{code}}. Riecht es verbrannt, wird das Gerät sehr heiß oder raucht es: Halten Sie Abstand und rufen Sie die Feuerwehr unter 112.',
    },
  } satisfies Record<CatalogueEntry, object>,
}
