import type { PushVerdict } from '@kellersonne/contract/messages/push'

/** Notifications in browsers, a part of the texts of alerts. */
export const push = {
  title: 'Benachrichtigungen auf diesem Gerät',
  intro:
    'Hinweise erscheinen dann auch als Benachrichtigung, selbst wenn das Portal geschlossen ist. Das gilt, solange Sie hier angemeldet sind.',
  services:
    'Die Nachricht geht verschlüsselt über den Push-Dienst des Browsers (Google, Mozilla, Apple oder Microsoft). Er erfährt, wann etwas kommt, aber nicht, was.',
  enable: 'Auf diesem Gerät einschalten',
  asks: 'Danach fragt der Browser, ob er Benachrichtigungen zeigen darf.',
  enabling: 'Wird eingeschaltet …',
  denied:
    'Dieser Browser zeigt von uns keine Benachrichtigungen, weil Sie das abgelehnt haben. Ändern können Sie das in seinen Einstellungen für diese Seite, beim Schloss neben der Adresse.',
  stay: 'Benachrichtigungen brauchen eine Anmeldung, die bleibt. Ohne „Angemeldet bleiben“ endet sie, sobald Sie das Portal neu öffnen, auch über eine Benachrichtigung. Bitte melden Sie sich ab und mit „Angemeldet bleiben“ wieder an.',
  signOut: 'Jetzt abmelden',
  unsupported: 'Dieser Browser kann keine Benachrichtigungen vom Portal zeigen.',
  unanswered: 'Sie haben die Frage des Browsers nicht beantwortet. Es wurde nichts eingeschaltet.',
  failed: 'Das ließ sich nicht einschalten: Der Browser erreicht seinen Push-Dienst nicht.',
  loadFailed: 'Die Benachrichtigungen lassen sich gerade nicht laden.',
  unsaved: 'Das wurde nicht gespeichert.',
  list: 'Geräte mit Benachrichtigungen',
  here: 'dieses Gerät',
  on: '{{browser}}, {{system}}',
  unknown: 'Unbekannter Browser',
  since: 'seit {{time}}',
  lastSent: 'zuletzt {{time}}',
  test: 'Probe schicken',
  testOf: 'Probe schicken: {{name}}',
  remove: 'Entfernen',
  removeOf: 'Entfernen: {{name}}',
  verdict: {
    sent: 'Der Push-Dienst hat die Probe angenommen. Sie sollte gleich erscheinen.',
    gone: 'Der Push-Dienst kennt dieses Gerät nicht mehr. Wir haben es entfernt; schalten Sie es dort wieder ein.',
    refused: 'Der Push-Dienst hat die Probe abgelehnt.',
    away: 'Der Push-Dienst antwortet gerade nicht. Hinweise versuchen wir einen Tag lang immer wieder.',
  } satisfies Record<PushVerdict, string>,
  discreet: 'Auf dem Sperrbildschirm nichts verraten',
  discreetText: 'Benachrichtigungen sagen nur „Etwas an Ihrer Anlage“.',
  install: {
    intro: 'Auf iPhone und iPad geht das nur mit dem Portal auf dem Home-Bildschirm:',
    share: 'Tippen Sie in Safari auf „Teilen“.',
    add: 'Wählen Sie „Zum Home-Bildschirm“.',
    open: 'Öffnen Sie Kellersonne von dort, und schalten Sie es hier ein.',
  },
}
