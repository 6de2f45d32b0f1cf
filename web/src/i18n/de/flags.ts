/** What each flag says in plain words: what happened, what follows, what to do. */
export const flags = {
  relay: {
    text: 'Das Netzrelais hat nicht geschaltet.',
    effect: 'Der Speicher bleibt vom Netz getrennt. Ihr Haus läuft über das Netz weiter.',
    advice: 'Lassen Sie den Hauptschalter eingeschaltet und rufen Sie den Kundendienst an.',
  },
  i: {
    text: 'Der Strom ist zu hoch.',
    effect: 'Der Speicher lädt und entlädt nicht, bis der Strom wieder im erlaubten Bereich liegt.',
    advice:
      'Schalten Sie große Verbraucher aus. Bleibt die Meldung länger als 15 Minuten, rufen Sie den Kundendienst an.',
  },
  i2: {
    text: 'Starker Überstrom erkannt.',
    effect: 'Der Speicher hat zum Schutz angehalten: Er lädt und entlädt nicht.',
    advice:
      'Schalten Sie große Verbraucher aus. Bleibt die Meldung länger als 15 Minuten, rufen Sie den Kundendienst an.',
  },
  i1: {
    text: 'Überstrom erkannt.',
    effect: 'Der Speicher arbeitet mit begrenzter Leistung weiter.',
    advice: 'Schalten Sie große Verbraucher nacheinander statt gleichzeitig ein.',
  },
  hw: {
    text: 'Ein Bauteil des Speichers ist gestört.',
    effect: 'Der Speicher hat angehalten: Er lädt und entlädt nicht.',
    advice: 'Rufen Sie den Kundendienst an und nennen Sie die Seriennummer.',
  },
  bat: {
    text: 'Die Batterie meldet einen Fehler.',
    effect: 'Der Speicher hat angehalten: Er lädt und entlädt nicht.',
    advice: 'Öffnen Sie das Gerät nicht. Rufen Sie den Kundendienst an.',
  },
  u: {
    text: 'Die Netzspannung liegt außerhalb des erlaubten Bereichs.',
    effect: 'Der Speicher wartet, bis die Spannung wieder stimmt.',
    advice: 'Meist ist das nach kurzer Zeit vorbei. Tritt es öfter auf, fragen Sie Ihren Netzbetreiber.',
  },
  sv: {
    text: 'Die Versorgungsspannung der Steuerung ist gestört.',
    effect: 'Der Speicher hat angehalten: Er lädt und entlädt nicht.',
    advice:
      'Schalten Sie den Hauptschalter aus und nach einer Minute wieder ein. Hilft das nicht, rufen Sie den Kundendienst an.',
  },
  na_schutz: {
    text: 'Der Netz- und Anlagenschutz hat abgeschaltet.',
    effect: 'Der Speicher ist vom Netz getrennt und verbindet sich von selbst wieder.',
    advice: 'Sie müssen nichts tun. Dauert es länger als eine Stunde, rufen Sie den Kundendienst an.',
  },
  sm1: {
    text: 'Der Speicher ist im Sicherheitsmodus 1.',
    effect: 'Er lädt und entlädt nicht, bis die Ursache behoben ist.',
    advice:
      'Lassen Sie den Hauptschalter eingeschaltet. Bleibt die Meldung länger als 15 Minuten, rufen Sie den Kundendienst an.',
  },
  sm2: {
    text: 'Der Speicher ist im Sicherheitsmodus 2.',
    effect: 'Er lädt und entlädt nicht, bis die Ursache behoben ist.',
    advice: 'Rufen Sie den Kundendienst an und nennen Sie die Seriennummer.',
  },
  wait60: {
    text: 'Der Speicher wartet 60 Sekunden.',
    effect: 'Danach verbindet er sich wieder mit dem Netz.',
    advice: 'Sie müssen nichts tun.',
  },
  sm_test: {
    text: 'Der Speicher prüft sich selbst.',
    effect: 'Solange kann die Leistung schwanken.',
    advice: 'Sie müssen nichts tun.',
  },
  m: {
    text: 'Allgemeine Meldung des Speichers.',
    effect: 'Der Speicher arbeitet weiter.',
    advice: 'Sie müssen nichts tun.',
  },
  ein: {
    text: 'Der Speicher ist eingeschaltet.',
    effect: 'Er lädt und entlädt nach Bedarf.',
    advice: 'Sie müssen nichts tun.',
  },
  aus: {
    text: 'Der Speicher ist ausgeschaltet.',
    effect: 'Er lädt und entlädt nicht.',
    advice: 'Schalten Sie den Hauptschalter ein, wenn der Speicher arbeiten soll.',
  },
  other: {
    text: 'Der Speicher meldet den Code {{code}}.',
    effect: 'Was er bedeutet, weiß der Kundendienst.',
    advice: 'Notieren Sie den Code. Bleibt er länger als 15 Minuten, rufen Sie den Kundendienst an.',
  },
  battery: {
    text: 'Die Batterie meldet den Fehler {{code}}.',
    effect: 'Der Speicher schützt sich selbst und kann anhalten.',
    advice: 'Öffnen Sie das Gerät nicht. Nennen Sie dem Kundendienst diese Nummer.',
  },
}
