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
  kept: (sn) => `This gateway is system ${sn} already. With --code it is paired anew.`,
  profiles: 'Which device is to be read?',
  choose: 'Number (empty: none): ',
  host: (profile) => `Address of ${profile} in the network: `,
  name: (usual) => `Name [${usual}]: `,
  unit: (usual) => `Unit id [${usual}]: `,
  empty: 'may stay empty',
  certificate: (fingerprint) =>
    `Its certificate is its own: ${fingerprint}. It will be the only one that is taken.`,
  trying: 'Reading …',
  read: 'This is what it says. Compare with its own display, also the signs:',
  fits: 'Measures with the wrong sign, by their names, such as battery_w (empty: all fit): ',
  keep: 'It could not be read. Keep it nevertheless? [y/N] ',
  another: 'Another device? [y/N] ',
  written: (path) => `Written: ${path}, readable by you alone.`,
  notUnderstood: 'Not understood.',
  yes: /^[yj]/i,
}
const de: Texts = {
  portal: 'Adresse des Portals (https://…): ',
  code: 'Code aus dem Portal: ',
  paired: (sn) => `Angemeldet als Anlage ${sn}.`,
  kept: (sn) => `Dieses Gateway ist schon Anlage ${sn}. Mit --code wird es neu angemeldet.`,
  profiles: 'Welches Gerät soll gelesen werden?',
  choose: 'Nummer (leer: keines): ',
  host: (profile) => `Adresse von ${profile} im Netz: `,
  name: (usual) => `Name [${usual}]: `,
  unit: (usual) => `Gerätenummer [${usual}]: `,
  empty: 'darf leer bleiben',
  certificate: (fingerprint) =>
    `Es zeigt ein eigenes Zertifikat: ${fingerprint}. Nur dieses wird angenommen.`,
  trying: 'Lese …',
  read: 'Das sagt es. Mit der Anzeige des Geräts vergleichen, auch die Vorzeichen:',
  fits: 'Größen mit falschem Vorzeichen, mit ihren Namen, etwa battery_w (leer: alle passen): ',
  keep: 'Es ließ sich nicht lesen. Trotzdem behalten? [j/N] ',
  another: 'Noch ein Gerät? [j/N] ',
  written: (path) => `Geschrieben: ${path}, nur für dich lesbar.`,
  notUnderstood: 'Nicht verstanden.',
  yes: /^[yj]/i,
}
export type SetupTexts = Texts
export const setupTexts = (language: string): Texts => (language === 'de' ? de : en)
