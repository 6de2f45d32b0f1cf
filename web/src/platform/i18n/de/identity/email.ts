export const email = {
  mailed:
    'Wir haben eine E-Mail an {{email}} geschickt. Die neue Adresse gilt, sobald Sie sie innerhalb von 24 Stunden mit dem Link darin bestätigen. Bis dahin gilt {{present}}.',
  pending: '{{email}} ist noch nicht bestätigt. Bis dahin gilt {{present}}.',
  pendingAlone: '{{email}} ist noch nicht bestätigt.',
  lost: 'Ihre E-Mail-Adresse war nie bestätigt, und inzwischen hat jemand anderes bestätigt, dass sie ihm gehört. Tragen Sie hier Ihre richtige Adresse ein: Ohne sie können Sie sich nicht mehr anmelden.',
  unconfirmed:
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Bis Sie das mit dem Link in unserer E-Mail tun, schreiben wir Ihnen sonst nichts zu Ihrem Konto und schicken keinen Link für ein neues Passwort. Ein Konto, das 14 Tage lang keinen Speicher hat, wird gelöscht.',
  again: 'Link erneut senden',
  discard: 'Neue Adresse verwerfen',
  sent: 'Wir haben noch eine E-Mail an {{email}} geschickt. Bitte sehen Sie auch im Spam-Ordner nach.',
  discarded: 'Die neue Adresse ist verworfen. Es bleibt bei {{email}}.',
  over: 'Das hat sich inzwischen geändert. Sie sehen hier den neuesten Stand.',
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    intro:
      'Bitte geben Sie das Passwort Ihres Kontos ein. So kommt niemand in Ihr Konto, der unsere E-Mail nur wegen eines Tippfehlers in der Adresse bekommen hat.',
    submit: 'Adresse bestätigen',
    busy: 'Wird bestätigt …',
    done: '{{email}} ist bestätigt und gilt jetzt für Ihr Konto. Mit dieser Adresse melden Sie sich an.',
    dashboard: 'Zum Dashboard',
    signIn: 'Zur Anmeldung',
    failed:
      'Dieser Link gilt nicht. Vielleicht ist er abgelaufen, wurde schon verwendet, oder die Änderung wurde verworfen. Welche Adresse gilt, sehen Sie unter „Benutzer“; dort senden wir Ihnen auch einen neuen Link.',
    user: 'Zu „Benutzer“',
  },
  undo: {
    title: 'Adressänderung zurücknehmen',
    intro:
      'Haben Sie die E-Mail-Adresse Ihres Kontos nicht selbst geändert? Dann nehmen Sie das hier zurück:',
    address: 'Die Adresse, an die wir Ihnen diesen Link geschickt haben, gilt wieder.',
    devices: 'Alle Geräte werden abgemeldet.',
    password: 'Das Passwort gilt nicht mehr. Wir schicken Ihnen einen Link für ein neues.',
    provider: 'Die Anmeldung über einen anderen Anbieter wird gelöst, falls es eine gibt.',
    submit: 'Änderung zurücknehmen',
    busy: 'Wird zurückgenommen …',
    done: 'Für Ihr Konto gilt wieder {{email}}. Alle Geräte sind abgemeldet.',
    next: 'An diese Adresse schicken wir Ihnen jetzt einen Link, mit dem Sie ein neues Passwort wählen. Er gilt 30 Minuten. Bitte sehen Sie auch im Spam-Ordner nach.',
    again: 'Noch einen Link anfordern',
    failed:
      'Dieser Link gilt nicht. Vielleicht ist er älter als sieben Tage oder wurde schon verwendet. Kommen Sie nicht in Ihr Konto, hilft Ihnen der Kundendienst.',
    contact: 'Kundendienst erreichen',
  },
}
