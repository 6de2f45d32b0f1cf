import { type RuleQuantity, unitOf } from '@kellersonne/core/messages/own-rules/own-rule'
import type { Facts } from './line.ts'
import type { AlertTexts } from './texts.ts'

const named = ({ system }: Facts) =>
  system === null ? '' : system.name === null ? `Speicher ${system.sn}` : `${system.name} (${system.sn})`
const message = ({ display }: Facts) =>
  display === null ? 'Eine Meldung, die Kellersonne nicht kennt,' : `Die Meldung „${display}“`
const gone = (facts: Facts) => `${named(facts)}: ${message(facts)} ist seit ${facts.ended} nicht mehr da.`
const wavers = (facts: Facts) =>
  `${named(facts)}: ${message(facts)} kommt und geht seit ${facts.since}. Wir schreiben Ihnen dazu erst wieder, wenn sie einen Tag lang ausgeblieben ist.`

const quantities: Readonly<Record<RuleQuantity, string>> = {
  soc: 'Ladezustand',
  pv: 'PV-Leistung',
  load: 'Verbrauch',
  consumption: 'Netzbezug',
  feed_in: 'Einspeisung',
  charge: 'Ladeleistung',
  discharge: 'Entladeleistung',
}
/** "Ladezustand unter 20 %" */
function condition({ rule }: Facts): string {
  if (rule === null) return 'Ihre Regel'
  const { quantity, comparison, threshold } = rule
  const number = threshold.toLocaleString('de-DE')
  return `${quantities[quantity]} ${comparison === 'below' ? 'unter' : 'über'} ${number} ${unitOf(quantity)}`
}

export const scopes = {
  all: 'aller Speicher',
  place: 'der Speicher in Ihrer Gegend',
  zone: 'der Speicher in Ihrer Zeitzone',
}
const findings: Readonly<Record<string, string>> = {
  no_charge: 'Der Speicher lädt kaum noch, obwohl Überschuss da ist',
  no_discharge: 'Der Speicher entlädt kaum noch, obwohl das Haus Strom braucht',
  round_trip: 'Der Speicher verliert beim Laden und Entladen mehr als früher',
  standby: 'Der Speicher verbraucht in Ruhe mehr als früher',
  capacity: 'In den Speicher passt weniger als früher',
  pv: 'Die PV-Anlage bringt bei klarem Himmel weniger als früher',
  signs: 'Die Messwerte des Hauses passen nicht zusammen',
  counter: 'Ein Zähler ist gesprungen',
}
const unusual = ({ finding }: Facts) => findings[finding] ?? 'Am Speicher ist etwas anders als sonst'

const fixed = ({ fix }: Facts) =>
  fix === '' ? '' : ` Für diesen Speicher gibt es ein Update (${fix}), das genau das beheben soll.`

function storm(facts: Facts): string {
  const said = facts.storm
  const what = said
    ? `Sturm mit Böen bis ${said.gust}, von ${said.begins} bis ${said.ends}, am stärksten in der Stunde ab ${said.strongest}`
    : 'Sturm mit Böen ab 90 km/h'
  const charge =
    said === null || said.soc === null
      ? ''
      : ` Zu Beginn ist der Speicher voraussichtlich zu ${said.soc} % geladen.`
  return `${named(facts)}: Für seine Gegend ist vorhergesagt: ${what}. Dabei kann das Stromnetz ausfallen.${charge} Falls Ihre Anlage das Haus bei einem Stromausfall weiter versorgen kann, hilft es, den Speicher vorher zu laden. Das ist eine Vorhersage, sie kann sich irren, und keine amtliche Warnung. Amtliche Warnungen gibt der Deutsche Wetterdienst heraus.`
}

