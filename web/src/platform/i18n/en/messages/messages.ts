import type { CatalogueEntry } from '@kellersonne/core/messages/messages'

export const messages = {
  title: 'Messages',
  all: 'All messages',
  filter: 'Choose messages',
  which: 'State',
  any: 'All',
  open: 'Open',
  notOpen: 'Not open',
  severity: 'Kind',
  anySeverity: 'All kinds',
  danger: 'Urgent',
  warn: 'Attention',
  info: 'Notice',
  column: {
    time: 'Time',
    system: 'System',
    code: 'Code',
    meaning: 'Meaning',
    lasted: 'Duration',
    state: 'State',
  },
  pages: 'Pages of messages',
  page: 'Page {{page}}',
  previous: 'Previous page',
  next: 'Next page',
  range: '{{first}}–{{last}} of {{total}}',
  cut: 'Only the first {{most}} can be paged through. A narrower choice shows older ones, too.',
  never: 'There have been no messages so far.',
  nothingFits: 'No message matches this choice.',
  showAll: 'Show all messages',
  failed: 'The messages cannot be loaded right now.',
  loading: 'Messages are being loaded.',
  meaning: 'What this means',
  effect: 'What follows from it',
  advice: 'What you can do',
  help: 'When to call for help',
  whatNow: 'What now?',
  overNow: 'This message has gone meanwhile.',
  openAgain: 'This message is back.',
  fact: {
    system: 'System',
    state: 'State',
    since: 'Since',
    from: 'Began',
    until: 'Until',
    lasted: 'Duration',
    count: 'How often',
    code: 'Code on the unit',
  },
  named: '{{name}} · serial number {{sn}}',
  beforeYours: 'before the battery was part of your account',
  once: 'once',
  about: {
    relay: {
      meaning:
        'A switch inside the battery system, the grid relay, connects it to the grid. It did not switch as it should.',
      effect: 'To be safe the battery stays stopped: it neither charges nor discharges.',
      advice: 'Leave the main switch on and do not open the unit. You can rarely fix this yourself.',
      help: 'Call customer service soon and give them the serial number, even if the message goes away by itself and comes back.',
    },
    i: {
      meaning: 'The battery measured more current than it can bear for long.',
      effect: 'It neither charges nor discharges until the current is back in the permitted range.',
      advice: 'Switch off large appliances, such as the cooker, dryer or immersion heater.',
      help: 'If the message stays for more than 15 minutes or comes back often, call customer service.',
    },
    i2: {
      meaning: 'The current was far above the limit. This is the strongest of three levels of overcurrent.',
      effect: 'The battery has stopped to protect itself: it neither charges nor discharges.',
      advice:
        'Switch off large appliances, such as the cooker, dryer or immersion heater, and leave the main switch on.',
      help: 'If the message stays for more than 15 minutes or comes back, call customer service.',
    },
    i1: {
      meaning: 'The current was a little higher than intended. This is the mildest level of overcurrent.',
      effect: 'The battery keeps working, but may deliver less.',
      advice: 'Switch on large appliances one after the other rather than all at once.',
      help: 'If the message comes every day, talk to customer service or your electrician.',
    },
    hw: {
      meaning: 'While watching its components the battery system found a fault.',
      effect: 'It has stopped: it neither charges nor discharges.',
      advice: 'Do not open the unit. You cannot fix this yourself.',
      help: 'Call customer service and give them the serial number.',
    },
    bat: {
      meaning:
        'The battery watches its own cells and has reported an error. Often a number beside it says which.',
      effect: 'The system has stopped: it neither charges nor discharges.',
      advice:
        'Do not open the unit, and leave the main switch on so that the battery is still being watched.',
      help: 'Call customer service. If it smells burnt, gets very hot or smokes: keep away and call the fire brigade on 112.',
    },
    u: {
      meaning: 'The voltage of the grid was too high or too low. The cause usually lies in the grid.',
      effect:
        'The battery waits until the voltage is right again. Until then it neither charges nor discharges.',
      advice: 'You need not do anything. It usually passes quickly.',
      help: 'If it happens several times a week or takes longer than an hour, ask your grid operator or your electrician.',
    },
    sv: {
      meaning: 'The voltage that the controller of the battery works with is not right.',
      effect: 'The system has stopped: it neither charges nor discharges.',
      advice:
        'Wait for 15 minutes. If the message stays, switch the main switch off, and on again after a minute.',
      help: 'If that does not help or the message comes back, call customer service.',
    },
    na_schutz: {
      meaning:
        'The grid and plant protection (in German “NA-Schutz”) disconnects the battery as soon as voltage or frequency of the grid are not right. This is required by law.',
      effect: 'The battery is disconnected from the grid and will reconnect by itself.',
      advice: 'You need not do anything.',
      help: 'If it takes longer than an hour while you have power, or comes back often, call customer service.',
    },
    sm1: {
      meaning: 'As a precaution the battery has switched to the first of its two levels of protection.',
      effect: 'It neither charges nor discharges until the cause is gone.',
      advice: 'Leave the main switch on. Look for another message that names the cause.',
      help: 'If the message stays for more than 15 minutes, call customer service.',
    },
    sm2: {
      meaning: 'The battery has switched to the second, stricter of its two levels of protection.',
      effect: 'It neither charges nor discharges until the cause is gone.',
      advice: 'Leave the main switch on. Look for another message that names the cause.',
      help: 'Call customer service and give them the serial number.',
    },
    wait60: {
      meaning:
        'After being switched on, or after trouble in the grid, the battery watches the grid for 60 seconds before it connects.',
      effect: 'Until then it neither charges nor discharges. It connects by itself.',
      advice: 'You need not do anything.',
      help: 'If the notice stays for more than 15 minutes, call customer service.',
    },
    sm_test: {
      meaning:
        'The battery is testing its protective devices. It does so from time to time and when you ask for it.',
      effect: 'Its power may vary meanwhile.',
      advice: 'You need not do anything.',
      help: 'If the notice stays for more than 15 minutes, call customer service.',
    },
    m: {
      meaning: 'The battery gives a notice that it does not specify.',
      effect: 'The battery keeps working.',
      advice: 'You need not do anything.',
      help: 'Only if you notice something about the battery: talk to customer service then.',
    },
    ein: {
      meaning: 'This is a state and no fault: the battery is switched on.',
      effect: 'It charges and discharges as needed.',
      advice: 'You need not do anything.',
      help: 'You need no help with this.',
    },
    aus: {
      meaning: 'This is a state and no fault: the battery is switched off.',
      effect: 'It neither charges nor discharges.',
      advice: 'Switch it on if it should work: here under Batteries, or at the unit.',
      help: 'If it cannot be switched on, call customer service.',
    },
    other: {
      meaning: 'The battery reports code “{{code}}”. The portal does not know what it means.',
      effect: 'We do not know what follows from it. The overview shows whether the battery is working.',
      advice: 'Note the code and leave the main switch on.',
      help: 'If the message stays for more than 15 minutes, give customer service the code “{{code}}”.',
    },
    battery: {
      meaning:
        'The battery reports an error with number {{code}}. Customer service knows what the number means.',
      effect: 'The system protects itself and may stop because of it.',
      advice: 'Do not open the unit and leave the main switch on.',
      help: 'If the message stays for more than 15 minutes, give customer service the number {{code}}. If it smells burnt, gets very hot or smokes: keep away and call the fire brigade on 112.',
    },
  } satisfies Record<CatalogueEntry, object>,
}
