export const password = {
  repeat: 'Passwort wiederholen',
  show: 'Passwort anzeigen',
  needs: 'Was ein Passwort braucht',
  kept: '(erfüllt)',
  rules: {
    length: 'mindestens 8 Zeichen',
    upper: 'ein Großbuchstabe',
    lower: 'ein Kleinbuchstabe',
    digit: 'eine Ziffer',
    special: 'ein Sonderzeichen',
  },
  strength: {
    none: 'Sehr leicht zu erraten',
    weak: 'Zu leicht zu erraten',
    fair: 'Noch zu leicht zu erraten',
    good: 'Gut',
    strong: 'Sehr gut',
  },
  fault: {
    required: 'Bitte wählen Sie ein Passwort.',
    rules: 'Das Passwort erfüllt noch nicht alle Regeln.',
    too_long: 'Das Passwort darf höchstens 128 Zeichen haben.',
    common: 'Dieses Passwort ist zu leicht zu erraten oder enthält Ihre E-Mail-Adresse.',
    repeat: 'Die Passwörter müssen übereinstimmen.',
  },
}
