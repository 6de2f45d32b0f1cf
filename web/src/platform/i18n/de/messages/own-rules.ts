import type { RuleComparison, RuleQuantity } from '@kellersonne/core/messages/own-rules/own-rule'
import type { RuleVerdict } from '@kellersonne/core/messages/own-rules/preview'

export const ownRules = {
  title: 'Eigene Regeln',
  intro:
    'Wir schreiben Ihnen, wenn ein Wert unter oder über einer Grenze liegt, einmal zu Beginn und einmal, wenn es vorbei ist. Ruhezeit und Stummschalten gelten auch hier.',
  failed: 'Ihre Regeln lassen sich gerade nicht laden.',
  none: 'Sie haben noch keine Regel angelegt.',
  full: 'Für jeden Speicher gibt es schon zehn Regeln.',
  add: 'Regel anlegen',
  change: 'Ändern',
  remove: 'Löschen',
  changeOf: 'Ändern: {{rule}}',
  removeOf: 'Löschen: {{rule}}',
  unremoved: 'Die Regel wurde nicht gelöscht.',
  fulfilled: 'erfüllt seit {{time}}',
  unfulfilled: 'zurzeit nicht erfüllt',
  unjudged: 'wird mit dem nächsten Messwert geprüft',
  /** "Ladezustand unter 20 %, 10 Minuten lang" */
  text: '{{quantity}} {{comparison}} {{threshold}}',
  textLong_one: '{{quantity}} {{comparison}} {{threshold}}, {{count}} Minute lang',
  textLong_other: '{{quantity}} {{comparison}} {{threshold}}, {{count}} Minuten lang',
  system: 'Speicher',
  quantity: 'Wert',
  comparison: 'Liegt',
  threshold: 'Grenze in {{unit}}',
  minutes: 'Wie lange',
  atOnce: 'sofort',
  minutesLong_one: '{{count}} Minute lang',
  minutesLong_other: '{{count}} Minuten lang',
  quantities: {
    soc: 'Ladezustand',
    pv: 'PV-Leistung',
    load: 'Verbrauch',
    consumption: 'Netzbezug',
    feed_in: 'Einspeisung',
    charge: 'Ladeleistung',
    discharge: 'Entladeleistung',
  } satisfies Record<RuleQuantity, string>,
  comparisons: { below: 'unter', above: 'über' } satisfies Record<RuleComparison, string>,
  fault: {
    threshold: {
      format: 'Bitte eine ganze Zahl ohne Vorzeichen.',
      too_small: 'Darunter liegt dieser Wert nie.',
      too_big: 'Darüber liegt dieser Wert nie.',
    },
    quantity: 'Diesen Wert schickt der Speicher zurzeit nicht.',
  },
  preview: {
    verdict: {
      never: 'Hätte Ihnen in {{days}} nicht geschrieben.',
      sometimes: 'Hätte Ihnen in {{days}} {{times}} geschrieben.',
      often:
        'Wäre in {{days}} {{fulfilled}}-mal erfüllt gewesen, öfter als einmal am Tag. Geschrieben hätten wir {{times}}: Was kommt und geht, melden wir nicht jedes Mal.',
      always:
        'Wäre in {{days}} fast immer erfüllt gewesen ({{share}} der Zeit) und hätte Ihnen {{times}} geschrieben.',
    } satisfies Record<RuleVerdict, string>,
    nothing: 'Dazu gibt es noch keine Messwerte.',
    times_one: 'einmal',
    times_other: '{{count}}-mal',
    times_zero: 'kein einziges Mal',
    days_one: 'den letzten 24 Stunden',
    days_other: 'den letzten {{count}} Tagen',
    busy: 'Messwerte der letzten 30 Tage werden geprüft …',
  },
  check: 'Prüfen',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  cancel: 'Abbrechen',
}
