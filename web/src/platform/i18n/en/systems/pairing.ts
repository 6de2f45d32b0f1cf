import type { pairing as german } from '../../de/systems/pairing.ts'

export const pairing: typeof german = {
  title: 'Connect devices of your own',
  text: 'Batteries, inverters and meters from other manufacturers: a small program in your house, the gateway, reads them and reports their values.',
  need: 'You need a computer that is always on and on the same network as the devices, for example a Raspberry Pi, with Node.js 24 or newer.',
  make: 'Create a pairing code',
  type: 'On that computer, type these three lines, one after the other. The second one asks about your devices and shows what it reads.',
  copy_ordinal_one: 'Copy the {{count}}st line',
  copy_ordinal_two: 'Copy the {{count}}nd line',
  copy_ordinal_few: 'Copy the {{count}}rd line',
  copy_ordinal_other: 'Copy the {{count}}th line',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Please select the line.',
  left: 'The code is valid for another {{time}}, for a single gateway.',
  shownBefore:
    'A pairing code is waiting for its gateway. It is shown only once; cancel to create a new one.',
  cancel: 'Cancel',
  paired:
    'Paired as system {{sn}}. Only its first readings are still missing: start the gateway with “node gateway.mjs”.',
  heard: 'System {{sn}} is connected. This is what it has just measured:',
  pv: 'Sun',
  grid: 'Grid',
  battery: 'Battery',
  soc: 'State of charge',
  locked: 'Gateway locked',
  replace: 'Replace the gateway',
  replaceOf: 'Replace the gateway of system {{sn}}',
  lock: 'Lock',
  lockOf: 'Lock the gateway of system {{sn}}',
  lockTitle: 'Lock the gateway of system {{sn}}?',
  lockText:
    'For example because it was stolen. It is disconnected at once and can no longer report anything. Its previous values are kept, and with “Replace the gateway” a new one takes its place.',
  lockNow: 'Lock',
}
