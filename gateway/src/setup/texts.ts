type Texts = {
  readonly portal: string
  readonly code: string
  readonly paired: (sn: string) => string
  readonly kept: (sn: string) => string
  readonly profiles: string
  readonly choose: string
  readonly host: (profile: string) => string
  readonly name: (usual: string) => string
  readonly unit: (usual: string) => string
  readonly empty: string
  readonly certificate: (fingerprint: string) => string
  readonly trying: string
  readonly read: string
  readonly fits: string
  readonly keep: string
  readonly another: string
  readonly written: (path: string) => string
  readonly notUnderstood: string
  readonly yes: RegExp
}

const en: Texts = {
  portal: 'Address of the portal (https://…): ',
  code: 'Pairing code from the portal: ',
  paired: (sn) => `Paired as system ${sn}.`,
  kept: (sn) => `This gateway is system ${sn} already. To pair it again, use --code.`,
  profiles: 'Which device should be read?',
  choose: 'Number (empty: none): ',
  host: (profile) => `Network address of ${profile}: `,
  name: (usual) => `Name [${usual}]: `,
  unit: (usual) => `Unit id [${usual}]: `,
  empty: 'optional',
  certificate: (fingerprint) =>
    `Its certificate is self-signed: ${fingerprint}. From now on no other is accepted.`,
  trying: 'Reading …',
  read: 'These are its values. Compare them with its display, signs included:',
  fits: 'Names of values with the wrong sign, such as battery_w (empty: all are right): ',
  keep: 'It could not be read. Keep it anyway? [y/N] ',
  another: 'Another device? [y/N] ',
  written: (path) => `Saved: ${path}, readable only by you.`,
  notUnderstood: 'Not understood.',
  yes: /^[yj]/i,
}
const de: Texts = {
  portal: 'Adresse des Portals (https://…): ',
  code: 'Kopplungscode aus dem Portal: ',
  paired: (sn) => `Gekoppelt als Anlage ${sn}.`,
  kept: (sn) => `Dieses Gateway ist schon Anlage ${sn}. Mit --code lässt es sich neu koppeln.`,
  profiles: 'Welches Gerät soll ausgelesen werden?',
  choose: 'Nummer (leer: keines): ',
  host: (profile) => `Adresse von ${profile} im Netz: `,
  name: (usual) => `Name [${usual}]: `,
  unit: (usual) => `Gerätenummer [${usual}]: `,
  empty: 'darf leer bleiben',
  certificate: (fingerprint) =>
    `Sein Zertifikat ist selbst signiert: ${fingerprint}. Ab jetzt wird kein anderes angenommen.`,
  trying: 'Gerät wird ausgelesen …',
  read: 'Das sind seine Werte. Bitte mit der Anzeige des Geräts vergleichen, auch die Vorzeichen:',
  fits: 'Namen der Größen mit falschem Vorzeichen, etwa battery_w (leer: alle stimmen): ',
  keep: 'Es ließ sich nicht auslesen. Trotzdem behalten? [j/N] ',
  another: 'Noch ein Gerät? [j/N] ',
  written: (path) => `Gespeichert: ${path}, nur für Sie lesbar.`,
  notUnderstood: 'Nicht verstanden.',
  yes: /^[yj]/i,
}
export type SetupTexts = Texts
export const setupTexts = (language: string): Texts => (language === 'de' ? de : en)
