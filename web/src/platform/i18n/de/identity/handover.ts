/** The hand-over of a system that somebody still owns (AUT-17). */
export const handover = {
  title: 'wird übergeben',
  giving:
    'Jemand mit einem anderen Konto hat den Registrierungscode dieses Speichers eingegeben, um ihn zu übernehmen. Wenn Sie nicht widersprechen und am Gerät der Hauptschalter betätigt wurde, gehört der Speicher ab {{time}} jenem Konto. Ihre bisherigen Werte sieht dort niemand.',
  switch:
    'Der Speicher gehört noch jemand anderem. Schalten Sie bis {{switchBy}} seinen Hauptschalter aus und wieder ein; war der Speicher schon aus, schalten Sie ihn zuerst ein. Widerspricht der bisherige Besitzer nicht, gehört der Speicher Ihnen ab {{time}}, oder sobald er ihn abgibt.',
  enterAgain:
    'Der Speicher gehört noch jemand anderem, und der Hauptschalter wurde nicht rechtzeitig betätigt. Geben Sie den Registrierungscode noch einmal ein, wenn Sie am Gerät sind. Ohne Widerspruch gehört der Speicher Ihnen frühestens ab {{time}}.',
  proven:
    'Der Hauptschalter wurde betätigt. Widerspricht der bisherige Besitzer nicht, gehört der Speicher Ihnen ab {{time}}, oder sobald er ihn abgibt.',
  object: 'Widersprechen',
  objectOf: 'Der Übergabe von {{name}} widersprechen',
  agree: 'Jetzt übergeben',
  agreeOf: '{{name}} jetzt übergeben',
  agreeTitle: 'Speicher {{name}} übergeben?',
  agreeText:
    'Der Speicher gehört dann sofort dem Konto, das den Registrierungscode eingegeben hat. Wem es gehört, wissen wir nicht. Sie sehen keine Daten mehr von ihm, auch nicht die bisherigen. Das lässt sich nicht zurücknehmen.',
  agreeNow: 'Übergeben',
  cancel: 'Abbrechen',
  cancelOf: 'Übernahme von {{name}} abbrechen',
}
