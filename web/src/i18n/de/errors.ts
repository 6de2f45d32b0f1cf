export const errors = {
  input_invalid: 'Bitte prüfen Sie Ihre Eingaben.',
  session_required: 'Bitte melden Sie sich an.',
  session_expired: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  token_reused: 'Ihre Sitzung wurde zur Sicherheit beendet. Bitte melden Sie sich erneut an.',
  credentials_wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
  not_found: 'Das wurde nicht gefunden.',
  method_not_allowed: 'Das ist hier nicht möglich.',
  payload_too_large: 'Das ist zu groß.',
  media_type_unsupported: 'Dieses Format wird nicht unterstützt.',
  too_many_attempts: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
  too_many_waits:
    'Sie können auf höchstens drei Seriennummern zugleich warten und es sechsmal in der Stunde beginnen. Mit dem Registrierungscode vom Typenschild gehört Ihnen der Speicher sofort.',
  internal: 'Auf dem Server ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut.',
  unavailable: 'Der Server ist gerade nicht bereit. Bitte versuchen Sie es gleich erneut.',
  password_wrong: 'Das Passwort ist falsch.',
  provider_refused:
    'Die Anmeldung beim anderen Anbieter wurde abgebrochen oder abgelehnt. Bitte versuchen Sie es erneut.',
  unit_offline: 'Dieser Speicher ist gerade offline. Er kann jetzt keinen Befehl annehmen.',
  command_under_way: 'Ein anderer Befehl ist noch nicht abgeschlossen. Bitte warten Sie sein Ergebnis ab.',
  origin_denied: 'Das ist von dieser Seite aus nicht möglich.',
  no_update: 'Für diesen Speicher gibt es gerade kein Update.',
  update_started: 'Das Update hat schon begonnen und läuft weiter.',
  update_changed:
    'Für diesen Speicher gibt es inzwischen ein anderes Update. Bitte sehen Sie sich an, was jetzt installiert würde.',
  action_over: 'Dieses Update ist schon beendet.',
  range_invalid: 'Diesen Teil der Datei gibt es nicht.',
  link_invalid: 'Dieser Link ist nicht mehr gültig. Fordern Sie bitte einen neuen an.',
  ticket_expired: 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal beim anderen Anbieter an.',
  picture_too_big: 'Dieses Bild ist zu groß. Erlaubt sind 5 MB und 25 Megapixel.',
  picture_invalid:
    'Das ist kein Bild, das wir lesen können. Bitte wählen Sie eine PNG-, JPEG- oder WebP-Datei.',
  mail_unavailable: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
  provider_unavailable:
    'Der andere Anbieter ist gerade nicht erreichbar. Bitte versuchen Sie es später erneut.',
  network: 'Keine Verbindung zum Server. Bitte prüfen Sie Ihre Internetverbindung.',
  outdated: 'Diese Seite ist älter als der Server. Bitte laden Sie sie neu.',
  page: {
    title: 'Diese Seite lässt sich nicht anzeigen.',
    chunk: 'Ein Teil des Portals konnte nicht geladen werden. Laden Sie die Seite neu.',
    crash: 'Im Portal ist ein Fehler aufgetreten. Ihr Speicher arbeitet davon unabhängig weiter.',
    part: 'Dieser Teil lässt sich gerade nicht anzeigen. Alles andere funktioniert weiter.',
  },
}
