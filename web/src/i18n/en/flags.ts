/** What each flag says in plain words: what happened, what follows, what to do. */
export const flags = {
  relay: {
    text: 'The grid relay did not switch.',
    effect: 'The battery stays disconnected from the grid. Your home keeps running on the grid.',
    advice: 'Leave the main switch on and call customer service.',
  },
  i: {
    text: 'The current is too high.',
    effect: 'The battery neither charges nor discharges until the current is back in range.',
    advice:
      'Switch off large appliances. If the message stays for more than 15 minutes, call customer service.',
  },
  i2: {
    text: 'Severe overcurrent detected.',
    effect: 'The battery has stopped to protect itself: it neither charges nor discharges.',
    advice:
      'Switch off large appliances. If the message stays for more than 15 minutes, call customer service.',
  },
  i1: {
    text: 'Overcurrent detected.',
    effect: 'The battery keeps working with limited power.',
    advice: 'Switch on large appliances one after the other rather than all at once.',
  },
  hw: {
    text: 'A component of the battery system has failed.',
    effect: 'The system has stopped: it neither charges nor discharges.',
    advice: 'Call customer service and give them the serial number.',
  },
  bat: {
    text: 'The battery reports an error.',
    effect: 'The system has stopped: it neither charges nor discharges.',
    advice: 'Do not open the unit. Call customer service.',
  },
  u: {
    text: 'The grid voltage is outside the permitted range.',
    effect: 'The battery waits until the voltage is right again.',
    advice: 'This usually passes quickly. If it happens often, ask your grid operator.',
  },
  sv: {
    text: 'The supply voltage of the controller is faulty.',
    effect: 'The system has stopped: it neither charges nor discharges.',
    advice:
      'Switch the main switch off, and on again after a minute. If that does not help, call customer service.',
  },
  na_schutz: {
    text: 'The grid and plant protection has switched off.',
    effect: 'The battery is disconnected from the grid and will reconnect by itself.',
    advice: 'You need not do anything. If it takes longer than an hour, call customer service.',
  },
  sm1: {
    text: 'The battery is in safe mode 1.',
    effect: 'It neither charges nor discharges until the cause is gone.',
    advice: 'Leave the main switch on. If the message stays for more than 15 minutes, call customer service.',
  },
  sm2: {
    text: 'The battery is in safe mode 2.',
    effect: 'It neither charges nor discharges until the cause is gone.',
    advice: 'Call customer service and give them the serial number.',
  },
  wait60: {
    text: 'The battery is waiting for 60 seconds.',
    effect: 'After that it reconnects to the grid.',
    advice: 'You need not do anything.',
  },
  sm_test: {
    text: 'The battery is testing itself.',
    effect: 'Its power may vary meanwhile.',
    advice: 'You need not do anything.',
  },
  m: {
    text: 'General message from the battery.',
    effect: 'The battery keeps working.',
    advice: 'You need not do anything.',
  },
  ein: {
    text: 'The battery is switched on.',
    effect: 'It charges and discharges as needed.',
    advice: 'You need not do anything.',
  },
  aus: {
    text: 'The battery is switched off.',
    effect: 'It neither charges nor discharges.',
    advice: 'Turn the main switch on if the battery should work.',
  },
  other: {
    text: 'The battery reports code {{code}}.',
    effect: 'Customer service knows what it means.',
    advice: 'Note the code. If it stays for more than 15 minutes, call customer service.',
  },
  battery: {
    text: 'The battery reports error {{code}}.',
    effect: 'The system protects itself and may stop.',
    advice: 'Do not open the unit. Give customer service this number.',
  },
}
