export const register = {
  title: 'Registrieren',
  intro: 'Ein Konto für Ihre Speicher.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  country: 'Land',
  phone: 'Telefon',
  ownSystem: 'Ich habe kein solches Gerät und schließe eigene Geräte anderer Hersteller an.',
  key1: 'Seriennummer oder Registrierungscode',
  keyHint:
    'Beides steht auf dem Typenschild. Eine Seriennummer hat nur Ziffern oder nur Großbuchstaben. Mit dem Code gehört ein freier Speicher Ihnen sofort; mit der Seriennummer allein schicken wir Ihnen zuerst einen Link.',
  key2: 'Zweiter Speicher (freiwillig)',
  key3: 'Dritter Speicher (freiwillig)',
  terms: 'Ich stimme den Nutzungsbedingungen zu.',
  termsLink: 'Nutzungsbedingungen lesen (Fassung {{version}})',
  submit: 'Registrieren',
  busy: 'Registrierung läuft …',
  haveAccount: 'Schon ein Konto?',
  signIn: 'Anmelden',
  ticket: 'Ihre Anmeldung beim anderen Anbieter wird mit dem neuen Konto verbunden.',
  ticketExpired:
    'Die Anmeldung beim anderen Anbieter ist abgelaufen. Sie können sich ohne ihn registrieren und ihn später verbinden.',
  failed: 'Die Registrierung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  check_one: 'Bitte prüfen Sie ein Feld.',
  check_other: 'Bitte prüfen Sie {{count}} Felder.',
  refused_one: 'Die Registrierung ist fehlgeschlagen. Bitte prüfen Sie ein Feld.',
  refused_other: 'Die Registrierung ist fehlgeschlagen. Bitte prüfen Sie {{count}} Felder.',
  fault: {
    email: {
      required: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
      format: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      taken: 'Ein Benutzer mit dieser E-Mail-Adresse existiert bereits.',
    },
    country: 'Bitte wählen Sie Ihr Land.',
    phone: {
      required: 'Bitte geben Sie Ihre Telefonnummer ein.',
      format: 'Bitte geben Sie eine gültige Telefonnummer ein.',
    },
    key: {
      required: 'Bitte geben Sie die Seriennummer oder den Registrierungscode ein.',
      format:
        'Das Format der Seriennummer ist falsch: nur Ziffern oder nur Großbuchstaben, höchstens {{most}}, oder ein Code mit 13 Zeichen.',
      checksum: 'In diesem Code ist ein Tippfehler. Bitte vergleichen Sie ihn mit dem Typenschild.',
      repeated: 'Dieser Speicher steht schon in einem anderen Feld.',
      code: 'Ein Registrierungscode hat 13 Zeichen, Buchstaben und Ziffern.',
      unknown: 'Das wurde nicht als Registrierungscode gefunden.',
      taken:
        'Code {{place}} stimmt, aber der Speicher wird noch von einem anderen Benutzer verwendet. Wer ihn abgegeben hat, gibt ihn in seinen Einstellungen frei.',
    },
    own_system: 'Eigene Geräte lassen sich hier zurzeit nicht anschließen.',
    terms: 'Bitte stimmen Sie den Nutzungsbedingungen zu.',
  },
  mailed: {
    title: 'Fast fertig',
    text: 'Wir haben Ihnen eine E-Mail geschickt. Bitte sehen Sie auch im Spam-Ordner nach.',
    next: 'Öffnen Sie den Link darin innerhalb von 24 Stunden, am besten am Gerät: Dort legen Sie das Passwort noch einmal fest und schalten danach den Hauptschalter aus und wieder ein.',
    nextOwn:
      'Öffnen Sie den Link darin innerhalb von 24 Stunden: Dort legen Sie das Passwort noch einmal fest. Danach schließen Sie im Portal mit einem Kopplungscode Ihre Geräte an.',
    code: 'Gehört der Speicher niemand anderem, dann geht es mit dem Registrierungscode vom Typenschild ohne Link und ohne Schalter.',
    keepCode:
      'Halten Sie den Registrierungscode bereit: Öffnen Sie den Link in einem anderen Browser, dann geben Sie ihn dort noch einmal ein.',
    again: 'Zurück zur Registrierung',
  },
  confirm: {
    title: 'Registrierung abschließen',
    for: 'Konto für',
    numbers_one: 'Speicher mit der Seriennummer {{numbers}}',
    numbers_other: 'Speicher mit den Seriennummern {{numbers}}',
    notYours:
      'Ist das nicht Ihre E-Mail-Adresse, dann machen Sie nicht weiter, auch wenn die Speicher Ihre sind: Wer diese Adresse hat, bekäme das Konto und mit ihm Ihre Speicher.',
    account: {
      since:
        'Mit dieser Adresse gibt es schon ein Konto vom {{date}}, das noch nicht bestätigt ist. Haben Sie es angelegt?',
      loses: 'Legen Sie ein neues an, dann behält jenes seine Speicher und verliert die Adresse.',
      existing: 'Ja, sein Passwort eingeben',
      new: 'Nein, ein neues Konto anlegen',
      intro:
        'Geben Sie das Passwort des Kontos vom {{date}} ein; damit ist es bestätigt. Andere Geräte werden dabei abgemeldet, und ein anderer Anbieter meldet Sie nur noch an, wenn er diese Adresse bestätigt.',
      password: 'Passwort dieses Kontos',
      submit: 'Konto bestätigen',
      busy: 'Konto wird bestätigt …',
      back: 'Zurück zur Auswahl',
    },
    intro: 'Legen Sie das Passwort Ihres Kontos fest.',
    switch:
      'Haben Sie eine Seriennummer angegeben, dann haben Sie danach zehn Minuten, um den Hauptschalter Ihres Speichers aus- und wieder einzuschalten.',
    code: 'Registrierungscode',
    codeOf: 'Registrierungscode {{place}}',
    codes_one:
      'Bei der Registrierung wurde ein Registrierungscode eingegeben. Wir bewahren ihn nicht auf: Mit ihm bekäme den Speicher, wer diese E-Mail liest, auch wenn die Adresse vertippt war. Bitte geben Sie ihn noch einmal ein, oder fügen Sie den Speicher später unter Einstellungen hinzu.',
    codes_other:
      'Bei der Registrierung wurden {{count}} Registrierungscodes eingegeben. Wir bewahren sie nicht auf: Mit ihnen bekäme die Speicher, wer diese E-Mail liest, auch wenn die Adresse vertippt war. Bitte geben Sie sie noch einmal ein, oder fügen Sie die Speicher später unter Einstellungen hinzu.',
    kept_one: 'Ihren Registrierungscode hat dieser Browser für Sie behalten.',
    kept_other: 'Ihre Registrierungscodes hat dieser Browser für Sie behalten.',
    submit: 'Konto anlegen',
    busy: 'Konto wird angelegt …',
    check: 'Bitte prüfen Sie das Passwort.',
    failed:
      'Dieser Link gilt nicht mehr. Er ist älter als 24 Stunden oder wurde schon verwendet. Melden Sie sich an oder registrieren Sie sich noch einmal.',
  },
  done: {
    title: 'Willkommen',
    text: 'Die Registrierung war erfolgreich. Sie sind angemeldet.',
    systems: 'Ihre Speicher',
    claimed: 'gehört jetzt Ihnen',
    pending: 'wartet, noch {{time}}',
    lapsed: 'Zeit abgelaufen',
    yours: 'gehörte Ihnen schon',
    handover: 'gehört noch jemand anderem; die Übergabe hat begonnen',
    taken: 'gehört jemand anderem',
    unknown: 'wurde nicht gefunden',
    switch:
      'Schalten Sie jetzt den Hauptschalter Ihres Speichers aus und wieder ein; war der Speicher schon aus, schalten Sie ihn zuerst ein. So sehen wir, dass es Ihrer ist; dazu muss das Gerät mit dem Internet verbunden sein.',
    contested:
      'Auf eine dieser Nummern wartet noch jemand. Der Hauptschalter gibt den Speicher deshalb niemandem: Geben Sie unter Einstellungen den Registrierungscode vom Typenschild ein.',
    again: 'Fügen Sie die Nummer unter Einstellungen noch einmal hinzu, wenn Sie am Gerät sind.',
    unconfirmed:
      'Bitte bestätigen Sie noch Ihre E-Mail-Adresse: Öffnen Sie innerhalb von 14 Tagen den Link in der E-Mail, die wir Ihnen geschickt haben.',
    dashboard: 'Zum Dashboard',
  },
}
