export const provider = {
  title: 'Anmelden',
  with: 'Mit {{name}} anmelden',
  intro: 'Sie melden sich bei {{name}} an und kommen hierher zurück.',
  leave: 'Weiter zu {{name}}',
  leaving: 'Weiter zu {{name}} …',
  staySignedIn: 'Angemeldet bleiben',
  withPassword: 'Mit E-Mail-Adresse und Passwort anmelden',
  none: 'Die Anmeldung über einen anderen Anbieter ist hier nicht verfügbar.',
  finishing: 'Ihre Anmeldung wird geprüft …',
  link: 'Konto verbinden',
  linkIntro:
    'Zu dieser Adresse gibt es hier schon ein Konto. Geben Sie einmal sein Passwort ein: Danach melden Sie sich auch mit {{name}} an.',
  linkUnconfirmed:
    'Zu dieser Adresse gibt es hier ein Konto, in dem sie noch niemand bestätigt hat. Ist es Ihres, geben Sie einmal sein Passwort ein: Danach melden Sie sich auch mit {{name}} an. Ist es nicht Ihres, registrieren Sie sich: Die Adresse gehört dann zu Ihrem Konto.',
  notMine: 'Nicht mein Konto: registrieren',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordMissing: 'Bitte geben Sie Ihr Passwort ein.',
  showPassword: 'Passwort anzeigen',
  connect: 'Verbinden und anmelden',
  connecting: 'Anmeldung läuft …',
  other: 'dem anderen Anbieter',
  linking: 'Ihr Konto wird verbunden …',
  linked: 'Ihr Konto ist jetzt mit {{name}} verbunden.',
  linkOver:
    'Es wurde nichts verbunden. Das Verbinden gilt zehn Minuten lang und nur dort, wo Sie es begonnen haben. Beginnen Sie in den Einstellungen noch einmal.',
  linkRefused:
    'Es wurde nichts verbunden: Die Anmeldung bei {{name}} wurde abgebrochen oder abgelehnt, oder {{name}} hat nicht noch einmal gefragt, wer Sie sind.',
  toSettings: 'Zu den Einstellungen',
  again: 'Noch einmal bei {{name}} anmelden',
}
