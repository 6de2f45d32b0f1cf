/** Texts of finished updates. */
export const receipts = {
  title: 'Beleg',
  outcome: {
    running: 'Das Update von {{name}} läuft noch.',
    finished: 'Das Update von {{name}} ist vollständig.',
    partly: 'Das Update von {{name}} ist nur zum Teil gelungen.',
    interrupted: 'Das Update von {{name}} wurde unterbrochen.',
    cancelled: 'Das Update von {{name}} wurde abgebrochen, bevor es begonnen hat.',
  },
  fact: {
    sn: 'Seriennummer',
    from: 'Gestartet',
    until: 'Beendet',
    lasted: 'Dauer',
    by: 'Gestartet von',
  },
  formerOwner: 'früherer Besitzer',
  turn: {
    ahead: 'kommt noch',
    missed: 'kam nicht an die Reihe',
    waiting: 'wartet auf den Speicher',
    started: 'wird geschrieben',
    installed: 'geschrieben, wartet auf das Einschalten',
    finished: 'installiert',
    interrupted: 'unterbrochen',
    cancelled: 'abgebrochen',
  },
  reason: {
    not_started: 'Der Speicher hat innerhalb einer Stunde nicht mit dem Update begonnen.',
    silent: 'Der Speicher hat sich mitten im Update eine Viertelstunde lang nicht gemeldet.',
    too_slow: 'Das Update hat länger als sechs Stunden gedauert.',
    not_switched_on:
      'Die neue Version war geschrieben, aber der Speicher wurde einen Tag lang nicht eingeschaltet.',
    failed: 'Der Speicher konnte die neue Version nicht installieren.',
    refused: 'Der Speicher hat die neue Version nicht angenommen.',
    not_downloaded: 'Der Speicher hielt sich für fertig, hatte die neue Version aber nicht ganz geladen.',
    withdrawn:
      'Diese Version wurde zurückgezogen, bevor der Speicher sie ganz geladen hatte. Er behält die bisherige.',
  },
  next: {
    not_started:
      'Schalten Sie ihn aus, warten Sie, bis das Display den Update-Modus zeigt, und starten Sie das Update noch einmal.',
    silent:
      'Schalten Sie ihn ein, prüfen Sie die Internetverbindung am Gerät und starten Sie das Update noch einmal.',
    too_slow:
      'Schalten Sie ihn ein, prüfen Sie die Internetverbindung am Gerät und starten Sie das Update noch einmal.',
    not_switched_on:
      'Schalten Sie ihn ein und sehen Sie in der Liste der Versionen nach. Steht dort noch die alte, starten Sie das Update noch einmal.',
    failed:
      'Schalten Sie ihn ein und starten Sie das Update noch einmal. Gelingt es wieder nicht, schreiben Sie uns bitte.',
    refused: 'Schalten Sie ihn ein und schreiben Sie uns bitte. Noch einmal zu starten hilft hier nicht.',
    not_downloaded:
      'Schalten Sie ihn ein und starten Sie das Update noch einmal. Gelingt es wieder nicht, schreiben Sie uns bitte.',
    withdrawn: 'Schalten Sie ihn ein. Sobald es eine neue Version gibt, bieten wir sie Ihnen an.',
  },
  said: 'Das Gerät meldete: {{details}}',
  hash: 'Prüfsumme (SHA-256)',
  copy: 'Prüfsumme kopieren',
  copied: 'Kopiert.',
  notCopied: 'Das Kopieren ging nicht. Markieren Sie die Prüfsumme selbst.',
  consent: {
    title: 'Womit Sie einverstanden waren',
    given: 'Am {{time}}, in diesen Worten:',
    parts: 'Für: {{changes}}.',
    none: 'Zu diesem Update ist keine Zustimmung von Ihnen festgehalten.',
  },
  print: 'Beleg drucken',
  past: {
    title: 'Bisherige Updates',
    system: 'Speicher',
    none: '{{name}} hat bei Ihnen noch kein Update bekommen.',
    open: 'Beleg öffnen',
    pages: 'Seiten der bisherigen Updates',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    page: 'Seite {{page}}',
  },
  short: {
    running: 'läuft',
    finished: 'vollständig',
    partly: 'zum Teil',
    interrupted: 'unterbrochen',
    cancelled: 'abgebrochen',
  },
  lasted: {
    seconds: '{{seconds}}\u00A0s',
    minutes: '{{minutes}}\u00A0min',
    hours: '{{hours}}\u00A0h {{minutes}}\u00A0min',
  },
}
