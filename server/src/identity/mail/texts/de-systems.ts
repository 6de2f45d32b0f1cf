import type { Event } from './event.ts'

const UNLESS_YOU =
  'Haben Sie das selbst getan? Dann müssen Sie nichts tun. Wenn nicht, ist jemand in Ihrem Konto angemeldet: Legen Sie ein neues Passwort fest, das beendet alle Sitzungen. Danach sehen Sie auf der Seite „Hinweise“ nach, was noch eingeschaltet ist, und schalten „Störungen“ dort wieder ein.'

/** Mails to owners about their systems. */
export const systemMails = {
  system_claimed: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} gehört jetzt zu Ihrem Konto`,
    before: [
      `Der Speicher mit der Seriennummer ${sn} wurde am ${when} Ihrem Konto hinzugefügt.`,
      'Das waren Sie? Dann müssen Sie nichts tun. Das waren nicht Sie? Dann legen Sie ein neues Passwort fest und geben Sie den Speicher in den Einstellungen wieder frei.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  system_switched: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} gehört jetzt zu Ihrem Konto`,
    before: [
      `Der Speicher mit der Seriennummer ${sn} wurde am ${when} über seinen Hauptschalter Ihrem Konto hinzugefügt.`,
      'Das waren Sie? Dann geben Sie in den Einstellungen noch den Registrierungscode vom Typenschild ein: Wer ihn kennt, etwa wer den Speicher vor Ihnen hatte, kann den Speicher sonst in den ersten 30 Tagen übernehmen.',
      'Das waren nicht Sie? Dann legen Sie ein neues Passwort fest und geben Sie den Speicher in den Einstellungen wieder frei.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  system_lost: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} gehört nicht mehr zu Ihrem Konto`,
    before: [
      `Sie hatten den Speicher mit der Seriennummer ${sn} über seinen Hauptschalter hinzugefügt. Am ${when} hat ihn jemand mit dem Registrierungscode vom Typenschild hinzugefügt. In den ersten 30 Tagen gilt der Code mehr; der Speicher gehört jetzt zu jenem Konto.`,
      'Gehört er zu Ihrem Haushalt oder haben Sie das erwartet? Dann müssen Sie nichts tun. Wenn nicht, widersprechen Sie innerhalb von sieben Tagen beim Kundendienst, am besten mit einem Foto des Typenschilds.',
    ],
    button: 'Kundendienst erreichen',
    after: [],
  }),

  system_given_up: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} wurde abgegeben`,
    before: [
      `In Ihrem Konto wurde Speicher ${sn} am ${when} abgegeben. Er gehört nicht mehr dazu.`,
      'Haben Sie das selbst getan? Dann müssen Sie nichts tun. Wenn nicht, kennt jemand Ihr Passwort: Legen Sie ein neues fest, das beendet alle Sitzungen. Danach fügen Sie den Speicher mit seinem Code in den Einstellungen wieder hinzu; er beginnt dort von vorn, und was er bis jetzt gemessen hat, steht nur noch in Ihrem Export. Geht das nicht, hilft der Kundendienst.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  own_system_given_up: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} wurde abgegeben`,
    before: [
      `In Ihrem Konto wurde Speicher ${sn} am ${when} abgegeben. Er gehört nicht mehr dazu, und von seinem Gateway nehmen wir keine Werte mehr an.`,
      'Haben Sie das selbst getan? Dann müssen Sie nichts tun. Wenn nicht, kennt jemand Ihr Passwort: Legen Sie ein neues fest, das beendet alle Sitzungen. Danach koppeln Sie das Gateway in den Einstellungen neu; der Speicher bekommt dabei eine andere Seriennummer und beginnt von vorn, und was er bis jetzt gemessen hat, steht nur noch in Ihrem Export.',
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  system_given_on: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} wurde abgegeben`,
    before: [
      `In Ihrem Konto wurde Speicher ${sn} am ${when} abgegeben, während jemand mit seinem Code um die Übergabe gebeten hatte. Er gehört jetzt zu jenem Konto.`,
      'Haben Sie das selbst getan? Dann müssen Sie nichts tun. Wenn nicht, kennt jemand Ihr Passwort: Wählen Sie auf der Anmeldeseite „Passwort vergessen?“ und legen Sie ein neues fest, das beendet alle Sitzungen. Mit dem Code bekommen Sie den Speicher nicht zurück: Widersprechen Sie beim Kundendienst, am besten mit einem Foto des Typenschilds.',
    ],
    button: 'Kundendienst erreichen',
    after: [],
  }),

  system_released: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} gehört nicht mehr zu Ihrem Konto`,
    before: [
      `Der Kundendienst hat den Speicher mit der Seriennummer ${sn} am ${when} von Ihrem Konto gelöst, zum Beispiel weil er jetzt jemand anderem gehört. Ihre bisherigen Werte sieht niemand, dem der Speicher später gehört.`,
    ],
    button: 'Kundendienst erreichen',
    after: ['Haben Sie das nicht erwartet? Dann melden Sie sich beim Kundendienst.'],
  }),

  system_handed_over: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} ist übergeben`,
    before: [
      `Der Speicher mit der Seriennummer ${sn} gehört seit dem ${when} nicht mehr zu Ihrem Konto: Jemand hat den Registrierungscode vom Typenschild eingegeben und den Hauptschalter betätigt, und Sie haben innerhalb von sieben Tagen nicht widersprochen. Ihre bisherigen Werte sieht der neue Besitzer nicht.`,
    ],
    button: 'Kundendienst erreichen',
    after: ['Haben Sie das nicht erwartet? Dann melden Sie sich beim Kundendienst.'],
  }),

  handover_begun: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Möchten Sie Speicher ${sn} übergeben?`,
    before: [
      `Am ${when} hat jemand mit einem anderen Konto den Registrierungscode des Speichers mit der Seriennummer ${sn} eingegeben, um ihn zu übernehmen.`,
      'Haben Sie das Haus oder den Speicher verkauft? Dann müssen Sie nichts tun, oder Sie übergeben ihn in den Einstellungen sofort. Gehört er weiter Ihnen? Dann widersprechen Sie dort innerhalb von sieben Tagen. Ihre bisherigen Werte sieht der neue Besitzer nicht.',
    ],
    button: 'Zu den Einstellungen',
    after: [],
  }),

  handover_unconfirmed: ({ when }: Event) => ({
    subject: 'Möchten Sie Ihren Speicher übergeben?',
    before: [
      `Am ${when} hat jemand mit einem anderen Konto den Registrierungscode eines Speichers eingegeben, der zu dem Konto mit dieser E-Mail-Adresse gehört, um ihn zu übernehmen. Welcher es ist, sehen Sie im Portal; hier steht es nicht, weil die Adresse noch nicht bestätigt wurde.`,
      'Haben Sie das Haus oder den Speicher verkauft? Dann müssen Sie nichts tun. Gehört er weiter Ihnen? Dann widersprechen Sie in den Einstellungen innerhalb von sieben Tagen.',
    ],
    button: 'Zu den Einstellungen',
    after: [
      'Sie haben kein Konto bei uns? Dann hat sich jemand bei der Adresse vertippt, und Sie müssen nichts tun.',
    ],
  }),

  handover_ended: ({ sn }: Event & { readonly sn: string }) => ({
    subject: `Speicher ${sn} wird nicht übergeben`,
    before: [
      `Die Übergabe des Speichers mit der Seriennummer ${sn} an Ihr Konto ist beendet: Sein bisheriger Besitzer hat widersprochen, der Hauptschalter wurde nicht rechtzeitig betätigt, oder der Code wurde ersetzt.`,
      'Gehört der Speicher Ihnen? Dann hilft der Kundendienst, am besten mit dem Kaufvertrag und einem Foto des Typenschilds.',
    ],
    button: 'Kundendienst erreichen',
    after: [],
  }),

  gateway_paired: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Ein Gateway ist mit Ihrem Konto gekoppelt`,
    before: [
      `Am ${when} wurde mit einem Kopplungscode aus Ihrem Konto ein Gateway angeschlossen. Seine Werte erscheinen unter der Seriennummer ${sn}.`,
      'Das waren Sie? Dann müssen Sie nichts tun. Das waren nicht Sie? Dann sperren Sie das Gateway in den Einstellungen und legen Sie ein neues Passwort fest.',
    ],
    button: 'Zu den Einstellungen',
    after: [],
  }),

  gateway_replaced: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Das Gateway Ihrer Anlage ${sn} ist ersetzt`,
    before: [
      `Am ${when} wurde mit einem Kopplungscode aus Ihrem Konto ein Gateway anstelle des bisherigen an die Anlage mit der Seriennummer ${sn} angeschlossen. Die Zugangsdaten des bisherigen gelten nicht mehr.`,
      'Das waren Sie? Dann müssen Sie nichts tun. Das waren nicht Sie? Dann sperren Sie das Gateway in den Einstellungen, legen Sie ein neues Passwort fest und koppeln Sie Ihr eigenes neu.',
    ],
    button: 'Zu den Einstellungen',
    after: [],
  }),

  fault_alerts_off: ({ when, sn }: Event & { readonly sn: string }) => ({
    subject: `Mails über Störungen am Speicher ${sn} ausgeschaltet`,
    before: [
      `In Ihrem Konto wurden am ${when} Mails oder Benachrichtigungen über Störungen am Speicher mit der Seriennummer ${sn} ausgeschaltet. Eine Mail bekommen Sie jetzt nicht mehr, wenn er eine Störung meldet.`,
      UNLESS_YOU,
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),

  all_fault_alerts_off: ({ when }: Event) => ({
    subject: 'Mails über Störungen an allen Ihren Speichern ausgeschaltet',
    before: [
      `In Ihrem Konto wurden am ${when} Mails oder Benachrichtigungen über Störungen ausgeschaltet. Eine Mail bekommen Sie jetzt von keinem Ihrer Speicher mehr, wenn er eine Störung meldet.`,
      UNLESS_YOU,
    ],
    button: 'Neues Passwort festlegen',
    after: [],
  }),
}