export const de: AlertTexts = {
  subject: (count) => `Kellersonne: ${count} Hinweise`,
  subjectWith: (title, others) =>
    `${title} und ${others === 1 ? 'ein weiterer Hinweis' : `${others} weitere Hinweise`}`,
  title: (cause, kind, facts) => {
    if (cause === 'sign_in')
      return facts.count === 1
        ? 'Anmeldung von einem neuen Gerät'
        : `${facts.wasSent ? 'Inzwischen ' : ''}${facts.count} Anmeldungen von neuen Geräten`
    const what = {
      fault: `Störung „${facts.display}“`,
      warning: facts.display === null ? 'Meldung, die Kellersonne nicht kennt' : `Meldung „${facts.display}“`,
      grid: 'vom Stromnetz getrennt',
      silent: 'keine Werte mehr',
      battery: unusual(facts),
      rule: condition(facts),
      winter: 'wenig Sonne in den nächsten Tagen',
      empty: 'wird voraussichtlich leer',
      storm: 'Sturm vorhergesagt',
      update_switch: 'Update wartet auf den Hauptschalter',
      update_finished: 'Update fertig',
      update_failed: 'Update abgebrochen',
      claim: 'Jemand möchte ihn übernehmen',
    }[cause]
    return `${named(facts)}: ${kind === 'ended' ? 'vorbei: ' : ''}${what}`
  },
  begun: {
    fault: (facts) =>
      `${named(facts)} meldet seit ${facts.since} eine Störung; am Gerät steht „${facts.display}“. Solange sie besteht, lädt und entlädt er nicht. Öffnen Sie das Gerät nicht.`,
    warning: (facts) =>
      facts.display === null
        ? `${named(facts)} meldet seit ${facts.since} etwas, was Kellersonne nicht kennt. Den Wortlaut und was Sie tun können, finden Sie im Portal.`
        : `${named(facts)} meldet seit ${facts.since} „${facts.display}“. Was das bedeutet und was Sie tun können, steht im Portal.`,
    grid: (facts) =>
      `${named(facts)} hat sich am ${facts.since} vom Stromnetz getrennt, weil Spannung oder Frequenz nicht stimmen oder der Strom ausgefallen ist. Er soll sich von selbst wieder verbinden, sobald das Netz in Ordnung ist.`,
    silent: (facts) =>
      facts.share === null
        ? `${named(facts)} hat zuletzt am ${facts.since} Werte geschickt. Ob er arbeitet, wissen wir nicht. Sehen Sie nach, ob Ihr Internet geht und der Hauptschalter eingeschaltet ist.`
        : `${named(facts)} hat zuletzt am ${facts.since} Werte geschickt, und mit ihm schweigen zurzeit mindestens ${facts.share} % ${scopes[facts.scope]}. Die Ursache liegt also wahrscheinlich nicht bei Ihnen, sondern bei uns oder im Netz. Ob Ihr Speicher arbeitet, wissen wir nicht.`,
    battery: (facts) =>
      `${named(facts)}: ${unusual(facts)}. Das zeigen die eigenen Messwerte der letzten 60 Tage, seit ${facts.since}. Die Zahlen dazu und was Sie tun können, stehen im Portal.${fixed(facts)}`,
    rule: (facts) =>
      `${named(facts)}: ${condition(facts)}, seit ${facts.since}. Das meldet eine Regel, die Sie angelegt haben.`,
    winter: (facts) =>
      `${named(facts)}: Nach der Vorhersage vom ${facts.since} deckt die Sonne in den nächsten zwei Tagen Ihren Verbrauch nicht, auch wenn sie viel scheint. Der Speicher wird dann wohl nicht voll. Das ist eine Vorhersage, sie kann sich irren.`,
    empty: (facts) =>
      `${named(facts)}: Nach der Vorhersage vom ${facts.since} reicht die Sonne nicht, und der Speicher ist voraussichtlich innerhalb von 48 Stunden leer. Das ist eine Vorhersage, sie kann sich irren.`,
    storm,
    update_switch: (facts) =>
      `${named(facts)}: Das Update ist seit ${facts.since} installiert (${facts.chips}). Es wird wirksam, wenn Sie den Speicher am Hauptschalter aus- und wieder einschalten.`,
    update_finished: (facts) =>
      `${named(facts)}: Das Update ist seit ${facts.since} fertig (${facts.chips}).`,
    update_failed: (facts) =>
      `${named(facts)}: Das Update wurde am ${facts.since} abgebrochen (${facts.chips}). Im Portal steht, warum, und wie es weitergeht.`,
    claim: (facts) => `${named(facts)}: Jemand möchte diesen Speicher übernehmen.`,
    sign_in: (facts) =>
      `${facts.count === 1 ? `Am ${facts.since} hat sich jemand an Ihrem Konto angemeldet oder eine Anmeldung fortgesetzt` : `An Ihrem Konto wurde ${facts.wasSent ? 'inzwischen ' : ''}${facts.count}-mal eine Anmeldung begonnen oder fortgesetzt${facts.wasSent ? ', frühere Mails mitgezählt' : ''}, zuletzt am ${facts.since}`}, mit einem Gerät und aus einem Netz, die wir von Ihnen nicht kennen. Waren Sie das, müssen Sie nichts tun. Wenn nicht, legen Sie sofort ein neues Passwort fest: Das beendet alle anderen Sitzungen.`,
  },
  wavering: {
    rule: (facts) =>
      `${named(facts)}: ${condition(facts)}, das kommt und geht seit ${facts.since}. Wir schreiben Ihnen dazu erst wieder, wenn es einen Tag lang nicht mehr vorkam.`,
    fault: wavers,
    warning: wavers,
    grid: (facts) =>
      `${named(facts)} trennt sich seit ${facts.since} immer wieder vom Stromnetz. Wir schreiben Ihnen dazu erst wieder, wenn das einen Tag lang nicht mehr vorkam.`,
    silent: (facts) =>
      `${named(facts)} ist seit ${facts.since} immer wieder nicht zu erreichen. Wir schreiben Ihnen dazu erst wieder, wenn er einen Tag lang erreichbar war. Oft liegt das am WLAN oder am Internetanschluss.`,
    battery: (facts) =>
      `${named(facts)}: ${unusual(facts)}, seit ${facts.since} mit Unterbrechungen. Wir schreiben Ihnen dazu erst wieder, wenn es einen Tag lang nicht mehr auffiel.`,
  },
  ended: {
    rule: (facts) => `${named(facts)}: Seit ${facts.ended} gilt nicht mehr: ${condition(facts)}.`,
    fault: gone,
    warning: gone,
    grid: (facts) => `${named(facts)} meldet seit ${facts.ended} keine Trennung vom Stromnetz mehr.`,
    silent: (facts) => `${named(facts)} schickt seit ${facts.ended} wieder Werte.`,
    battery: (facts) => `${named(facts)}: Das fällt seit ${facts.ended} nicht mehr auf: „${unusual(facts)}“.`,
  },
  more: (count) => `Und ${count} weitere: Sie stehen im Portal.`,
  danger:
    'Riecht es verbrannt, wird das Gerät sehr heiß oder raucht es: Halten Sie Abstand und rufen Sie die Feuerwehr unter 112.',
  button: 'Hinweise ansehen',
  mute: 'Dazu eine Zeit lang oder gar nicht mehr schreiben',
}
