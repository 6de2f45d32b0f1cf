/** Texts of the page about the health of batteries. */
export const health = {
  title: 'Gesundheit der Batterie',
  intro:
    'Aus langen Ladungen und Entladungen wird geschätzt, wie viel Energie noch in die Batterie passt. Gezählt wird nur, was gemessen wurde, höchstens drei Jahre zurück.',
  system: 'Speicher',
  loading: 'Die Messwerte der Batterie werden ausgewertet.',
  failed: 'Die Gesundheit der Batterie lässt sich nicht laden.',
  nothing:
    'Es gibt noch keinen gemessenen Ladezustand. Sobald der Speicher ihn meldet, beginnt hier die Auswertung.',
  capacityTitle: 'Was noch hineinpasst',
  good: 'Gesund: {{share}} nach {{years}} Jahren, üblich sind {{usual}}.',
  weak: 'Weniger als üblich: {{share}} nach {{years}} Jahren, üblich sind {{usual}}, wenn sie beim ersten Messwert neu war.',
  weakAdvice:
    'Was gewährleistet ist, steht in den Bedingungen des Herstellers. Zeigen Sie diese Seite dem Betrieb, der den Speicher eingebaut hat.',
  early:
    'Seit weniger als einem halben Jahr gemessen: {{share}} der angegebenen Kapazität. Wie die Batterie altert, zeigt sich später.',
  plain: 'In die Batterie passen {{capacity}}.',
  notStated: 'Der Speicher gibt keine Kapazität an, mit der sich das vergleichen ließe.',
  otherStated:
    'Der Speicher gibt {{stated}} an. Das passt nicht zu dem, was gemessen wurde; verglichen wird darum nicht.',
  tooFew:
    'Das lässt sich noch nicht sagen: Dafür sind zehn Ladungen oder Entladungen über mindestens 30 Prozentpunkte ohne Unterbrechung nötig.',
  exchanged: 'Am {{date}} kam eine Batterie mit mehr Kapazität hinein. Gezählt wird von da an.',
  basis:
    'Grundlage: {{runs}} Ladungen und Entladungen. Neun von zehn solcher Angaben liegen in ihrer Spanne. Der Vergleich nennt, was Speicher in Häusern im Jahr verlieren: ein bis drei Prozentpunkte. Das Alter zählt ab dem ersten Messwert.',
  plusMinus: '{{value}} ± {{by}}',
  range: '{{low}} bis {{high}}',
  chartLabel: 'Geschätzte Kapazität von {{first}} bis {{last}}, zwischen {{low}} und {{high}}.',
  legend: { month: 'mittlerer Wert eines Monats', stated: 'vom Speicher angegeben' },
  table: 'Als Tabelle',
  month: 'Monat',
  capacity: 'Kapazität',
  runs: 'Ladungen und Entladungen',
  stated: 'angegeben: {{stated}}',
  aYear: 'Verlust im Jahr',
  aYearLater: 'zeigt sich nach einem halben Jahr',
  noLoss: 'nicht messbar',
  useTitle: 'Was sie geleistet hat',
  since: 'seit {{date}}',
  roundTrip: 'Wirkungsgrad',
  roundTripRecent: 'Mittel der letzten 90 Tage',
  roundTripFirst: 'Mittel der letzten 90 Tage; in den ersten 90 Tagen {{first}}',
  roundTripLater: 'braucht fünf volle Zyklen',
  cycles: 'Volle Zyklen',
  throughput: 'geladen {{charged}}, entladen {{discharged}}',
  deep: 'Tiefentladungen',
  deepMeaning: 'unter 5 % Ladezustand',
  levelsTitle: 'Zeit nach Ladezustand',
  levels: {
    empty: 'unter 5 %',
    low: '5 bis 20 %',
    middle: '20 bis 80 %',
    high: '80 bis 95 %',
    full: '95 % und mehr',
  },
  levelsMeaning: 'Lange Zeit ganz voll oder ganz leer lässt Batterien schneller altern.',
  limits:
    'Temperaturen zeichnet Kellersonne nicht auf. Diese Seite ist eine Auswertung Ihrer Messwerte und kein Nachweis gegenüber dem Hersteller.',
}
