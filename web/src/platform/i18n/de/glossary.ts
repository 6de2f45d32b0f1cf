/** Glossary texts; the page defines their order. */
export const glossary = {
  title: 'Glossar',
  intro: 'Was die Wörter und Zahlen in diesem Portal bedeuten.',
  search: 'Begriff suchen',
  found_one: '{{count}} Begriff',
  found_other: '{{count}} Begriffe',
  open: 'Öffnen',
  openOf: 'Öffnen: {{name}}',
  none: 'Kein Begriff passt dazu. Suchen Sie nach einem Teil des Wortes, etwa „Netz“.',
  group: {
    power: 'Leistung: was gerade fließt',
    energy: 'Energie: was geflossen ist',
    battery: 'Ihr Speicher',
    forecast: 'Prognosen',
    message: 'Meldungen',
    update: 'Updates',
    account: 'Konto und Anmeldung',
    code: 'Codes am Gerät',
  },
  term: {
    watt: {
      name: 'Watt (W), Kilowatt (kW)',
      text: 'Die Leistung: wie viel Strom in diesem Augenblick fließt. 1\u00A0kW sind 1000\u00A0W. Ein Wasserkocher braucht etwa 2\u00A0kW.',
    },
    grid: {
      name: 'Netzleistung',
      text: 'Was zwischen Haus und Stromnetz fließt. Über null beziehen Sie Strom, unter null speisen Sie ein.',
    },
    pv: {
      name: 'PV-Leistung',
      text: 'Was die Solaranlage liefert. PV steht für Photovoltaik, also Strom aus Licht.',
    },
    battery: {
      name: 'Speicherleistung',
      text: 'Was in die Batterie oder heraus fließt. Unter null lädt sie, über null entlädt sie.',
    },
    house: {
      name: 'Verbrauch',
      text: 'Was im Haus verbraucht wird. Er wird nicht gemessen, sondern berechnet: Netz + PV + Speicher.',
    },
    output: {
      name: 'Gesamtabgabe',
      text: 'Was der Speicher auf seiner Wechselstromseite abgibt, im Gerät auch m8 genannt.',
    },
    voltage: {
      name: 'Netzspannung',
      text: 'Die Spannung des Stromnetzes am Speicher. Üblich sind 207 bis 253\u00A0V.',
    },
    phase: {
      name: 'Phase (L1, L2, L3)',
      text: 'Einer der drei Leiter Ihres Hausanschlusses. Jeder Speicher ist an einen davon angeschlossen.',
    },
    total: {
      name: 'Gesamt',
      text: 'Alle Ihre Speicher zusammen. Leistungen und Energien werden addiert, die Spannung gemittelt, der Ladezustand nach Kapazität gemittelt.',
    },
    wattHour: {
      name: 'Wattstunde (Wh), Kilowattstunde (kWh)',
      text: 'Die Energie: Leistung mal Zeit. 1\u00A0kW eine Stunde lang ist 1\u00A0kWh. Danach rechnet Ihr Stromversorger ab.',
    },
    counter: {
      name: 'Zähler',
      text: 'Der Speicher zählt jede Energie seit seiner Inbetriebnahme. Tageswerte sind Differenzen der Zählerstände; deshalb geht durch eine Funkpause nichts verloren.',
    },
    pvEnergy: { name: 'PV-Ertrag', text: 'Was die Sonne in einem Zeitraum geliefert hat.' },
    importEnergy: {
      name: 'Netzbezug',
      text: 'Was Sie aus dem Stromnetz bezogen haben, auch um den Speicher zu laden.',
    },
    feedInEnergy: { name: 'Einspeisung', text: 'Was Sie ins Stromnetz abgegeben haben.' },
    charged: { name: 'Geladen', text: 'Was in die Batterie geflossen ist.' },
    discharged: {
      name: 'Entladen',
      text: 'Was aus der Batterie geflossen ist. Es ist immer etwas weniger, als geladen wurde: Ein Teil wird zu Wärme.',
    },
    selfSufficiency: {
      name: 'Autarkie',
      text: 'Der Anteil Ihres Verbrauchs, der von der eigenen Sonne kam: direkt oder über den Speicher.',
    },
    selfConsumption: {
      name: 'Eigenverbrauch',
      text: 'Der Anteil des PV-Ertrags, den Sie selbst genutzt haben: im Haus oder im Speicher.',
    },
    quarter: {
      name: 'Viertelstunde',
      text: 'Die feinste Auflösung der Diagramme. Mittelwert, kleinster und größter Wert sind die von 15\u00A0Minuten.',
    },
    soc: {
      name: 'Ladezustand',
      text: 'Wie voll die Batterie ist, in Prozent. Der Speicher misst das selbst.',
    },
    capacity: {
      name: 'Kapazität',
      text: 'Wie viel Energie in die Batterie passt, in kWh.',
    },
    health: {
      name: 'Gesundheit der Batterie',
      text: 'Wie viel von ihrer Kapazität eine Batterie noch hat, geschätzt aus langen Ladungen und Entladungen, mit der Spanne, in der die Wahrheit vermutlich liegt.',
    },
    calibration: {
      name: 'Kalibrierung',
      text: 'Ab und zu lädt der Speicher ganz voll, damit seine Anzeige des Ladezustands stimmt. Die Zahl der Tage sagt, wann das wieder ansteht.',
    },
    floatCharge: {
      name: 'Erhaltungsladung',
      text: 'Das Wenige, das eine leere Batterie aus dem Netz bekommt, damit sie keinen Schaden nimmt. Dafür muss der Hauptschalter eingeschaltet bleiben.',
    },
    status: {
      name: 'Verbunden, Standby, ein, aus',
      text: 'Der Zustand des Speichers. Verbunden: er meldet sich, arbeitet aber nicht. Standby: er wartet. Ein: er arbeitet. Aus: der Hauptschalter steht auf 0.',
    },
    lastOnline: {
      name: 'Zuletzt online',
      text: 'Wann der Speicher zuletzt etwas gemeldet hat. Nach 15\u00A0Minuten ohne Nachricht gelten seine Werte als veraltet; er arbeitet meist trotzdem weiter.',
    },
    gridProtection: {
      name: 'Netzschutz (NA-Schutz)',
      text: 'Der vorgeschriebene Netz- und Anlagenschutz trennt den Speicher vom Netz, wenn Spannung oder Frequenz nicht stimmen, und schaltet ihn von selbst wieder zu.',
    },
    chip: {
      name: 'BMS, Wechselrichter, Gateway',
      text: 'Die Teile des Speichers mit eigener Software: Das Batteriemanagement (BMS) wacht über die Zellen, der Wechselrichter macht aus Gleichstrom Wechselstrom, das Gateway spricht mit dem Internet.',
    },
    energyForecast: {
      name: 'Energieprognose',
      text: 'Was die Sonne heute voraussichtlich insgesamt bringt. Gerechnet wird mit Ihren eigenen Messwerten und, wo es sie gibt, mit einer Wettervorhersage. Welche Regel gerade gilt, steht bei der Prognose.',
    },
    loadForecast: {
      name: 'Lastprognose',
      text: 'Was heute voraussichtlich insgesamt verbraucht wird, nach Ihren eigenen Messwerten.',
    },
    forecastBand: {
      name: 'Spanne der Prognose',
      text: 'Zwischen welchen Werten es voraussichtlich liegt. In acht von zehn Fällen stimmt das, in je einem kommt weniger oder mehr. Ob die Spanne hält, was sie verspricht, steht unter Prognose-Güte.',
    },
    forecastQuality: {
      name: 'Prognose-Güte',
      text: 'Wie oft die Prognose stimmte: der Fehler ihrer Tagessummen, ob sie meist zu viel oder zu wenig erwartet, und ob eine Faustregel so gut gewesen wäre.',
    },
    runway: {
      name: 'Wieder von der Sonne leben',
      text: 'Ab wann die Sonne drei Tage in Folge das Haus und den Eigenbedarf des Speichers deckt, sodass er nicht mehr aus dem Netz erhalten werden muss.',
    },
    place: {
      name: 'Standort',
      text: 'Wo der Speicher steht, auf rund zehn Kilometer. Die Angabe ist freiwillig und dient der Prognose: für Wetter, Stand der Sonne und Feiertage.',
    },
    badWeather: {
      name: 'Schlechtes Wetter',
      text: 'Der Hinweis, dass der Ladezustand mangels Sonne 0\u00A0% erreichen kann. Eine Erhaltungsladung schützt die Batterie; lassen Sie den Hauptschalter eingeschaltet.',
    },
    open: {
      name: 'Offen, behoben',
      text: 'Offen ist eine Meldung, solange der Speicher sie meldet. Behoben ist sie, sobald er es nicht mehr tut.',
    },
    episode: {
      name: 'Wie oft',
      text: 'Eine Meldung, die kurz hintereinander kommt und geht, steht einmal in der Liste, mit der Zahl, wie oft sie kam.',
    },
    command: {
      name: 'Befehl',
      text: 'Was Sie dem Speicher auftragen. Jeder Befehl endet auf genau eine Weise: ausgeführt, abgelehnt, abgelaufen oder ohne Antwort.',
    },
    firmware: {
      name: 'Firmware, Update',
      text: 'Die Software im Speicher selbst. Ein Update ersetzt sie durch eine neuere, die der Betreiber unterschrieben hat; der Speicher prüft die Unterschrift, bevor er sie annimmt.',
    },
    updateMode: {
      name: 'Update-Modus',
      text: 'Zeigt das Display des Speichers, wenn der Hauptschalter aus ist. Nur dann kann ein Update beginnen.',
    },
    receipt: {
      name: 'Beleg',
      text: 'Was nach einem Update festgehalten wird: von welcher auf welche Version, wann, durch wen und mit welcher Prüfsumme.',
    },
    registrationCode: {
      name: 'Registrierungscode',
      text: 'Steht auf dem Aufkleber am Gerät. Mit ihm gehört Ihnen ein freier Speicher sofort; gehört er noch jemand anderem, beginnen Sie mit ihm die Übernahme.',
    },
    serialNumber: {
      name: 'Seriennummer',
      text: 'Der Name des Geräts. Wer einen Speicher nur mit ihr hinzufügt, bestätigt das, indem er ihn aus- und wieder einschaltet.',
    },
  },
}
