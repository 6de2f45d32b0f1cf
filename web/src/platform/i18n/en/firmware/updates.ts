/** Texts of the update wizard, except `flight` and `receipts`. */
export const updates = {
  title: 'Update',
  loading: 'Loading where your updates stand.',
  steps: { choose: 'Choose', update: 'Update', finish: 'Finish' },
  back: 'Back',
  next: 'Next',
  cancel: 'Cancel',
  start: 'Start update',
  finish: 'Done',
  failed: {
    text: 'Where your updates stand cannot be loaded just now.',
    some: 'Where {{names}} stands cannot be loaded just now.',
  },
  away: 'We cannot reach the update service just now and try again every three seconds. An update that is under way goes on in the battery.',
  barred:
    'Your browser does not let the update service’s cookie through. Allow cookies for the portal in the settings of the browser or its ad blocker, and load the page again. You still see here how far an update under way is.',
  choose: {
    title: 'Which battery would you like to update?',
    none: 'Please select a serial number.',
    first: 'Choose a battery first.',
    firstText: 'We then show you what it needs before the update.',
    off: 'Switch the battery {{name}} off now.',
    offText: 'Turn the main switch on the housing to 0. The power in the house stays on.',
    isOff: '{{name}} is switched off',
    notOff: 'Please confirm that {{name}} is switched off.',
    watch: '{{name}} is being updated right now.',
    watchText: 'Next shows you how far the update is.',
    cabinetOff: 'The battery in the cellar, its main switch at 0.',
    cabinetOn: 'The battery in the cellar, its main switch at 1.',
  },
  upToDate: {
    title: 'All batteries are up to date.',
    text: 'There is no update just now. As soon as there is one, the bell tells you.',
  },
  notice: {
    cancelled:
      'The update of {{name}} is cancelled. You can switch the battery on again and start the update anew at any time.',
    runsOn:
      'The update of {{name}} goes on. Leave the battery switched off; {{name}} and Next take you back to where it stands.',
    switchOn: 'Please switch {{name}} on. Only then is the update complete.',
    gone: 'There is no update for {{name}} any more. You can switch the battery on again.',
    notYours:
      '{{name}} no longer belongs to your account. An update that is under way in the battery goes on; leave it switched off then.',
  },
  ready: {
    title: '{{name}} is ready for the update.',
    notYet: '{{name}} is not quite ready yet.',
    starting: 'The update of {{name}} is being started …',
    again: 'The update of {{name}} was not started. You can try again.',
    missing: 'Loading the flight plan.',
  },
  refusedHere: {
    session_required:
      'Without this cookie the update service does not know that it is you, and starts nothing.',
    not_found: 'This battery no longer belongs to your account.',
    no_update: 'There is no update for this battery any more. Go back and choose again.',
    update_changed:
      'Another update is offered by now. The flight plan shows that one; have a look at it and start again.',
    update_started:
      'An update of the former owner has already begun. Once it has ended, you can start yours.',
    consent_missing:
      'Your consent no longer counts: it was too long ago, or another update is offered by now. Have a look at the flight plan and start again.',
    origin_denied: 'The update service takes nothing from this address. Open the portal at its own address.',
    network:
      'No connection to the update service. Whether the update has begun, you see here once the connection is back. If not, start it again.',
    unavailable: 'The update service is not ready just now. Please start the update again in a few minutes.',
    internal: 'Something went wrong in the update service. Please start the update again.',
  },
  confirm: {
    title: 'Start the update of {{name}} now?',
    intro: 'The battery gets new software:',
    part: 'Part {{part}}: {{change}}',
    changes: 'What changes for you: {{text}}',
    irreversible: 'The update cannot be undone.',
    off: 'The battery stays switched off until we ask you to switch it on. The power in the house stays on.',
    notReady: 'Not everything is ready yet. What is open in the flight plan may delay the beginning.',
    start: 'Start now',
  },
  dialog: {
    understood: 'Understood',
    error: 'Error',
    startCancelled: {
      title: 'Start cancelled',
      text: 'The update of {{name}} was not started. Nothing has changed in the battery.',
    },
    started: {
      title: 'Update started',
      text: 'Leave {{name}} switched off. The battery fetches the update within the next few minutes.',
    },
    several: {
      title: 'Update in {{total}} parts started',
      text: 'Leave {{name}} switched off. After each part we ask you to switch the battery on for 5–10 seconds and then off; the next part follows in a few minutes.',
    },
    cancel: {
      title: 'Cancel the update of {{name}}?',
      text: 'The battery has not begun with the next part. Parts that are finished stay in the battery.',
      stay: 'Go on waiting',
      go: 'Cancel update',
    },
    leave: {
      title: 'Go back?',
      text: 'The update of {{name}} has begun and goes on even if you go back. Leave the battery switched off.',
      stay: 'Stay here',
      go: 'Go back',
    },
    signedOut: {
      title: 'Error getting new access token',
      text: 'Please sign in again. An update that is under way goes on in the battery; you then see here how far it is.',
      go: 'Go to sign-in',
    },
  },
  interrupted: {
    title: 'The update was interrupted.',
    text: 'Please switch the battery {{name}} on and try again.',
    kept: 'Your data and the charge are kept.',
    at: 'Stopped at {{percent}}',
    unknown: 'Stopped',
    where: '{{name}} ({{sn}})',
  },
  run: {
    title: '{{name}} is being updated.',
    titleWaiting: 'Waiting for the battery …',
    titleSwitching: 'Part {{part}} of {{total}} is finished.',
    part: 'Part {{part}} of {{total}}',
    startedAt: 'started at {{time}}',
    lasts: 'for {{time}}\u00A0so far',
    gauge: 'Progress of the update',
    steps: 'Course of the update',
    now: 'now',
    later: 'then',
    done: 'finished',
    wait: 'Waiting for the battery',
    write: 'Update is being written',
    writePart: 'Part {{part}} is being written',
    partDone: 'Part {{part}} is finished',
    cycle: 'Switch the battery on for 5–10 seconds, then off',
    follows: 'Part {{part}} follows in a few minutes',
    switchOn: 'Switch the battery on again',
  },
  advice: {
    waiting:
      'Leave {{name}} switched off. The update begins as soon as the battery reports, usually within a few minutes.',
    offFirst:
      'Switch {{name}} off now: the main switch on the cabinet to 0. The update begins as soon as the battery reports after that.',
    checkDisplay:
      'Does the display not show update mode? Check that the main switch is at 0 and the battery is connected to the internet. You can go on waiting or cancel.',
    nextPart: 'Part {{part}} follows in a few minutes. Leave {{name}} switched off.',
    offAgain: 'Switch {{name}} off again now. Part {{part}} follows in a few minutes.',
    switchAgain:
      'Part {{part}} has not begun yet. Switch {{name}} on once more for 5–10 seconds and then off.',
    started: 'Leave the battery switched off. The update goes on even if you leave this page.',
    stalled:
      'There has been no progress for two minutes. Does the display not show update mode? Leave the battery switched off and check its internet connection; it goes on by itself.',
    away: '{{name}} is not connected just now. Leave the battery switched off and check its internet connection; it goes on by itself.',
    switching:
      'Switch {{name}} on now for 5–10 seconds and then off. The next update follows in a few minutes.',
    cancelling: 'The update is being cancelled …',
    refused: 'It was too late to cancel: the update has begun and goes on. Leave the battery switched off.',
    notCancelled: 'Cancelling did not work. Please try again.',
  },
  end: {
    written: 'Update written',
    complete: 'Update complete',
    title: 'Switch the battery {{name}} on again.',
    both: 'Both parts have reached the battery.',
    allThere_one: 'The update has reached the battery.',
    allThere_other: 'All {{count}} parts have reached the battery.',
    waits: 'As soon as {{name}} runs again, the update is complete.',
    runs: 'As soon as {{name}} runs again, you see it in the dashboard.',
    isOn: '{{name}} is up to date.',
    isOnText: 'The battery is switched on again and goes on by itself.',
  },
}
