import type { PushTexts } from './texts.ts'

export const en: PushTexts = {
  body: {
    fault: () => 'While it lasts, the battery neither charges nor discharges.',
    warning: () => 'The portal says what that means and what you can do.',
    grid: () => 'It should reconnect by itself once the grid is well again.',
    silent: ({ share }) =>
      share === null
        ? 'We do not know whether it works. Check your internet connection and the main switch.'
        : `At least ${share}% of all batteries are silent, too. We do not know whether yours works.`,
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
