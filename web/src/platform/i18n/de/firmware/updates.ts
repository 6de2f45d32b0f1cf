/** Texts of the update wizard, except `flight` and `receipts`. */
export const updates = {
  title: 'Update',
  loading: 'Der Stand der Updates wird geladen.',
  steps: { choose: 'Auswählen', update: 'Aktualisieren', finish: 'Abschließen' },
  back: 'Zurück',
  next: 'Weiter',
  cancel: 'Abbrechen',
  start: 'Update starten',
  finish: 'Fertig',
  failed: {
    text: 'Der Stand der Updates lässt sich gerade nicht laden.',
    some: 'Der Stand von {{names}} lässt sich gerade nicht laden.',
  },
  away: 'Wir erreichen den Update-Dienst gerade nicht und versuchen es alle drei Sekunden wieder. Ein Update, das läuft, läuft auf dem Speicher weiter.',
  barred:
    'Ihr Browser lässt das Cookie des Update-Dienstes nicht zu. Erlauben Sie Cookies für das Portal in den Einstellungen des Browsers oder seines Werbeblockers und laden Sie die Seite neu. Wie weit ein laufendes Update ist, sehen Sie hier auch so.',
  choose: {
    title: 'Welchen Speicher möchten Sie aktualisieren?',
    none: 'Bitte wählen Sie eine Seriennummer aus.',
    first: 'Wählen Sie zuerst einen Speicher.',
    firstText: 'Dann zeigen wir Ihnen, was er vor dem Update braucht.',
    off: 'Schalten Sie den Speicher {{name}} jetzt aus.',
    offText: 'Stellen Sie den Hauptschalter am Gehäuse auf 0. Der Strom im Haus bleibt an.',
    isOff: '{{name}} ist ausgeschaltet',
    notOff: 'Bitte bestätigen Sie, dass {{name}} ausgeschaltet ist.',
    watch: '{{name}} wird gerade aktualisiert.',
    watchText: 'Mit „Weiter“ sehen Sie, wie weit das Update ist.',
    cabinetOff: 'Der Speicher im Keller, der Hauptschalter steht auf 0.',
    cabinetOn: 'Der Speicher im Keller, der Hauptschalter steht auf 1.',
  },
  upToDate: {
    title: 'Alle Speicher sind aktuell.',
    text: 'Es gibt gerade kein Update. Sobald eines kommt, sagt Ihnen die Glocke Bescheid.',
  },
  notice: {
    cancelled:
      'Das Update von {{name}} ist abgebrochen. Sie können den Speicher wieder einschalten und das Update jederzeit neu starten.',
    runsOn:
      'Das Update von {{name}} läuft weiter. Lassen Sie den Speicher ausgeschaltet; mit {{name}} und „Weiter“ kommen Sie zum Stand zurück.',
    switchOn: 'Bitte schalten Sie {{name}} noch ein. Erst dann ist das Update abgeschlossen.',
    gone: 'Für {{name}} gibt es gerade kein Update mehr. Sie können den Speicher wieder einschalten.',
    notYours:
      '{{name}} gehört nicht mehr zu Ihrem Konto. Läuft auf dem Speicher gerade ein Update, geht es weiter; lassen Sie ihn dann ausgeschaltet.',
  },
  ready: {
    title: '{{name}} ist bereit für das Update.',
    notYet: 'Noch ist {{name}} nicht ganz bereit.',
    starting: 'Das Update von {{name}} wird gestartet …',
    again: 'Das Update von {{name}} wurde nicht gestartet. Sie können es noch einmal versuchen.',
    missing: 'Der Flugplan wird geladen.',
  },
  refusedHere: {
    session_required:
      'Ohne dieses Cookie weiß der Update-Dienst nicht, dass Sie es sind, und startet nichts.',
    not_found: 'Dieser Speicher gehört nicht mehr zu Ihrem Konto.',
    no_update: 'Für diesen Speicher gibt es gerade kein Update mehr. Gehen Sie zurück und wählen Sie neu.',
    update_changed:
      'Inzwischen gibt es ein anderes Update. Der Flugplan zeigt jetzt dieses; sehen Sie es sich an und starten Sie noch einmal.',
    update_started:
      'Ein Update des früheren Besitzers hat schon begonnen. Sobald es beendet ist, können Sie Ihres starten.',
    consent_missing:
      'Ihre Einwilligung gilt nicht mehr: Sie ist zu lange her, oder es gibt inzwischen ein anderes Update. Sehen Sie sich den Flugplan an und starten Sie noch einmal.',
    origin_denied:
      'Der Update-Dienst nimmt von dieser Adresse nichts an. Öffnen Sie das Portal unter seiner eigenen Adresse.',
    network:
      'Keine Verbindung zum Update-Dienst. Ob das Update begonnen hat, sehen Sie hier, sobald die Verbindung wieder steht. Sonst starten Sie es noch einmal.',
    unavailable:
      'Der Update-Dienst ist gerade nicht bereit. Bitte starten Sie das Update in einigen Minuten noch einmal.',
    internal: 'Im Update-Dienst ist ein Fehler aufgetreten. Bitte starten Sie das Update noch einmal.',
  },
  confirm: {
    title: 'Update von {{name}} jetzt starten?',
    intro: 'Der Speicher bekommt neue Software:',
    part: 'Teil {{part}}: {{change}}',
    changes: 'Was sich für Sie ändert: {{text}}',
    irreversible: 'Das Update lässt sich nicht rückgängig machen.',
    off: 'Der Speicher bleibt ausgeschaltet, bis wir Sie bitten, ihn einzuschalten. Der Strom im Haus bleibt an.',
    notReady: 'Noch ist nicht alles bereit. Was im Flugplan offen ist, kann den Beginn verzögern.',
    start: 'Jetzt starten',
  },
  dialog: {
    understood: 'Verstanden',
    error: 'Fehler',
    startCancelled: {
      title: 'Start abgebrochen',
      text: 'Das Update von {{name}} wurde nicht gestartet. Am Speicher hat sich nichts geändert.',
    },
    started: {
      title: 'Update gestartet',
      text: 'Lassen Sie {{name}} ausgeschaltet. Der Speicher holt sich das Update in den nächsten Minuten.',
    },
    several: {
      title: 'Update in {{total}} Teilen gestartet',
      text: 'Lassen Sie {{name}} ausgeschaltet. Nach jedem Teil bitten wir Sie, den Speicher 5–10 Sekunden ein- und dann wieder auszuschalten; der nächste Teil folgt nach wenigen Minuten.',
    },
    cancel: {
      title: 'Update von {{name}} abbrechen?',
      text: 'Der Speicher hat mit dem nächsten Teil noch nicht begonnen. Teile, die schon fertig sind, bleiben auf dem Speicher.',
      stay: 'Weiter warten',
      go: 'Update abbrechen',
    },
    leave: {
      title: 'Zurückgehen?',
      text: 'Das Update von {{name}} hat begonnen und läuft weiter, auch wenn Sie zurückgehen. Lassen Sie den Speicher ausgeschaltet.',
      stay: 'Hier bleiben',
      go: 'Zurückgehen',
    },
    signedOut: {
      title: 'Es gab keinen neuen Zugangsschlüssel.',
      text: 'Bitte melden Sie sich erneut an. Ein Update, das läuft, läuft auf dem Speicher weiter; danach sehen Sie hier, wie weit es ist.',
      go: 'Zur Anmeldung',
    },
  },
  interrupted: {
    title: 'Das Update wurde unterbrochen.',
    text: 'Bitte schalten Sie die Batterie {{name}} ein und versuchen Sie es noch einmal.',
    kept: 'Ihre Daten und die Ladung bleiben erhalten.',
    at: 'Abgebrochen bei {{percent}}',
    unknown: 'Abgebrochen',
    where: '{{name}} ({{sn}})',
  },
  run: {
    title: '{{name}} wird aktualisiert.',
    titleWaiting: 'Warten auf den Speicher …',
    titleSwitching: 'Teil {{part}} von {{total}} ist fertig.',
    part: 'Teil {{part}} von {{total}}',
    startedAt: 'gestartet um {{time}}',
    lasts: 'läuft\u00A0seit\u00A0{{time}}',
    gauge: 'Fortschritt des Updates',
    steps: 'Ablauf des Updates',
    now: 'jetzt',
    later: 'danach',
    done: 'fertig',
    wait: 'Warten auf den Speicher',
    write: 'Update wird geschrieben',
    writePart: 'Teil {{part}} wird geschrieben',
    partDone: 'Teil {{part}} ist fertig',
    cycle: 'Speicher 5–10 Sekunden einschalten, dann wieder aus',
    follows: 'Teil {{part}} folgt nach wenigen Minuten',
    switchOn: 'Speicher wieder einschalten',
  },
  advice: {
    waiting:
      'Lassen Sie {{name}} ausgeschaltet. Das Update beginnt, sobald der Speicher sich meldet, meist nach wenigen Minuten.',
    offFirst:
      'Schalten Sie {{name}} jetzt aus: den Hauptschalter am Gehäuse auf 0. Das Update beginnt, sobald der Speicher sich danach meldet.',
    checkDisplay:
      'Zeigt das Display keinen Update-Modus? Prüfen Sie, ob der Hauptschalter auf 0 steht und der Speicher mit dem Internet verbunden ist. Sie können weiter warten oder abbrechen.',
    nextPart: 'Teil {{part}} folgt in wenigen Minuten. Lassen Sie {{name}} ausgeschaltet.',
    offAgain: 'Schalten Sie {{name}} jetzt wieder aus. Teil {{part}} folgt in wenigen Minuten.',
    switchAgain:
      'Teil {{part}} hat noch nicht begonnen. Schalten Sie {{name}} noch einmal 5–10 Sekunden ein und dann wieder aus.',
    started:
      'Lassen Sie den Speicher ausgeschaltet. Das Update läuft weiter, auch wenn Sie diese Seite verlassen.',
    stalled:
      'Seit zwei Minuten gibt es keinen Fortschritt. Zeigt das Display keinen Update-Modus? Lassen Sie den Speicher ausgeschaltet und prüfen Sie seine Internetverbindung; er macht von selbst weiter.',
    away: '{{name}} ist gerade nicht verbunden. Lassen Sie den Speicher ausgeschaltet und prüfen Sie seine Internetverbindung; er macht von selbst weiter.',
    switching:
      'Schalten Sie {{name}} jetzt 5–10 Sekunden ein und dann wieder aus. Das nächste Update folgt in wenigen Minuten.',
    cancelling: 'Das Update wird abgebrochen …',
    refused:
      'Zum Abbrechen war es zu spät: Das Update hat begonnen und läuft weiter. Lassen Sie den Speicher ausgeschaltet.',
    notCancelled: 'Das Abbrechen hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  end: {
    written: 'Update geschrieben',
    complete: 'Update vollständig',
    title: 'Schalten Sie den Speicher {{name}} wieder ein.',
    both: 'Beide Teile sind auf dem Speicher angekommen.',
    allThere_one: 'Das Update ist auf dem Speicher angekommen.',
    allThere_other: 'Alle {{count}} Teile sind auf dem Speicher angekommen.',
    waits: 'Sobald {{name}} wieder läuft, ist das Update abgeschlossen.',
    runs: 'Sobald {{name}} wieder läuft, sehen Sie ihn im Dashboard.',
    isOn: '{{name}} ist auf dem neuen Stand.',
    isOnText: 'Der Speicher ist wieder eingeschaltet und arbeitet von selbst weiter.',
  },
}
