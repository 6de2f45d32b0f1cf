import { storage } from '../live/storage.ts'

/** Texts of the update wizard's progress: its steps, the choice and the checks before the start. */
export const flight = {
  steps: 'Steps',
  stepDone: 'done',
  gauge: {
    waiting: 'waiting, {{percent}}',
    failed: 'interrupted',
    unknown: 'not known',
  },
  choice: {
    label: 'Battery',
    update: 'Update',
    waiting: 'Update waiting',
    running: 'Update running',
    parts_one: 'update in {{count}} part',
    parts_other: 'update in {{count}} parts',
    current: 'up to date',
    noVersion: 'version not known',
    nothing: 'no update available',
  },
  table: {
    title: 'Current versions',
    name: 'Battery',
    sn: 'Serial number',
    state: 'State',
    versions: 'Version',
    none: 'not known',
  },
  storage,
  checks: {
    title: 'Before the start',
    ready: 'All ready',
    notReady: 'Not all ready yet',
    online: {
      yes: '{{name}} is online.',
      no: '{{name}} is not online.',
      noDo: 'Check the internet connection at the device. Without it {{name}} cannot download anything.',
    },
    switched_off: {
      yes: '{{name}} is switched off.',
      no: '{{name}} is still switched on.',
      noDo: 'Set the main switch at the cabinet to 0.',
      unknown: 'Whether {{name}} is switched off is not known.',
      unknownDo: 'Look at the cabinet: the main switch must be at 0.',
    },
    update_mode: {
      yes: 'Display shows update mode: seen',
      no: 'Display shows update mode: not seen yet',
      noDo: 'The display changes shortly after switching off. If it does not, switch {{name}} on and off once more.',
      unknown: 'Display shows update mode: not known',
      unknownDo: 'Look at the display of {{name}}.',
    },
    charged: {
      yes: 'It is charged enough.',
      no: 'It is not charged enough.',
      noDo: '{{enough}} are needed. Switch {{name}} on until it is charged that far.',
      unknown: 'How full {{name}} is is not known.',
      unknownDo: 'Its display shows it. {{enough}} are needed.',
    },
  },
  plan: {
    title: 'What will be installed',
    none: 'There is nothing to install at the moment.',
    notes: 'New in {{version}}',
    changes: 'What changes for you',
    noChanges: 'Nothing changes for you.',
    usual: 'Usually takes about {{time}}, by {{count}} finished updates.',
    tooFew: 'How long it usually takes we cannot say yet: too few have been through it.',
  },
}
