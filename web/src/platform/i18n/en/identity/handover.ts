/** The hand-over of a system that somebody still owns (AUT-17). */
export const handover = {
  title: 'is being handed over',
  giving:
    'Somebody with another account has entered the registration code of this battery in order to take it over. Unless you object, and once its main switch has been used, it belongs to that account from {{time}} on. Nobody there sees your values so far.',
  switch:
    'The battery still belongs to somebody else. Turn its main switch off and on again by {{switchBy}}; if the battery was off already, switch it on first. Unless its present owner objects, it is yours from {{time}} on, or as soon as they release it.',
  enterAgain:
    'The battery still belongs to somebody else, and its main switch was not used in time. Enter the registration code again when you are at the unit. Without an objection, the battery is yours from {{time}} on at the earliest.',
  proven:
    'The main switch has been used. Unless its present owner objects, the battery is yours from {{time}} on, or as soon as they release it.',
  object: 'Object',
  objectOf: 'Object to handing over {{name}}',
  agree: 'Hand over now',
  agreeOf: 'Hand over now: {{name}}',
  agreeTitle: 'Hand over system {{name}}?',
  agreeText:
    'The battery then belongs at once to the account that has entered the registration code. We do not know whose it is. You no longer see any data of it, not even the past. This cannot be undone.',
  agreeNow: 'Hand over',
  cancel: 'Cancel',
  cancelOf: 'Cancel taking over {{name}}',
}
