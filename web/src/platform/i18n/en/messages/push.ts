import type { push as german } from '../../de/messages/push.ts'

export const push: typeof german = {
  title: 'Notifications on this device',
  intro:
    'Alerts then also appear as notifications, even if the portal is closed. That holds for as long as you are signed in here.',
  services:
    'The message travels encrypted through the browser’s push service (Google, Mozilla, Apple or Microsoft). It learns when something comes, but not what.',
  enable: 'Enable on this device',
  asks: 'The browser then asks whether it may show notifications.',
  enabling: 'Enabling …',
  denied:
    'This browser shows no notifications of ours because you declined them. You can change that in its settings for this site, at the lock beside the address.',
  stay: 'Notifications take a sign-in that lasts. Without “Stay signed in” it ends as soon as you open the portal anew, also by a notification. Please sign out, and in again with “Stay signed in”.',
  signOut: 'Sign out now',
  unsupported: 'This browser cannot show notifications of the portal.',
  unanswered: 'You did not answer the browser’s question. Nothing was enabled.',
  failed: 'This could not be enabled: the browser does not reach its push service.',
  loadFailed: 'The notifications cannot be loaded at the moment.',
  unsaved: 'This was not saved.',
  list: 'Devices with notifications',
  here: 'this device',
  on: '{{browser}}, {{system}}',
  unknown: 'Unknown browser',
  since: 'since {{time}}',
  lastSent: 'last {{time}}',
  test: 'Send a test',
  testOf: 'Send a test: {{name}}',
  remove: 'Remove',
  removeOf: 'Remove: {{name}}',
  verdict: {
    sent: 'The push service has accepted the test. It should appear in a moment.',
    gone: 'The push service no longer knows this device. We have removed it; enable it there again.',
    refused: 'The push service refused the test.',
    away: 'The push service does not answer at the moment. We keep trying to send alerts for a day.',
  },
  discreet: 'Reveal nothing on the lock screen',
  discreetText: 'Notifications only say “Something at your system”.',
  install: {
    intro: 'On iPhone and iPad this takes the portal on the home screen:',
    share: 'In Safari, tap “Share”.',
    add: 'Choose “Add to Home Screen”.',
    open: 'Open Kellersonne from there, and enable it here.',
  },
}
