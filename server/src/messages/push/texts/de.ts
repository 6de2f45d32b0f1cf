import { scopes } from '../../alerts/mail/de.ts'
import type { PushTexts } from './texts.ts'

export const de: PushTexts = {
  body: {
    fault: () => 'Solange sie besteht, lädt und entlädt der Speicher nicht.',
    warning: ({ display }) =>
      display === null
        ? 'Den Wortlaut und was Sie tun können, finden Sie im Portal.'
        : 'Was das bedeutet und was Sie tun können, steht im Portal.',
    grid: () => 'Er soll sich von selbst wieder verbinden, sobald das Netz in Ordnung ist.',
    silent: ({ share, scope }) =>
      share === null
        ? 'Ob er arbeitet, wissen wir nicht. Prüfen Sie Internet und Hauptschalter.'
        : `Mit ihm schweigen mindestens ${share} % ${scopes[scope]}. Ob Ihrer arbeitet, wissen wir nicht.`,
    battery: () =>
      'Das zeigen die eigenen Messwerte der letzten 60 Tage. Was Sie tun können, steht im Portal.',
    rule: () => 'Das meldet eine Regel, die Sie angelegt haben.',
    winter: () =>
      'Die Sonne deckt in den nächsten zwei Tagen Ihren Verbrauch nicht. Das ist eine Vorhersage.',
    empty: () =>
      'Die Sonne reicht nicht: leer voraussichtlich innerhalb von 48 Stunden. Das ist eine Vorhersage.',
    storm: ({ storm }) => {
      const when = storm ? `Böen bis ${storm.gust}, von ${storm.begins} bis ${storm.ends}. ` : ''
      const charge =
        storm === null || storm.soc === null
          ? ''
          : `Zu Beginn ist der Speicher voraussichtlich zu ${storm.soc} % geladen. `
      return `${when}Das Stromnetz kann ausfallen. ${charge}Das ist eine Vorhersage und keine amtliche Warnung.`
    },
    update_switch: () =>
      'Es wird wirksam, wenn Sie den Speicher am Hauptschalter aus- und wieder einschalten.',
    update_finished: ({ chips }) => chips,
    update_failed: () => 'Im Portal steht, warum, und wie es weitergeht.',
    claim: () => 'Im Portal können Sie widersprechen.',
    sign_in: () => 'Waren Sie das nicht, legen Sie sofort ein neues Passwort fest.',
  },
  wavering: 'Kommt und geht. Wir melden es erst wieder, wenn es einen Tag lang ausgeblieben ist.',
  ended: ({ ended }) => `Seit ${ended}.`,
  several: (count) => `${count} Hinweise`,
  discreet: 'Etwas an Ihrer Anlage',
  test: {
    title: 'Kellersonne',
    body: 'So sieht ein Hinweis auf diesem Gerät aus.',
  },
}
