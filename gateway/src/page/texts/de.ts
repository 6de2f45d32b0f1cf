import type { Texts } from './en.ts'

export const de: Texts = {
  language: 'de',
  title: 'Kellersonne-Gateway',
  refreshed: (time) => `Stand ${time}`,
  portal: {
    up: 'Mit dem Portal verbunden.',
    down: 'Noch nicht mit dem Portal verbunden.',
    signed_out:
      'Das Portal weist dieses Gateway ab: Das Geheimnis ist falsch, oder es wurde gesperrt. Mit einem Code aus dem Portal neu anmelden.',
    unreachable: 'Das Portal ist nicht erreichbar. Internetverbindung prüfen; die Messungen warten so lange.',
    certificate:
      'Das Zertifikat des Portals ist nicht das erwartete. broker_url und broker_certificate prüfen; gesendet wird nichts.',
    replaced:
      'Ein anderes Gateway meldet sich immer wieder als dieselbe Anlage an. Eines der beiden anhalten oder neu anmelden.',
  },
  waiting: (readings) =>
    `${readings} ${readings === 1 ? 'Messung wartet' : 'Messungen warten'} auf das Senden.`,
  nothingWaits: 'Alles ist gesendet.',
  lost: (readings) => `${readings} Messungen wurden ausgedünnt oder verworfen, weil zu viele warten mussten.`,
  diskFull:
    'Messungen lassen sich nicht auf die Platte schreiben. Platz schaffen; bis dahin stehen sie nur im Arbeitsspeicher.',
  clock:
    'Die Uhr dieses Rechners geht falsch. Bis sie stimmt, entstehen keine Messungen: die Uhrzeit prüfen (NTP).',
  system: 'Anlage',
  devices: 'Geräte',
  measure: {
    grid_w: 'Netz (+ Bezug)',
    pv_w: 'PV',
    battery_w: 'Batterie (+ Entladen)',
    soc: 'Ladestand',
    grid_v: 'Netzspannung',
    output_w: 'Ausgang',
    pv_wh: 'PV-Zähler',
    import_wh: 'Bezugszähler',
    feed_in_wh: 'Einspeisezähler',
    charge_wh: 'Ladezähler',
    discharge_wh: 'Entladezähler',
    capacity_wh: 'Kapazität',
    soh: 'Gesundheitszustand',
    battery_temperature: 'Batterietemperatur',
    inverter_temperature: 'Wechselrichtertemperatur',
  },
  columns: { measure: 'Größe', value: 'Wert', from: 'Von', age: 'Alter', raw: 'Wörtlich', field: 'Feld' },
  summed: 'vom Gateway aus der Leistung summiert',
  unverified: 'nicht durch zwei Quellen bestätigt',
  unverifiedList: (measures) =>
    `Nicht durch zwei Quellen bestätigt: ${measures}. Mit der Anzeige des Geräts vergleichen.`,
  neverAnswered: 'hat noch nicht geantwortet',
  answered: (seconds) => `hat vor ${seconds} s geantwortet`,
  lastWords: 'Was es zuletzt sagte',
  seconds: (seconds) => `${seconds} s`,
  signs: {
    right: 'Die Vorzeichen von Netz und Batterie passen.',
    open: 'Ob die Vorzeichen von Netz und Batterie passen, ist noch nicht bekannt.',
    wrong: 'Die Vorzeichen von Netz und Batterie passen nicht: Das Haus würde Strom erzeugen.',
  },
  signFix: (measures) => `Nur so passt es: ${measures} umkehren („invert“ in den Einstellungen).`,
  signUnclear: 'Welches von beiden verkehrt ist, ist nicht klar. Mit der Anzeige des Geräts vergleichen.',
  heldBack: (times) =>
    `Ein Ladestand wurde ${times}-mal zurückgehalten: Er sprang schneller, als die Leistung erlaubt.`,
  noValues: 'Zurzeit ist nichts bekannt.',
  fault: {
    unreachable:
      'Es ist nicht erreichbar. Ist es eingeschaltet und in diesem Netz? Hat sich die Adresse geändert, im Router eine feste vergeben.',
    refused:
      'Es ist da, nimmt aber keine Verbindung an. Den Zugang (Modbus TCP, API, MQTT) am Gerät einschalten und den Port prüfen.',
    timeout: 'Es hat nicht rechtzeitig geantwortet. Hält ein anderes Programm seine einzige Verbindung?',
    closed:
      'Es hat die Verbindung beendet. Viele Geräte erlauben nur eine: andere Programme beenden, die es lesen.',
    wrong_unit: 'Unter dieser Gerätenummer antwortet nichts. „unit“ in den Einstellungen prüfen.',
    exception:
      'Es verweigert das Lesen. Profil und Gerätenummer prüfen; manche Geräte tun das, während sie starten oder sich aktualisieren.',
    half_answer: 'Es hat mit weniger oder anderen Bytes geantwortet als gefragt. Ist es das richtige Profil?',
    wrong_device: 'Das ist ein anderes Gerät, als das Profil erwartet. Adresse und Profil prüfen.',
    no_sunspec:
      'Unter dieser Gerätenummer spricht es kein SunSpec. SunSpec einschalten oder die Nummer prüfen.',
    not_json: 'Die Antwort ist kein JSON. Pfad und Port prüfen.',
    too_large: 'Die Antwort ist zu groß, um gelesen zu werden.',
    too_deep: 'Die Antwort ist zu tief verschachtelt, um gelesen zu werden.',
    http_status: 'Es hat mit einem Fehler geantwortet. Pfad und Profil prüfen.',
    unauthorized: 'Es lehnt Kennwort oder Token ab. Beides mit setup neu eingeben.',
    certificate:
      'Das Zertifikat ist ein anderes als beim Einrichten. Ist der Grund bekannt, setup neu ausführen; gesagt wurde ihm nichts.',
    silent: 'Es sagt nichts. Topics oder Entitäten prüfen, und ob es überhaupt etwas veröffentlicht.',
    gone: 'Es sagt von sich, dass es nicht läuft.',
    formula: 'Eine Formel des Profils lässt sich nicht auswerten.',
    option: 'Eine Option des Profils fehlt oder ist unmöglich. setup neu ausführen.',
  },
}
