import { frames } from '../../../platform/mail/frames.ts'
import { systemMails } from './de-systems.ts'
import type { Event } from './event.ts'

type Linked = { readonly provider: string; readonly account?: string | undefined }

export const de = {
  ...frames.de,

  welcome: ({ when }: Event) => ({
    subject: 'Willkommen bei Kellersonne',
    before: [
      `Ihr Konto wurde am ${when} angelegt. Von jetzt an sehen Sie im Portal, was Ihre Sonne im Keller gerade tut.`,
    ],
    button: 'Zum Portal',
    after: [
      'Das waren nicht Sie? Dann hat jemand Ihre E-Mail-Adresse verwendet. Legen Sie auf der Anmeldeseite über „Passwort vergessen?“ ein neues Passwort fest; danach können Sie das Konto löschen.',
    ],
  }),

  registration: ({ when }: Event) => ({
    subject: 'Ihr Konto bei Kellersonne: noch ein Schritt',
    before: [
      `Am ${when} hat sich jemand mit dieser E-Mail-Adresse registriert. Über diesen Link wird daraus Ihr Konto. Er gilt 24 Stunden lang und nur einmal.`,
      'Danach schalten Sie innerhalb von zehn Minuten den Hauptschalter Ihres Speichers aus und wieder ein; ist der Speicher schon aus, schalten Sie ihn zuerst ein. Öffnen Sie den Link also, wenn Sie am Gerät sind.',
    ],
    button: 'Registrierung abschließen',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun: Ohne den Link wird daraus kein Konto.'],
  }),

  registration_own: ({ when }: Event) => ({
    subject: 'Ihr Konto bei Kellersonne: noch ein Schritt',
    before: [
      `Am ${when} hat sich jemand mit dieser E-Mail-Adresse registriert. Über diesen Link wird daraus Ihr Konto. Er gilt 24 Stunden lang und nur einmal.`,
      'Danach erzeugen Sie im Portal einen Kopplungscode und schließen damit Ihre Geräte an.',
    ],
    button: 'Registrierung abschließen',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun: Ohne den Link wird daraus kein Konto.'],
  }),

  registration_unconfirmed: ({ when }: Event) => ({
    subject: 'Ihr Konto bei Kellersonne: noch ein Schritt',
    before: [
      `Am ${when} hat sich jemand mit dieser E-Mail-Adresse registriert. Zu ihr gibt es schon ein Konto, das noch nicht bestätigt ist. Über diesen Link bestätigen Sie es mit seinem Passwort, oder Sie legen ein neues an, wenn es nicht Ihres ist. Er gilt 24 Stunden lang und nur einmal.`,
      'Haben Sie die Seriennummer eines Speichers angegeben, dann schalten Sie danach innerhalb von zehn Minuten seinen Hauptschalter aus und wieder ein; ist der Speicher schon aus, schalten Sie ihn zuerst ein. Öffnen Sie den Link also, wenn Sie am Gerät sind.',
    ],
    button: 'Registrierung abschließen',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun: Ohne den Link bleibt alles, wie es ist.'],
  }),

  account_exists: ({ when }: Event) => ({
    subject: 'Sie haben schon ein Konto bei Kellersonne',
    before: [
      `Am ${when} hat sich jemand mit dieser E-Mail-Adresse registriert. Zu ihr gibt es schon ein Konto; es bleibt, wie es ist. Melden Sie sich damit an und fügen Sie Ihren Speicher in den Einstellungen hinzu.`,
      'Haben Sie Ihr Passwort vergessen? Auf der Anmeldeseite legen Sie ein neues fest.',
    ],
    button: 'Zur Anmeldung',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun.'],
  }),

  reset: ({ when }: Event) => ({
    subject: 'Neues Passwort festlegen',
    before: [
      `Am ${when} wurde für Ihr Konto ein neues Passwort angefordert. Über diesen Link legen Sie es fest. Er gilt 30 Minuten lang und nur einmal.`,
    ],
    button: 'Neues Passwort festlegen',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.'],
  }),

  password_changed: ({ when }: Event) => ({
    subject: 'Ihr Passwort wurde geändert',
    before: [
      `Das Passwort Ihres Kontos wurde am ${when} geändert. Andere Geräte wurden dabei abgemeldet, und Links zu Werten für den Batteriepass gelten nicht mehr. Benachrichtigungen sind in allen Browsern aus.`,
      'Das waren Sie? Dann müssen Sie nichts tun. Das waren nicht Sie? Dann legen Sie sofort ein neues Passwort fest.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  reset_unconfirmed: ({ when }: Event) => ({
    subject: 'Neues Passwort: Ihre Adresse ist noch nicht bestätigt',
    before: [
      `Am ${when} wurde für das Konto mit dieser E-Mail-Adresse ein neues Passwort angefordert. Die Adresse wurde noch nicht bestätigt; deshalb können wir dafür keinen Link schicken.`,
      'Wissen Sie Ihr Passwort doch noch? Dann bestätigen Sie die Adresse über den Link in unserer früheren E-Mail. Wenn nicht, hilft Ihnen der Kundendienst.',
    ],
    button: 'Kundendienst erreichen',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun.'],
  }),

  email_confirmation: ({ when }: Event) => ({
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    before: [
      `Mit dieser E-Mail-Adresse wurde ein Konto bei Kellersonne angelegt. Bestätigen Sie über diesen Link und mit Ihrem Passwort, dass es Ihre Adresse ist. Der Link wurde am ${when} verschickt und gilt 14 Tage lang.`,
      'Bis dahin schreiben wir Ihnen nichts, was Ihr Konto betrifft, und schicken keinen Link für ein neues Passwort. Ein Konto ohne Speicher wird nach 14 Tagen gelöscht, wenn seine Adresse nicht bestätigt ist.',
    ],
    button: 'Adresse bestätigen',
    after: [
      'Das waren nicht Sie? Dann hat sich jemand bei der Adresse vertippt. Sie müssen nichts tun: Ohne das Passwort bewirkt der Link nichts.',
    ],
  }),

  email_change: ({ when }: Event) => ({
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    before: [
      `Am ${when} wurde für ein Konto bei Kellersonne diese E-Mail-Adresse eingetragen. Sie gilt, sobald Sie sie über diesen Link und mit Ihrem Passwort bestätigen. Der Link gilt 24 Stunden lang.`,
    ],
    button: 'Neue Adresse bestätigen',
    after: [
      'Das waren nicht Sie? Dann hat sich jemand bei der Adresse vertippt. Sie müssen nichts tun: Ohne das Passwort bewirkt der Link nichts.',
    ],
  }),

  email_taken: ({ when }: Event) => ({
    subject: 'Diese E-Mail-Adresse hat schon ein Konto bei Kellersonne',
    before: [
      `Am ${when} wollte jemand diese E-Mail-Adresse für ein anderes Konto bei Kellersonne eintragen. Zu ihr gibt es schon ein Konto; beide bleiben, wie sie sind.`,
      'Waren Sie das und brauchen Sie nur eines der beiden? Dann ändern Sie die Adresse dieses Kontos oder löschen Sie es; danach können Sie sie beim anderen eintragen.',
    ],
    button: 'Zur Anmeldung',
    after: ['Das waren nicht Sie? Dann müssen Sie nichts tun.'],
  }),

  email_changed: ({ when }: Event) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    before: [
      `Für Ihr Konto gilt seit dem ${when} eine andere E-Mail-Adresse. An diese Adresse hier schreiben wir nicht mehr, und sie meldet Sie nicht mehr an.`,
      'Das waren Sie? Dann müssen Sie nichts tun. Das waren nicht Sie? Dann nehmen Sie die Änderung innerhalb von sieben Tagen zurück: Alle Sitzungen enden, und Sie legen ein neues Passwort fest.',
    ],
    button: 'Änderung zurücknehmen',
    after: [],
  }),

  email_lost: ({ when }: Event) => ({
    subject: 'Diese E-Mail-Adresse gehört nicht mehr zu einem Konto',
    before: [
      `Diese E-Mail-Adresse gehört seit dem ${when} nicht mehr zu einem Konto bei Kellersonne: Dort wurde eine andere bestätigt, oder eine frühere hat die Änderung zurückgenommen.`,
      'Haben Sie das erwartet, oder haben Sie kein Konto? Dann müssen Sie nichts tun. Wenn nicht, melden Sie sich beim Kundendienst, am besten mit einem Foto des Typenschilds Ihres Speichers.',
    ],
    button: 'Kundendienst erreichen',
    after: [],
  }),

  ...systemMails,

  token_reused: ({ when }: Event) => ({
    subject: 'Eine Sitzung wurde zu Ihrer Sicherheit beendet',
    before: [
      `Am ${when} wurde ein bereits verbrauchter Zugangsschlüssel Ihres Kontos noch einmal verwendet. Das kann heißen, dass ihn jemand kopiert hat. Wir haben die Sitzung beendet; auf dem betroffenen Gerät ist eine neue Anmeldung nötig.`,
      'Haben Sie eben ein Gerät aus einer Sicherung wiederhergestellt oder Browserdaten kopiert? Dann müssen Sie nichts tun. Wenn nicht, legen Sie ein neues Passwort fest: Das beendet alle Sitzungen.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  sign_in_attacked: ({ when }: Event) => ({
    subject: 'Viele falsche Passwörter an Ihrem Konto',
    before: [
      `Bis zum ${when} wurden für Ihr Konto innerhalb eines Tages über hundert falsche Passwörter eingegeben, von Netzen, aus denen Sie sich noch nie angemeldet haben. Angemeldet hat sich damit niemand. Weitere Versuche von dort lassen wir nur noch selten zu.`,
      'Haben Sie sich selbst so oft vertippt? Dann müssen Sie nichts tun. Wenn nicht, versucht jemand Ihr Passwort zu erraten: Verwenden Sie es auch anderswo, dann legen Sie hier ein anderes fest.',
      'Auf Ihren Geräten und in Ihren gewohnten Netzen melden Sie sich an wie immer. Von einem fremden Netz aus hilft, falls nötig, „Passwort vergessen?“ auf der Anmeldeseite.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  sign_in_alerts_off: ({ when }: Event) => ({
    subject: 'Hinweise auf neue Anmeldungen ausgeschaltet',
    before: [
      `In Ihrem Konto wurden am ${when} Mails oder Benachrichtigungen über Anmeldungen auf neuen Geräten ausgeschaltet.`,
      'Haben Sie das selbst getan? Dann müssen Sie nichts tun. Wenn nicht, ist jemand in Ihrem Konto angemeldet: Legen Sie ein neues Passwort fest, das beendet alle Sitzungen. Danach schalten Sie „Neue Anmeldung“ auf der Seite „Hinweise“ wieder ein.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  account_unused: () => ({
    subject: 'Ihr Konto bei Kellersonne wird in zwei Wochen gelöscht',
    before: [
      'Seit fast einem Jahr hat sich niemand mehr in Ihrem Konto angemeldet, und es hatte noch nie einen Speicher. Solche Konten löschen wir mit allen Kundendaten.',
      'Möchten Sie es behalten? Dann melden Sie sich innerhalb von zwei Wochen an. Wenn nicht, müssen Sie nichts tun.',
    ],
    button: 'Zur Anmeldung',
    after: [],
  }),

  account_removed: ({ when }: Event) => ({
    subject: 'Ihr Konto bei Kellersonne ist gelöscht',
    before: [
      `Ihr Konto wurde am ${when} mit allen Kundendaten endgültig gelöscht. Auch diese Adresse löschen wir, sobald diese Nachricht verschickt ist.`,
      'Die Messdaten Ihrer Speicher bleiben ohne Bezug zu Ihnen erhalten. Der Kundendienst löscht sie, wenn Sie es verlangen.',
    ],
    button: 'Kundendienst erreichen',
    after: ['Das waren nicht Sie? Dann melden Sie sich beim Kundendienst.'],
  }),

  unlinked: ({ when, provider }: Event & { readonly provider: string }) => ({
    subject: `Anmeldung über ${provider} ist nicht mehr möglich`,
    before: [
      `Die Verbindung Ihres Kontos mit einem Konto bei ${provider} wurde am ${when} beendet. Sie melden sich jetzt nur noch mit E-Mail-Adresse und Passwort an. Geräte, die schon angemeldet waren, bleiben es.`,
      'Das waren Sie? Dann müssen Sie nichts tun. Das waren nicht Sie? Dann legen Sie sofort ein neues Passwort fest.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  /** `account`: the address of the account at the provider, if it vouches for one. */
  linked: ({ when, provider, account }: Event & Linked) => ({
    subject: `Anmeldung über ${provider} ist jetzt möglich`,
    before: [
      `Ihr Konto wurde am ${when} mit ${account === undefined ? `einem Konto bei ${provider}` : `dem Konto ${account} bei ${provider}`} verbunden. Wer sich dort anmeldet, kommt in Ihr Portal.`,
      'Das waren Sie, und das Konto dort ist Ihres? Dann müssen Sie nichts tun. Es ist das Konto von jemand anderem? Dann beenden Sie die Verbindung in den Einstellungen. Das waren nicht Sie? Dann legen Sie sofort ein neues Passwort fest und beenden Sie dabei auch diese Verbindung.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),
}
export type Texts = typeof de
