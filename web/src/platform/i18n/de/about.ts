export const about = {
  operator:
    'Dies ist eine Vorlage. Wer diese Installation betreibt, hat hier noch keine eigene Seite hinterlegt (Einstellung {{variable}}); was in eckigen Klammern steht, muss noch eingesetzt, alles andere geprüft werden.',
  home: {
    title: 'Startseite',
    heading: 'Die Sonne im Keller',
    text: 'Kellersonne zeigt Besitzern von Hausspeichern, was ihr Speicher gerade tut: was vom Dach kommt, was das Haus verbraucht, was im Keller lagert und was ins Netz fließt. Sie brauchen dafür ein Konto und die Seriennummer oder den Registrierungscode Ihres Speichers. Ihr Speicher arbeitet unabhängig von dieser Seite.',
    signIn: 'Anmelden',
    register: 'Registrieren',
    dashboard: 'Zum Dashboard',
  },
  contact: {
    title: 'Kontakt',
    sections: [
      {
        title: 'Wen Sie fragen können',
        text: 'Bei Fragen zu Ihrem Speicher hilft Ihnen, wer ihn eingebaut oder Ihnen diese Adresse gegeben hat.',
      },
    ],
  },
  imprint: {
    title: 'Impressum',
    sections: [
      {
        title: 'Verantwortlich',
        text: '[Name oder Firma mit Rechtsform], [Straße und Hausnummer], [Postleitzahl und Ort]. Vertreten durch [Name]. Kellersonne ist die Software, mit der diese Seiten laufen; wer sie schreibt, betreibt diese Installation nicht.',
      },
      { title: 'Kontakt', text: 'E-Mail: [Adresse]. Telefon: [Nummer].' },
      {
        title: 'Register und Umsatzsteuer',
        text: '[Registergericht und Registernummer, falls eingetragen]. [Umsatzsteuer-Identifikationsnummer nach § 27a UStG, falls vorhanden].',
      },
      {
        title: 'Streitbeilegung',
        text: '[Ob an Verfahren vor einer Verbraucherschlichtungsstelle teilgenommen wird, und vor welcher].',
      },
    ],
  },
  privacy: {
    title: 'Datenschutz',
    sections: [
      {
        title: 'Wer verantwortlich ist',
        text: '[Name und Anschrift wie im Impressum]. Datenschutzbeauftragt: [Name und Adresse, falls benannt]. Verarbeitet wird, was nötig ist, um Ihnen dieses Portal zu bieten (Art. 6 Abs. 1 Buchst. b DSGVO), und das Sicherheitsprotokoll, um es vor Missbrauch zu schützen (Buchst. f).',
      },
      {
        title: 'Was gespeichert wird',
        text: 'Ihr Konto: E-Mail-Adresse, Telefonnummer, Land, Sprache, wann und welchen Nutzungsbedingungen Sie zugestimmt haben und, wenn Sie eines hochladen, Ihr Bild. Ihr Passwort liegt nur als Prüfwert vor, aus dem es sich nicht zurückrechnen lässt. Melden Sie sich über einen anderen Anbieter an, merken wir uns dessen Kennung für Sie.',
      },
      {
        title: 'Messwerte',
        text: 'Ihre Speicher senden laufend Leistung, Ladezustand, Netzspannung, Energiezähler, ihren Zustand und Meldungen. Die Liste der Meldungen zeigt je Speicher die neuesten 20.000. Sie sehen nur, was seit Ihrer Registrierung des Speichers kam; wer ihn vorher besaß, sieht davon nichts. Wo ein Speicher steht, wissen wir nur, wenn Sie es angeben, auf ein Zehntel Grad genau. Ist eine Wettervorhersage eingerichtet, erfährt deren Anbieter diese Gegend, aber nicht, wer Sie sind. Schweigen viele Speicher einer Gegend zugleich, erfahren die anderen dort nur, welcher Anteil es ist. Zeigen Sie die Werte Ihrer Batterie mit einem Link, sieht sie, wer ihn hat, bis er endet oder Sie ihn widerrufen; vom Link bewahren wir nur eine Prüfsumme auf.',
      },
      {
        title: 'Anmeldungen und Sicherheit',
        text: 'Zu jeder Anmeldung merken wir uns Beginn, letzte Nutzung und wie Ihr Browser sich nennt; in den Einstellungen können Sie jede beenden. Wann Sie sich zuletzt angemeldet haben, merken wir uns auf den Tag genau: Ein Konto, das nie einen Speicher hatte, löschen wir ein Jahr danach und schreiben Ihnen zwei Wochen vorher. Wie oft jemand etwas versucht, zählen wir unter verschlüsselten Kennungen; ebenso merken wir uns 90 Tage lang, aus welchen Netzen Sie sich anmelden. Das Sicherheitsprotokoll hält fest, wann und von welcher Netzadresse sich ein Konto anmeldet oder geändert wird, ohne E-Mail-Adresse und Passwort.',
      },
      {
        title: 'Im Browser',
        text: 'Ihr Browser bewahrt Ihre Anmeldung, Sprache, Darstellung und die Liste Ihrer Speicher auf, bis Sie sich abmelden; Sprache und Darstellung bleiben. Cookies gibt es drei: eines, solange Sie angemeldet sind, mit dem der Update-Dienst Sie erkennt, eines, während Sie sich über einen anderen Anbieter anmelden, und eines für 400 Tage, an dem wir einen Browser wiedererkennen, mit dem Sie sich schon angemeldet haben: So sperrt Sie dort niemand durch falsche Passwörter aus.',
      },
      {
        title: 'Updates',
        text: 'Zu jedem Update merken wir uns, wer ihm wann und in welchem Wortlaut zugestimmt hat und wie es ausging. Das ist Teil Ihres Exports.',
      },
      {
        title: 'Kein Verfolgen',
        text: 'Es gibt keine Werbung, keine Statistik über Besucher und keine Inhalte fremder Server.',
      },
      {
        title: 'E-Mails',
        text: 'Sie bekommen E-Mails zu Ihrem Konto, etwa wenn sich das Passwort ändert, und zu Ihren Speichern, etwa bei einer Störung; welche davon, bestimmen Sie unter „Hinweise“. Sie werden gelöscht, sobald sie gesendet sind; worauf wir Sie hingewiesen haben, wann und unter welcher Adresse, ist Teil Ihres Exports. Eine neue E-Mail-Adresse merken wir uns, bis Sie sie bestätigen, höchstens etwa 24 Stunden; danach die bisherige sieben Tage lang, damit Sie die Änderung zurücknehmen können.',
      },
      {
        title: 'Benachrichtigungen im Browser',
        text: 'Schalten Sie auf einem Gerät Benachrichtigungen ein, gehen Hinweise auch über den Push-Dienst des Browsers: Google (Chrome, Edge unter Android und andere), Mozilla (Firefox), Apple (Safari) oder Microsoft (Edge). Die Nachricht ist bis zu Ihrem Browser verschlüsselt; der Dienst erfährt, wann und wie viel an welchen Browser geht, und dass es von uns kommt. Dazu merken wir uns die Adresse des Browsers beim Dienst, seine Schlüssel und seinen Namen, bis Sie das Gerät entfernen oder die Anmeldung dort endet.',
      },
      {
        title: 'Mitnehmen und löschen',
        text: 'Unter „Benutzer“ laden Sie alle Ihre Daten als ZIP-Datei herunter. In den Einstellungen löschen Sie Ihr Konto: Alles, was auf Sie hinweist, verschwindet sofort und endgültig. Messwerte bleiben ohne Verbindung zu einer Person erhalten.',
      },
      {
        title: 'Wie lange',
        text: 'Einzelne Messwerte 35 Tage, Viertelstunden auf Dauer, das Sicherheitsprotokoll [Dauer], Sicherungen [Dauer].',
      },
      {
        title: 'Wer hilft, und wo Sie sich beschweren können',
        text: 'Auftragsverarbeiter: [Rechenzentrum, Mailversand]. Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Widerspruch und Mitnahme Ihrer Daten, und auf Beschwerde bei [zuständige Aufsichtsbehörde].',
      },
    ],
  },
  terms: {
    title: 'Nutzungsbedingungen',
    version: 'Fassung {{version}}',
    sections: [
      {
        title: 'Wofür dieses Portal da ist',
        text: 'Sie sehen hier Werte Ihrer eigenen Speicher und verwalten Ihr Konto. Registrieren Sie nur Speicher, die Ihnen gehören oder für die Sie handeln dürfen.',
      },
      {
        title: 'Ihr Konto',
        text: 'Machen Sie richtige Angaben und halten Sie Ihr Passwort geheim. Sie können Ihr Konto jederzeit löschen.',
      },
      {
        title: 'Was Sie nicht erwarten dürfen',
        text: 'Werte und Prognosen dienen der Übersicht und nicht der Abrechnung. Das Portal kann zeitweise nicht erreichbar sein; Ihr Speicher arbeitet davon unabhängig weiter.',
      },
    ],
  },
}
