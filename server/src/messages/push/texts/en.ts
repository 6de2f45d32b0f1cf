import { scopes } from '../../alerts/mail/en.ts'
import type { PushTexts } from './texts.ts'

export const en: PushTexts = {
  body: {
    fault: () => 'While it lasts, the battery neither charges nor discharges.',
    warning: ({ display }) =>
      display === null
        ? 'The portal has its wording, and what you can do.'
        : 'The portal says what that means and what you can do.',
    grid: () => 'It should reconnect by itself once the grid is well again.',
    silent: ({ share, scope }) =>
      share === null
        ? 'We do not know whether it works. Check your internet connection and the main switch.'
        : `At least ${share}% of ${scopes[scope]} are silent, too. We do not know whether yours works.`,
    battery: () => 'Its own measurements of the last 60 days show that. The portal says what you can do.',
    rule: () => 'This is reported by a rule that you have made.',
    winter: () => 'The sun does not cover what you consume in the next two days. This is a forecast.',
    empty: () => 'There is not enough sun: probably empty within 48 hours. This is a forecast.',
    storm: ({ storm }) => {
      const when = storm ? `Gusts of up to ${storm.gust}, from ${storm.begins} to ${storm.ends}. ` : ''
      const charge =
        storm === null || storm.soc === null
          ? ''
          : `When it begins, the battery is expected to be charged to ${storm.soc}%. `
      return `${when}The grid may fail. ${charge}This is a forecast and not an official warning.`
    },
    update_switch: () => 'It takes effect when you switch the battery off and on again at the main switch.',
    update_finished: ({ chips }) => chips,
    update_failed: () => 'The portal says why, and how to go on.',
    claim: () => 'You can object in the portal.',
    sign_in: () => 'If it was not you, choose a new password at once.',
  },
  wavering: 'It comes and goes. We report it again only once it has stayed away for a day.',
  ended: ({ ended }) => `Since ${ended}.`,
  several: (count) => `${count} alerts`,
  discreet: 'Something at your system',
  test: {
    title: 'Kellersonne',
    body: 'This is how an alert looks on this device.',
  },
}
