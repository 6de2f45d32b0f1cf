/** Banners of the dashboard. */
export const banner = {
  fact: '{{code}} an {{names}} ist nicht behoben.',
  several: '{{count}} von {{total}} Speichern',
  stopped_one: '{{names}} lädt und entlädt nicht.',
  stopped_other: '{{names}} laden und entladen nicht.',
  stoppedSince_one: 'Seit {{time}} lädt und entlädt {{names}} nicht.',
  stoppedSince_other: 'Seit {{time}} laden und entladen {{names}} nicht.',
  whatNow: 'Was tun?',
  weather_one: 'Wenig Sonne: {{names}} kann auf 0\u00A0% fallen.',
  weather_other: 'Wenig Sonne: {{names}} können auf 0\u00A0% fallen.',
  emptyAt: 'Erwartet ab etwa {{time}}. Das Ende liegt noch außerhalb der Vorhersage.',
  emptyUntil: 'Erwartet von etwa {{time}} bis etwa {{end}}.',
  floatCharge: 'Die Erhaltungsladung schützt die Batterie: Lassen Sie den Hauptschalter eingeschaltet.',
  why: 'Wie kommt das zustande?',
  signs_one: '{{names}}: Die Vorzeichen von Netz und Batterie passen nicht zusammen.',
  signs_other: '{{names}}: Die Vorzeichen von Netz und Batterie passen nicht zusammen.',
  signFix: {
    grid_w: 'Das Haus würde Strom erzeugen. Es passt, wenn das Gateway die Netzleistung umkehrt.',
    battery_w: 'Das Haus würde Strom erzeugen. Es passt, wenn das Gateway die Batterieleistung umkehrt.',
    'grid_w,battery_w':
      'Das Haus würde Strom erzeugen. Es passt, wenn das Gateway Netz- und Batterieleistung umkehrt.',
    unclear:
      'Das Haus würde Strom erzeugen. Bitte vergleichen Sie die Werte mit der Anzeige Ihrer Geräte und lassen Sie das Gateway die Werte umkehren, deren Vorzeichen abweicht.',
  },
  signsDevice: 'Gerät ansehen',
  jump: {
    pv: '{{name}}: Der PV-Zähler ist gesprungen.',
    import: '{{name}}: Der Bezugszähler ist gesprungen.',
    feedIn: '{{name}}: Der Einspeisezähler ist gesprungen.',
    charge: '{{name}}: Der Ladezähler ist gesprungen.',
    discharge: '{{name}}: Der Entladezähler ist gesprungen.',
  },
  jumpMore:
    'Am {{date}} von {{before}} auf {{after}}. Das ist unplausibel, dieser Anstieg ist nicht mitgezählt.',
  jumpChart: 'Diagramm dieses Tages',
  handover: '{{name}} wird übergeben.',
  handoverMore: 'Jemand hat den Registrierungscode eingegeben. Sie können bis {{time}} widersprechen.',
  unconfirmed: 'Ihre E-Mail-Adresse ist noch nicht bestätigt.',
  unconfirmedMore: 'So können wir Ihnen keinen Link für ein neues Passwort schicken.',
  close: 'Schließen: {{fact}}',
  more: '+{{count}} weitere',
  less: 'Weniger zeigen',
}
