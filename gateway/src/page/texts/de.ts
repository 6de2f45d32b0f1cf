import type { Texts } from './en.ts'

export const de: Texts = {
  language: 'de',
  title: 'Kellersonne-Gateway',
  refreshed: (time) => `Stand ${time}`,
  portal: {
    up: 'Mit dem Portal verbunden.',
    down: 'Noch nicht mit dem Portal verbunden.',
    signed_out:
      'Das Portal weist dieses Gateway ab: Sein Zugangsschlüssel ist falsch, oder das Gateway wurde gesperrt. Mit einem Code aus dem Portal neu koppeln.',
    unreachable:
      'Das Portal ist nicht erreichbar. Internetverbindung prüfen; bis dahin werden die Messwerte aufbewahrt.',
    certificate:
      'Das Zertifikat des Portals ist nicht das erwartete, deshalb wird nichts gesendet. broker_url und broker_certificate prüfen.',
    replaced:
      'Ein anderes Gateway meldet sich immer wieder als dieselbe Anlage an. Eines der beiden anhalten oder neu koppeln.',
  },
  waiting: (readings) =>
    `${readings} ${readings === 1 ? 'Messung wurde' : 'Messungen wurden'} noch nicht gesendet.`,
  nothingWaits: 'Alles wurde gesendet.',
  lost: (readings) =>
    `${readings} ${readings === 1 ? 'Messung wurde' : 'Messungen wurden'} ausgedünnt oder verworfen, weil sich zu viele angesammelt hatten.`,
  diskFull:
    'Messungen lassen sich nicht auf den Datenträger schreiben. Platz schaffen; bis dahin bleiben sie nur im Arbeitsspeicher.',
  clock:
    'Die Uhr dieses Rechners geht falsch. Bis sie stimmt, wird nicht gemessen: die Uhrzeit prüfen (NTP).',
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
    soh: 'Batteriezustand (SoH)',
    battery_temperature: 'Batterietemperatur',
    inverter_temperature: 'Wechselrichtertemperatur',
  },
  columns: { measure: 'Größe', value: 'Wert', from: 'Von', age: 'Alter', raw: 'Rohwert', field: 'Feld' },
  summed: 'vom Gateway aus der Leistung berechnet',
  unverified: 'nicht durch zwei Quellen bestätigt',
  unverifiedList: (measures) =>
    `Nicht durch zwei Quellen bestätigt: ${measures}. Mit der Anzeige des Geräts vergleichen.`,
  neverAnswered: 'hat noch nicht geantwortet',
  answered: (seconds) => `hat vor ${seconds} s geantwortet`,
  lastRaw: 'Letzte Rohwerte',
  seconds: (seconds) => `${seconds} s`,
  signs: {
    right: 'Die Vorzeichen von Netz und Batterie stimmen.',
    open: 'Ob die Vorzeichen von Netz und Batterie stimmen, ist noch nicht bekannt.',
    wrong: 'Die Vorzeichen von Netz und Batterie können nicht stimmen: Das Haus würde Strom erzeugen.',
  },
  signFix: (measures) => `Möglich ist nur: ${measures} umkehren („invert“ in den Einstellungen).`,
  signUnclear: 'Welches der beiden falsch ist, steht nicht fest. Mit der Anzeige des Geräts vergleichen.',
  heldBack: (times) =>
    `Ein Ladestand wurde ${times}-mal nicht gesendet: Er änderte sich schneller, als es bei dieser Leistung möglich ist.`,
  noValues: 'Zurzeit ist nichts bekannt.',
  fault: {
    unreachable:
      'Es ist nicht erreichbar. Ist es eingeschaltet und in diesem Netz? Falls sich seine Adresse geändert hat: im Router eine feste vergeben.',
    refused:
      'Es ist da, nimmt aber keine Verbindung an. Den Zugang (Modbus TCP, API, MQTT) am Gerät einschalten und den Port prüfen.',
    timeout: 'Es hat nicht rechtzeitig geantwortet. Belegt ein anderes Programm seine einzige Verbindung?',
    closed:
      'Es hat die Verbindung beendet. Viele Geräte erlauben nur eine: andere Programme beenden, die es auslesen.',
    wrong_unit: 'Unter dieser Gerätenummer antwortet nichts. „unit“ in den Einstellungen prüfen.',
    exception:
      'Es lässt sich nicht auslesen. Profil und Gerätenummer prüfen; bei manchen Geräten ist das so, während sie starten oder sich aktualisieren.',
    half_answer: 'Es hat mit zu wenigen oder anderen Bytes geantwortet. Ist es das richtige Profil?',
    wrong_device: 'Das ist ein anderes Gerät, als das Profil erwartet. Adresse und Profil prüfen.',
    no_sunspec:
      'Unter dieser Gerätenummer unterstützt es SunSpec nicht. SunSpec einschalten oder die Nummer prüfen.',
    not_json: 'Die Antwort ist kein JSON. Pfad und Port prüfen.',
    too_large: 'Die Antwort ist zu groß, um gelesen zu werden.',
    too_deep: 'Die Antwort ist zu tief verschachtelt, um gelesen zu werden.',
    flood:
      'Es sendet schneller als jedes Gerät seiner Art. Die Verbindung wurde deshalb beendet und wird von selbst wieder versucht. Das Gerät neu starten; hilft das nicht, es aus den Einstellungen nehmen.',
    http_status: 'Es hat mit einem Fehler geantwortet. Pfad und Profil prüfen.',
    unauthorized: 'Es lehnt Kennwort oder Token ab. setup neu ausführen und ein anderes eingeben.',
    certificate:
      'Sein Zertifikat ist nicht mehr dasselbe wie beim Einrichten, deshalb wurde nichts an das Gerät gesendet. Falls der Grund bekannt ist: setup neu ausführen.',
    several:
      'Mehrere Zähler senden. Tragen Sie die Seriennummer des richtigen in den Einstellungen ein („serial“).',
    silent: 'Es sendet nichts. Topics oder Entitäten prüfen, und ob es überhaupt etwas veröffentlicht.',
    gone: 'Es meldet, dass es nicht läuft.',
    formula: 'Eine Formel des Profils lässt sich nicht auswerten.',
    option: 'Eine Option des Profils fehlt oder ist ungültig. setup neu ausführen.',
  },
}
